// What does a changed byte do? One damage at a time to a log file of a small workspace, then everything is opened
// and read. It must be reported with file and position, or be a torn end that is cut, told and kept aside, or make no
// difference; never a wrong text, never an error without a code, never a good line lost silently. After a
// report, `repairWorkspace` must keep every line that the damage did not touch.
import { expect, test } from "vitest";
import { isTidelineError, type TidelineError } from "../../src/errors.ts";
import { marksOf, type Stream } from "../../src/model/stream.ts";
import { repairWorkspace } from "../../src/stores/file/check/repair.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import type { Notice } from "../../src/stores/file/log/log-writer.ts";
import { type Chance, seededChance, upTo } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { rounds, seed } from "../support/campaign.ts";
import { accessed, added, erased } from "../support/events.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { readAll } from "../support/workspace.ts";
import { type Damage, damage, linesOf } from "./damage.ts";

const ROOT = "/workspace";
const PEER: Stream = { channel: "chat", conversationId: "anna", sessionKey: "1" };
const OTHER: Stream = { channel: "mail", conversationId: "bert", sessionKey: "2" };
const MARKS = marksOf("owner");
const STREAMS: readonly Stream[] = ["owner", PEER, OTHER, "workspace", MARKS];
/** The events of each origin whose bodies are erased. */
const ERASED = [2, 5];
const NEWLINE = 10;
const processes = new FakeProcesses();

function open(disk: MemoryDisk, notices: Notice[] = []): FactStore {
  const onNotice = (notice: Notice) => void notices.push(notice);
  return new FactStore(ROOT, { disk, processes: processes.start(), volumeBytes: 2_500, onNotice });
}

/** How its last writer left it: closed, or killed, with room behind the ends of its files. */
type Left = "closed" | "killed";

/** Several origins and volumes, batches and single events, erased bodies. */
function prepare(left: Left = "closed"): MemoryDisk {
  const disk = new MemoryDisk();
  const store = open(disk);
  let made = 0;
  const facts = (count: number) =>
    Array.from({ length: count }, () =>
      added(`f${++made}`, `Grüße ${made} 🌊 �, ${"word ".repeat(made % 9)}.`),
    );
  for (const stream of ["owner", PEER, OTHER] as const) {
    let { seq } = store.append(stream, 0, facts(1));
    for (const count of [3, 1, 4, 1, 1]) seq = store.append(stream, seq, facts(count)).seq;
    seq = store.erase(stream, seq, erased(ERASED)).seq;
    seq = store.append(stream, seq, facts(2)).seq;
    if (stream !== PEER) seq = store.append(stream, seq, facts(1)).seq;
  }
  store.append("workspace", 0, [{ type: "policy-chosen", v: 1, at: 1, policy: "layered" }]);
  for (let i = 0; i < 6; i++) store.append(MARKS, i, [accessed(`f${i}`)]);
  if (left === "closed") store.close();
  return disk;
}

/** What a reader sees of one event. */
interface Seen {
  readonly seq: number;
  readonly text: string;
}

function seen(store: FactStore, stream: Stream): readonly Seen[] {
  return readAll(store, stream).map(({ seq, event, bodyGone }) => ({
    seq,
    text: JSON.stringify([event, bodyGone]),
  }));
}

/** A log file, whose events stand in it, and where. */
interface Target {
  readonly path: string;
  readonly stream: Stream;
  readonly isLast: boolean;
  readonly lines: readonly {
    readonly seq: number;
    readonly append: number;
    readonly range: readonly [number, number];
  }[];
}

function headOf(line: Buffer): { readonly seq: number; readonly part?: readonly [number, number] } {
  return JSON.parse(line.toString("utf8")).head;
}

function targetsOf(disk: MemoryDisk, folder: string, stream: Stream): readonly Target[] {
  const files = [...disk.contents()].filter(([path]) => path.startsWith(folder) && path.endsWith(".jsonl"));
  const paths = files.map(([path]) => path).sort();
  return files.flatMap(([path, bytes]) => {
    const lines = linesOf(bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1)).map((range) => {
      const { seq, part } = headOf(bytes.subarray(...range));
      return { seq, append: seq - (part?.[0] ?? 0), range };
    });
    return bytes.length === 0 ? [] : [{ path, stream, isLast: path === paths.at(-1), lines }];
  });
}

/** The folder of each stream, found by what stands in it. */
function allTargets(disk: MemoryDisk): readonly Target[] {
  const registry = [...disk.contents()].filter(([path]) => /\/registry\/.*jsonl$/.test(path)).sort();
  const homes = registry
    .flatMap(([, bytes]) => bytes.toString("utf8").split("\n"))
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  return homes.flatMap(({ head, body }) => {
    const stream = STREAMS.find((one) => JSON.stringify(one) === body.stream) as Stream;
    const home = `${ROOT}/streams/${head.event.folder}`;
    const log = targetsOf(disk, `${home}/log/`, stream);
    return stream === "owner" ? [...log, ...targetsOf(disk, `${home}/marks/`, MARKS)] : log;
  });
}

