// Can a writer that falls asleep in mid-append, is taken over and wakes up do harm? A real child stops itself
// (SIGSTOP) before its 1st, 2nd, 3rd … disk call until a call needs no more of them; meanwhile somebody else writes to
// the same stream; then it goes on (SIGCONT). Whatever it then says must be true: acknowledged means there, once,
// for ever; `stream-moved` means not there, and trying again works.
import { describe, expect, test } from "vitest";
import type { MemoryEvent } from "../../src/model/event.ts";
import type { Stream } from "../../src/model/stream.ts";
import type { RecordedEvent } from "../../src/ports/storage.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { type Chance, seededChance, upTo } from "../../src/testing/chance.ts";
import type { Outcome, Task } from "../children/sleeper.ts";
import { Actor } from "../support/actor.ts";
import { isFull, rounds, seed } from "../support/campaign.ts";
import { added, erased } from "../support/events.ts";
import { newWorkspace, readAll } from "../support/workspace.ts";

/** Short, so that a sleeper is taken over soon; a stopped process needs a few ms to be seen as such. */
const LEASE_MS = 40;
const OPTIONS = { leaseMs: LEASE_MS, volumeBytes: 2_000 } as const;
const LONG = "long enough to fill a volume of two thousand bytes with a few events. ".repeat(4);

/** A workspace with sleepers in it, a witness of what was acknowledged, and a reader that was there all the time. */
class Scene {
  readonly workspace = newWorkspace("pause");
  readonly store = new FactStore(this.workspace, OPTIONS);
  private readonly reader = new FactStore(this.workspace, OPTIONS);
  private readonly seen = new Map<string, RecordedEvent[]>();
  private readonly acknowledged = new Map<string, Map<string, number>>();
  private made = 0;

  fact(content = "short"): MemoryEvent {
    return added(`f${++this.made}`, content);
  }

  headOf(stream: Stream): number {
    return this.store.verify(stream).head.seq;
  }

  /** What this process does while others sleep. */
  write(stream: Stream, ...events: readonly MemoryEvent[]): void {
    const head = this.headOf(stream);
    const { seq } = this.store.append(stream, head, events);
    this.note(stream, seq, events);
  }

  /** Those events are acknowledged up to `headSeq`. */
  note(stream: Stream, headSeq: number, events: readonly MemoryEvent[]): void {
    const key = JSON.stringify(stream);
    const known = this.acknowledged.get(key) ?? new Map<string, number>();
    this.acknowledged.set(key, known);
    for (const [i, event] of events.entries()) {
      expect(known.has(nameOf(event)), `${nameOf(event)} was acknowledged before`).toBe(false);
      known.set(nameOf(event), headSeq - events.length + 1 + i);
    }
  }

  /** A fresh reader, the old reader and everything acknowledged agree. */
  check(stream: Stream): void {
    const fresh = new FactStore(this.workspace, OPTIONS);
    const events = readAll(fresh, stream);
    const report = fresh.verify(stream);
    fresh.close();
    expect(report).toMatchObject({ ok: true, problems: [], events: events.length });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    const there = events.map(({ event, seq }) => `${seq} ${nameOf(event)}`);
    const key = JSON.stringify(stream);
    const acknowledged = [...(this.acknowledged.get(key) ?? [])].map(([name, seq]) => `${seq} ${name}`);
    expect(there.sort(), "what is there, and what was acknowledged").toEqual(acknowledged.sort());
    expect(this.longRead(stream).map(({ hash }) => hash)).toEqual(events.map(({ hash }) => hash));
  }

  /** As the replica of an open engine does: goes on where it was, and anew if history was replaced. */
  longRead(stream: Stream): readonly RecordedEvent[] {
    const key = JSON.stringify(stream);
    const seen = this.seen.get(key) ?? [];
    const last = seen.at(-1);
    const page = this.reader.read(stream, last?.seq ?? 0);
    const now =
      last === undefined || page.afterHash === last.hash
        ? [...seen, ...page.events]
        : readAll(this.reader, stream);
    this.seen.set(key, [...now]);
    return now;
  }
}

function nameOf(event: MemoryEvent): string {
  if (event.type === "added") return event.fact;
  return event.type === "erased" ? `erased ${event.erases.join(",")}` : event.type;
}

interface Sleep {
  readonly sleeper: Actor;
  readonly task: Task;
}

