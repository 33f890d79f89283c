// Appends to several origins without end, until it is killed. Before each step it writes down what it is about
// to do, and after it that it was acknowledged: one JSON line each, written at once to the file that the parent
// made its standard output, so that a line outlives the kill.
//
//   node writer.mjs <workspace> <seed> <round>
import { writeSync } from "node:fs";
import { EVENT_VERSION, type MemoryEvent } from "../../src/model/event.ts";
import type { Stream } from "../../src/model/stream.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { seededChance, upTo } from "../../src/testing/chance.ts";
import { added } from "../../src/testing/storage/events.ts";

const [workspace = "", seedText, round] = process.argv.slice(2);
const chance = seededChance(Number(seedText));
const ORIGINS: readonly Stream[] = [
  "owner",
  { channel: "chat", conversationId: "anna", sessionKey: "1" },
  { channel: "chat", conversationId: "bert", sessionKey: "2" },
];

function note(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

let made = 0;

function fact(): MemoryEvent {
  const name = `r${round}-${++made}`;
  return added(name, `words of ${name}: ${"abcdefgh ".repeat(upTo(40, chance))}end`);
}

/** One step at the end of a stream; answers with its new end. */
type Step = (store: FactStore, stream: Stream, origin: number, head: number) => number;

const append: Step = (store, stream, origin, head) => {
  const events = Array.from({ length: chance() < 0.5 ? 1 : 1 + upTo(7, chance) }, fact);
  note({
    step: "append",
    origin,
    after: head,
    facts: events.map((event) => (event as { fact: string }).fact),
  });
  const { seq } = store.append(stream, head, events);
  note({ step: "acknowledged" });
  return seq;
};

const erase: Step = (store, stream, origin, head) => {
  const { events } = store.read(stream, 0);
  const whole = events.filter(({ event, bodyGone }) => event.type === "added" && !bodyGone);
  const seqs = whole.filter(() => chance() < 3 / whole.length).map(({ seq }) => seq);
  if (seqs.length === 0) return head;
  note({ step: "erase", origin, after: head, seqs });
  const event = { type: "erased", v: EVENT_VERSION, at: 1, why: { rule: "test" }, erases: seqs } as const;
  const { seq } = store.erase(stream, head, event);
  note({ step: "acknowledged" });
  return seq;
};

const putBlob: Step = (store, stream, origin, head) => {
  const fill = upTo(255, chance);
  note({ step: "blob", origin, after: head, fill });
  store.putBlob(stream, "state", head, new Uint8Array(3_000).fill(fill));
  note({ step: "acknowledged" });
  return head;
};

const store = new FactStore(workspace, { volumeBytes: 4_000 });
const heads = ORIGINS.map((stream) => store.verify(stream).head.seq);
note({ step: "ready" });
for (;;) {
  const origin = upTo(ORIGINS.length - 1, chance);
  const stream = ORIGINS[origin] as Stream;
  const dice = chance();
  const step = dice < 0.9 ? append : dice < 0.95 ? putBlob : erase;
  heads[origin] = step(store, stream, origin, heads[origin] as number);
}