function isTouched(range: readonly [number, number], { touched }: Damage): boolean {
  return touched.some(([from, to]) => from < range[1] && to > range[0]);
}

/** One damaged workspace, and what is expected of it. */
class Trial {
  readonly disk: MemoryDisk;
  private readonly notices: Notice[] = [];
  private readonly sound: ReadonlyMap<Stream, readonly Seen[]>;
  private readonly target: Target;
  private readonly harm: Damage;

  constructor(
    sound: MemoryDisk,
    seenBefore: ReadonlyMap<Stream, readonly Seen[]>,
    target: Target,
    harm: Damage,
  ) {
    this.disk = sound.copy();
    this.disk.put(target.path, harm.bytes);
    this.sound = seenBefore;
    this.target = target;
    this.harm = harm;
  }

  run(): "reported and repaired" | "end cut" | "no difference" | "shorter" {
    let found: ReadonlyMap<Stream, readonly Seen[]>;
    try {
      found = this.readEverything();
    } catch (error) {
      this.checkReport(error);
      this.checkRepair();
      return "reported and repaired";
    }
    const after = found.get(this.target.stream) as readonly Seen[];
    for (const [stream, events] of found)
      if (stream !== this.target.stream) expect(events).toEqual(this.sound.get(stream));
    const before = this.sound.get(this.target.stream) as readonly Seen[];
    expect(after, "events that are not what was written").toEqual(before.slice(0, after.length));
    if (after.length === before.length) {
      this.checkGoesOn();
      return "no difference";
    }
    this.checkLost(after.length);
    const isExplained = after.some(({ text }) => text.includes('"type":"erased"'));
    this.checkGoesOn(
      isExplained ? [] : ERASED.filter((seq) => seq <= after.length && this.target.stream !== MARKS),
    );
    return this.checkCut();
  }

  private readEverything(): ReadonlyMap<Stream, readonly Seen[]> {
    const store = open(this.disk, this.notices);
    const found = new Map(STREAMS.map((stream) => [stream, seen(store, stream)]));
    store.close();
    return found;
  }

  private checkReport(error: unknown): void {
    if (!isTidelineError(error))
      throw new Error(`an error without a code: ${String(error)}`, { cause: error });
    expect(error.code, error.message).toBe("corrupt");
    const { file, position } = (error as TidelineError).details as { file: string; position: number };
    // What is missing at a file's end is noticed at the start of the next one.
    const atEnd = this.target.lines.some(
      ({ range }, i, all) => i === all.length - 1 && isTouched(range, this.harm),
    );
    const next = atEnd && file !== this.target.path && file > this.target.path && position === 0;
    if (next) return;
    expect(file).toBe(this.target.path);
    const longest = Math.max(...this.target.lines.map(({ range: [from, to] }) => to - from));
    const distance = Math.min(...this.harm.places.map((place) => Math.abs(place - position)));
    expect(distance, `reported at ${position}, damaged at ${this.harm.places}`).toBeLessThanOrEqual(
      2 * longest,
    );
  }

  /** Only events of appends that the damage touched may be missing. */
  private checkLost(kept: number): void {
    const hurt = new Set(
      this.target.lines.filter(({ range }) => isTouched(range, this.harm)).map(({ append }) => append),
    );
    const lost = this.target.lines.filter(({ seq, append }) => seq > kept && !hurt.has(append));
    expect(
      lost.map(({ seq }) => seq),
      "good events that are missing",
    ).toEqual([]);
    expect(this.target.isLast, "only the last file has an end that can be torn").toBe(true);
  }

  private checkCut(): "end cut" | "shorter" {
    const cut = this.notices.find(({ kind }) => kind === "torn-tail-cut");
    if (cut === undefined) {
      // A file that was cut exactly between two appends: only a noted head can tell.
      expect(this.harm.kind).toBe("truncate");
      return "shorter";
    }
    expect(cut.file).toBe(this.target.path);
    expect(this.isAside(this.harm.bytes.subarray(cut.position)), "the cut bytes are kept aside").toBe(true);
    return "end cut";
  }

  private isAside(bytes: Buffer): boolean {
    return [...this.disk.contents()].some(([path, kept]) => path.includes("/aside/") && kept.equals(bytes));
  }

  private checkRepair(): void {
    const options = () => ({ disk: this.disk, processes: processes.start() });
    const { repaired } = repairWorkspace(ROOT, options());
    expect(repaired.length).toBe(1);
    const inPlace = [...this.disk.contents()].some(
      ([path, bytes]) => path.endsWith(".jsonl") && bytes.equals(this.harm.bytes),
    );
    // Of a file that was emptied there is nothing to keep.
    const isKept = this.harm.bytes.length === 0 || inPlace || this.isAside(this.harm.bytes);
    expect(isKept, "the damaged file is kept").toBe(true);
    const found = this.readEverything();
    const touched = new Set(
      this.target.lines.filter(({ range }) => isTouched(range, this.harm)).map(({ seq }) => seq),
    );
    for (const [stream, before] of this.sound) {
      const after = new Map(found.get(stream)?.map(({ seq, text }) => [seq, text]));
      const missing = before.filter(({ seq, text }) => {
        const mayBeLost = stream === this.target.stream && touched.has(seq);
        return !mayBeLost && after.get(seq) !== text;
      });
      expect(missing, "good events that the repair lost").toEqual([]);
    }
    this.checkGoesOn();
    expect(repairWorkspace(ROOT, options()).repaired, "a second repair").toEqual([]);
  }