/** What each sleeper said is true: acknowledged, or moved; then those that moved try again, awake. */
async function settle(scene: Scene, stream: Stream, sleeps: readonly Sleep[]): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const { sleeper } of sleeps) outcomes.push(await sleeper.answer<Outcome>());
  try {
    for (const [i, { task }] of sleeps.entries()) {
      const { head, code, message } = outcomes[i] as Outcome;
      if (head !== undefined) scene.note(stream, head.seq, task.events);
      else expect(code, message).toBe("stream-moved");
    }
    scene.check(stream);
    for (const [i, { sleeper, task }] of sleeps.entries()) {
      if (outcomes[i]?.head !== undefined) continue;
      const again = { ...task, expectedSeq: scene.headOf(stream), stopAt: 0, openAnew: false };
      const { head, message } = await sleeper.ask<Outcome>(again);
      expect(head, `tried again: ${message}`).toBeDefined();
      scene.note(stream, head?.seq as number, task.events);
    }
    scene.check(stream);
  } catch (error) {
    const told = sleeps.map(({ task }, i) => {
      const { stoppedBefore, head, code } = outcomes[i] as Outcome;
      return `stopped before call ${task.stopAt} (${stoppedBefore}), then ${code ?? `acknowledged ${head?.seq}`}`;
    });
    throw new Error(`${told.join("; ")}: ${(error as Error).message}`, { cause: error });
  }
}

/** One task, with a pause at its Nth call, while `meanwhile` runs. False if it has no Nth call. */
async function pauseAt(scene: Scene, sleep: Sleep, meanwhile: () => void): Promise<boolean> {
  const { sleeper, task } = sleep;
  sleeper.tell(task);
  const paused = (await sleeper.pausedOrDone()) === "paused";
  if (paused) {
    try {
      meanwhile();
      scene.longRead(task.stream);
    } finally {
      sleeper.signal("SIGCONT");
    }
  }
  await settle(scene, task.stream, [sleep]);
  return paused;
}

interface Kind {
  readonly name: string;
  stream(n: number): Stream;
  events(scene: Scene, stream: Stream): readonly MemoryEvent[];
  /** What somebody else does meanwhile. */
  meanwhile(scene: Scene, stream: Stream): void;
  readonly openAnew?: boolean;
  /** It has written before, twice in a row: from then on it keeps the lock. */
  readonly isKeeper?: boolean;
}

const OWNER = (): Stream => "owner";
const newcomer = (n: number): Stream => ({ channel: "chat", conversationId: `c${n}`, sessionKey: "1" });
const writeOne = (scene: Scene, stream: Stream) => scene.write(stream, scene.fact());

const KINDS: readonly Kind[] = [
  { name: "a single append", stream: OWNER, events: (scene) => [scene.fact()], meanwhile: writeOne },
  {
    name: "a single append by a writer that keeps the lock",
    stream: OWNER,
    events: (scene) => [scene.fact()],
    meanwhile: writeOne,
    isKeeper: true,
  },
  {
    name: "a single append by a writer that keeps the lock, while another becomes its keeper",
    stream: OWNER,
    events: (scene) => [scene.fact()],
    meanwhile: (scene, stream) => {
      for (let i = 0; i < 4; i++) writeOne(scene, stream);
    },
    isKeeper: true,
  },
  {
    name: "a batch that starts a new volume",
    stream: OWNER,
    events: (scene) => Array.from({ length: 5 }, () => scene.fact(LONG)),
    meanwhile: writeOne,
  },
  {
    name: "an erasure",
    // A new stream each time: every take-over leaves a file, and an erasure looks at all of them.
    stream: newcomer,
    events: (scene, stream) => {
      scene.write(stream, scene.fact("to be erased"));
      return [erased([scene.headOf(stream)])];
    },
    meanwhile: writeOne,
  },
  {
    name: "an append by a store just opened",
    stream: OWNER,
    events: (scene) => [scene.fact()],
    meanwhile: writeOne,
    openAnew: true,
  },
  {
    name: "the first append of an origin, which somebody else makes too",
    stream: newcomer,
    events: (scene) => [scene.fact()],
    meanwhile: writeOne,
  },
  {
    name: "the first append of an origin, while another origin is made",
    stream: newcomer,
    events: (scene) => [scene.fact()],
    meanwhile: (scene, stream) => {
      const other = { ...(stream as object), sessionKey: "2" } as Stream;
      scene.write(other, scene.fact());
      scene.check(other);
    },
  },
  {
    name: "the first append of an origin, while somebody opens the workspace",
    stream: newcomer,
    events: (scene) => [scene.fact()],
    meanwhile: (scene) => new FactStore(scene.workspace, OPTIONS).close(),
  },
];

