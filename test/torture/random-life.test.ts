// Two processes on one workspace, anything at any time: appends, erasures, blobs, ends, power cuts, failing calls,
// pauses. Against the ledger of what was acknowledged.
import fc from "fast-check";
import { expect, it } from "vitest";
import { isTidelineError } from "../../src/errors.ts";
import type { MemoryEvent } from "../../src/model/event.ts";
import type { Stream } from "../../src/model/stream.ts";
import type { FactStore } from "../../src/stores/file/fact-store.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import type { Errno, FaultyDisk } from "../../src/testing/faulty-disk.ts";
import { rounds } from "../support/campaign.ts";
import { fact, newDisk, OWNER, openStore, TELEGRAM } from "../support/crash-script.ts";
import { Ledger } from "../support/ledger.ts";
import { readAll } from "../support/witness.ts";

const STREAMS: readonly Stream[] = [
  OWNER,
  TELEGRAM,
  { channel: "telegram", conversationId: "42", sessionKey: "b" },
];

const who = fc.constantFrom(0, 1);
const stream = fc.constantFrom(...STREAMS);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("append"), who, stream, count: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("erase"), who, stream, nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("blob"), who, stream }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close"), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("crash"), who, calls: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("power cut") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fail"),
      who,
      calls: fc.integer({ min: 1, max: 60 }),
      errno: fc.constantFrom<Errno[]>("EIO", "ENOSPC", "EACCES", "EROFS"),
      lasts: fc.constantFrom("once" as const, "until-healed" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("pause"), who, stream, calls: fc.integer({ min: 1, max: 60 }) }),
  },
);
type Step = Partial<{
  readonly do: string;
  readonly who: number;
  readonly stream: Stream;
  readonly count: number;
  readonly nth: number;
  readonly calls: number;
  readonly errno: Errno;
  readonly lasts: "once" | "until-healed";
}>;

interface Actor {
  disk: FaultyDisk;
  store: FactStore | undefined;
  end: () => void;
}

class Life {
  /** Actors in the middle of something, perhaps standing still. */
  private readonly busy = new Set<Actor>();
  private readonly processes = new FakeProcesses();
  private readonly ledger = new Ledger();
  private disk: FaultyDisk;
  private actors: Actor[];
  private named = 0;

  constructor(chanceSeed: number) {
    this.disk = newDisk(seededChance(chanceSeed), 0.1);
    this.actors = [this.newActor(), this.newActor()];
  }

  run(steps: readonly Step[]): void {
    for (const one of steps) this.take(one);
    for (const actor of this.actors) actor.disk.heal();
    this.powerCut();
    const store = openStore(this.disk, this.processes.start("at last"));
    this.ledger.check(store, this.disk);
    for (const one of STREAMS) this.append(store, one, 2);
    this.ledger.check(store, this.disk);
    store.close();
    expect(this.disk.openFiles()).toBe(0);
  }

  private take(one: Step): void {
    if (one.do === "power cut") this.powerCut();
    else this.takeOne(one);
  }

  private takeOne(one: Step): void {
    const actor = this.actors[one.who ?? 0] as Actor;
    const target = one.stream ?? OWNER;
    if (one.do === "crash") actor.disk.crashAtNthCall(one.calls ?? 1);
    else if (one.do === "fail") actor.disk.failCall(one.calls ?? 1, one.errno ?? "EIO", one.lasts);
    else if (one.do === "pause") {
      const other = this.actors[1 - (one.who ?? 0)] as Actor;
      actor.disk.pauseAtNthCall(one.calls ?? 1, () => {
        // One that stands still itself does nothing while another does.
        if (!this.busy.has(other)) this.act(other, (store) => this.append(store, target, 1));
      });
    } else {
      this.act(actor, (store) => {
        if (one.do === "append") this.append(store, target, one.count ?? 1);
        if (one.do === "erase") this.erase(store, target, one.nth ?? 0);
        if (one.do === "blob")
          store.putBlob(target, "snapshot", readAll(store, target).length, new Uint8Array(90));
        if (one.do === "close") store.close();
      });
      if (one.do === "close") actor.store = undefined;
    }
  }

  /** Lets an actor do something; it may fail with a code, or end. */
  private act(actor: Actor, work: (store: FactStore) => void): void {
    if (actor.disk.isCrashed()) this.restart(actor);
    this.busy.add(actor);
    try {
      actor.store ??= openStore(actor.disk, this.startFor(actor));
      work(actor.store);
    } catch (error) {
      if (actor.disk.isCrashed()) return;
      if (!isTidelineError(error)) throw new Error("not a TidelineError", { cause: error });
      // After trouble with the disk nothing is damaged, and so nothing may be reported as damaged.
      if (error.code === "corrupt") throw error;
      actor.disk.heal();
    } finally {
      this.busy.delete(actor);
    }
  }

  private append(store: FactStore, target: Stream, count: number): void {
    const events = Array.from({ length: count }, () => fact(`e${++this.named}`));
    this.commit(target, events, () => store.append(target, readAll(store, target).length, events));
  }

  private erase(store: FactStore, target: Stream, nth: number): void {
    const worded = readAll(store, target).filter(
      ({ event }) => event.type === "added" && event.body !== undefined,
    );
    const chosen = worded[nth % Math.max(1, worded.length)];
    if (chosen?.event.type !== "added") return;
    const event: MemoryEvent = { type: "erased", v: 1, at: ++this.named, erases: [chosen.seq] };
    this.commit(target, [event], () => store.erase(target, readAll(store, target).length, event));
    this.ledger.forbid(chosen.event.body?.content ?? "");
  }

  private commit(
    target: Stream,
    events: readonly MemoryEvent[],
    work: () => { seq: number; hash: string },
  ): void {
    this.ledger.try(target, events);
    try {
      this.ledger.acknowledge(target, work(), events);
    } catch (error) {
      if (isTidelineError(error, "stream-moved")) this.ledger.refuse(target, events);
      throw error;
    }
  }

  private powerCut(): void {
    this.disk = this.disk.powerCut();
    for (const actor of this.actors) this.restart(actor);
  }

  private restart(actor: Actor): void {
    actor.end();
    Object.assign(actor, this.newActor());
  }

  private newActor(): Actor {
    return { disk: this.disk.sibling(), store: undefined, end: () => undefined };
  }

  /** Half of all processes can be told to be dead; of the others only their lease tells. */
  private startFor(actor: Actor) {
    const started = this.processes.start(this.named % 2 === 0 ? "here" : `place ${this.named}`);
    actor.end = started.end;
    return started;
  }
}

it("keeps what was acknowledged through any life of two processes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: "max" }), fc.nat(), (steps, chanceSeed) => {
      new Life(chanceSeed).run(steps);
    }),
    { numRuns: rounds({ sample: 150, full: 5_000 }), endOnFailure: false },
  );
});