  /** Verified, and written to. `unexplained`: bodies that are gone, and the event that says why is cut off. */
  private checkGoesOn(unexplained: readonly number[] = []): void {
    const { stream } = this.target;
    const store = open(this.disk);
    const { head, problems } = store.verify(stream);
    expect(problems.map(({ seq, message }) => (unexplained.includes(seq ?? 0) ? seq : message))).toEqual(
      unexplained,
    );
    const event = stream === MARKS ? accessed("f1") : stream === "workspace" ? POLICY : added("new", "new");
    store.append(stream, head.seq, [event]);
    expect(readAll(store, stream).at(-1)?.event).toEqual(event);
    store.close();
  }
}

const POLICY = { type: "policy-chosen", v: 1, at: 2, policy: "freshness" } as const;

function choose<T>(list: readonly T[], chance: Chance): T {
  return list[upTo(list.length - 1, chance)] as T;
}

test.each<Left>(["closed", "killed"])(
  `a damaged log file is reported with its place, or its torn end is cut (its writer was %s, seed ${seed})`,
  (left) => {
    const chance = seededChance(seed);
    const sound = prepare(left);
    const store = open(sound);
    const before = new Map(STREAMS.map((stream) => [stream, seen(store, stream)]));
    store.close();
    const targets = allTargets(sound);
    const contents = sound.contents();
    const logs = [...contents].filter(([path]) => path.endsWith(".jsonl"));
    expect(logs.some(([, bytes]) => bytes.at(-1) === 0)).toBe(left === "killed");
    const counts: Record<string, number> = {};
    const failures = new Map<string, string>();
    for (let round = 1; round <= rounds({ sample: 300, full: 5_000 }); round++) {
      const target = choose(targets, chance);
      const harm = damage(contents.get(target.path) as Buffer, chance);
      try {
        const end = new Trial(sound, before, target, harm).run();
        counts[end] = (counts[end] ?? 0) + 1;
      } catch (error) {
        const what = (error as Error).message.replaceAll(/[0-9a-f]{24}/g, "…").slice(0, 600);
        counts.failed = (counts.failed ?? 0) + 1;
        const key = `${harm.kind}: ${what.split("\n")[0]?.replaceAll(/\d+/g, "#").slice(0, 200)}`;
        if (!failures.has(key)) failures.set(key, `round ${round}, ${harm.kind} at ${harm.places}: ${what}`);
      }
    }
    console.log(JSON.stringify(counts), `(seed ${seed})`);
    expect([...failures.values()]).toEqual([]);
  },
);

/** What became of the origins: read as before, or a coded error; never gone. */
function openDamagedRegistry(disk: MemoryDisk): "opens" | "reported" {
  const lookAtAll = () => {
    const store = open(disk);
    for (const stream of STREAMS) readAll(store, stream);
    store.close();
  };
  for (const repairFirst of [false, true]) {
    try {
      if (repairFirst) repairWorkspace(ROOT, { disk, processes: processes.start() });
      lookAtAll();
      return "opens";
    } catch (error) {
      if (!isTidelineError(error))
        throw new Error(`an error without a code: ${String(error)}`, { cause: error });
      expect(error.code, error.message).toBe("corrupt");
    }
  }
  return "reported";
}

test(`a damaged registry costs no origin its events (seed ${seed})`, () => {
  const chance = seededChance(seed);
  const sound = prepare();
  const registry = [...sound.contents()].filter(
    ([path, bytes]) => /registry.*jsonl$/.test(path) && bytes.length > 0,
  );
  const logs = [...sound.contents()].filter(
    ([path, bytes]) => /streams.*jsonl$/.test(path) && bytes.length > 0,
  );
  const counts: Record<string, number> = {};
  for (let round = 1; round <= rounds({ sample: 100, full: 1_000 }); round++) {
    const [path, bytes] = choose(registry, chance);
    const harm = damage(bytes, chance);
    const disk = sound.copy();
    disk.put(path, harm.bytes);
    const end = openDamagedRegistry(disk);
    counts[end] = (counts[end] ?? 0) + 1;
    const left = [...disk.contents().values()];
    const lost = logs.filter(([, log]) => !left.some((one) => one.equals(log))).map(([name]) => name);
    expect(lost, `logs that are gone (round ${round}, ${harm.kind} at ${harm.places})`).toEqual([]);
  }
  console.log("registry:", JSON.stringify(counts), `(seed ${seed})`);
});