async function becomeKeeper(scene: Scene, sleeper: Actor, stream: Stream): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const events = [scene.fact()];
    const task = { stream, events, expectedSeq: scene.headOf(stream), stopAt: 0, openAnew: false };
    const { head, message } = await sleeper.ask<Outcome>(task);
    expect(head, message).toBeDefined();
    scene.note(stream, head?.seq as number, events);
  }
}

describe(`a writer that sleeps (seed ${seed})`, () => {
  for (const { name, stream, events, meanwhile, openAnew = false, isKeeper = false } of KINDS) {
    test(name, async () => {
      const scene = new Scene();
      scene.write("owner", scene.fact());
      const sleeper = new Actor("sleeper", scene.workspace, String(LEASE_MS));
      // Every call in full; in the sample every fifth, from a start that the seed chooses.
      const step = isFull ? 1 : 5;
      let pauses = 0;
      for (let n = 1 + (seed % step), paused = true; paused; n += step) {
        const at = stream(n);
        if (isKeeper) await becomeKeeper(scene, sleeper, at);
        const task = {
          stream: at,
          events: events(scene, at),
          expectedSeq: scene.headOf(at),
          stopAt: n,
          openAnew,
        };
        paused = await pauseAt(scene, { sleeper, task }, () => meanwhile(scene, at));
        if (paused) pauses++;
      }
      // A keeper's append takes eight calls, any other more.
      const fewest = isKeeper ? { full: 7, sample: 0 } : { full: 8, sample: 1 };
      expect(pauses).toBeGreaterThan(isFull ? fewest.full : fewest.sample);
      console.log(`${name}: ${pauses} pauses`);
    });
  }
});

/** When the second wakes up, after the first. */
const WAYS = {
  "the first does all it can before the second wakes up": () => 2.5 * LEASE_MS,
  "the second wakes up before the first": () => -2.5 * LEASE_MS,
  "both wake up at about the same time": (chance: Chance) => chance() * 8,
} as const;

/** Two writers at one place: the first pauses, the second takes over and pauses, both wake up. */
class Pair {
  readonly scene = new Scene();
  private readonly first = new Actor("sleeper", this.scene.workspace, String(LEASE_MS));
  private readonly second = new Actor("sleeper", this.scene.workspace, String(LEASE_MS));

  constructor() {
    this.scene.write("owner", this.scene.fact());
  }

  async pause(first: Pause, second: Pause, secondAfterMs: number): Promise<void> {
    const sleeps = [this.sleep(this.first, first), this.sleep(this.second, second)];
    for (const { sleeper, task } of sleeps) {
      sleeper.tell(task);
      await sleeper.pausedOrDone();
    }
    const order = secondAfterMs < 0 ? [this.second, this.first] : [this.first, this.second];
    order[0]?.signal("SIGCONT");
    await delayMs(Math.abs(secondAfterMs));
    order[1]?.signal("SIGCONT");
    await settle(this.scene, "owner", sleeps);
  }

  private sleep(sleeper: Actor, { stopAt, count = 1 }: Pause): Sleep {
    const events = Array.from({ length: count }, () => this.scene.fact(count === 1 ? "short" : LONG));
    const expectedSeq = this.scene.headOf("owner");
    return { sleeper, task: { stream: "owner", events, expectedSeq, stopAt, openAnew: false } };
  }
}

interface Pause {
  readonly stopAt: number | string;
  /** Events in its append; several are long, and start a new volume. */
  readonly count?: number;
}

function delayMs(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration));
}

describe(`two writers that sleep (seed ${seed})`, () => {
  for (const [way, secondAfterMs] of Object.entries(WAYS)) {
    test(way, async () => {
      const chance = seededChance(seed);
      const pair = new Pair();
      for (let round = 0; round < rounds({ sample: 6, full: 100 }); round++) {
        const count = () => (chance() < 0.7 ? 1 : 5);
        const first = { stopAt: 1 + upTo(13, chance), count: count() };
        // One that takes over needs more calls.
        const second = { stopAt: 1 + upTo(25, chance), count: count() };
        await pair.pause(first, second, secondAfterMs(chance));
      }
    });
  }

  test("one that has just taken the lock does not write into the file of whoever took over from it", async () => {
    for (const delay of [5, 0])
      await new Pair().pause({ stopAt: "^list .*/log$" }, { stopAt: "^write .*jsonl update$" }, delay);
  });

  test("a file that one was about to start when it was taken over does not count", async () => {
    await new Pair().pause(
      { stopAt: "^write .*jsonl update$" },
      { stopAt: "^open .*jsonl begin$" },
      2.5 * LEASE_MS,
    );
  });
});
