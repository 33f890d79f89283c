/** Does a store keep what it acknowledged after it is reopened, and does it notice a wrong head or a closed store? */
import { contents, fails, same } from "./checks.ts";
import { added, PEER } from "./events.ts";
import type { StorageCases } from "./harness.ts";

export const keeping: StorageCases = {
  async "verify notices a head that is not part of the log"(store) {
    const head = await store.append("owner", 0, [added("f1", "one"), added("f2", "two")]);
    same((await store.verify("owner", { head })).ok, true);
    same((await store.verify("owner", { head: { seq: 3, hash: head.hash } })).ok, false);
    same((await store.verify("owner", { head: { seq: 2, hash: "A".repeat(43) } })).ok, false);
  },

  async "a second opening sees everything acknowledged, and both can go on"(store, harness) {
    if (!store.supports.durable || harness.reopen === undefined) return;
    await store.append("owner", 0, [added("f1", "one")]);
    await store.append(PEER, 0, [added("f1", "peer")]);
    const second = await harness.reopen(store);
    try {
      same(contents(await second.read("owner", 0)), ["one"]);
      await second.append("owner", 1, [added("f2", "two")]);
      if (!store.supports.shared) return;
      same(contents(await store.read("owner", 1)), ["two"]);
      await fails("stream-moved", () => store.append("owner", 1, [added("f3", "three")]));
      await store.append("owner", 2, [added("f3", "three")]);
      same(contents(await second.read("owner", 2)), ["three"]);
      same((await second.verify("owner")).events, 3);
    } finally {
      await second.close();
    }
  },

  async "a closed store says so"(store) {
    await store.append("owner", 0, [added("f1", "one")]);
    await store.close();
    await fails("closed", () => store.read("owner", 0));
    await fails("closed", () => store.append("owner", 1, [added("f2", "two")]));
    await fails("closed", () => store.list());
  },
};
