// Is anything acknowledged lost when a writer is killed? A real child writes to one workspace and is ended with
// SIGKILL at a random moment, again and again, so that what each one leaves behind is found by the next.
//
// The child notes every step before it begins and when it is acknowledged (`children/writer.ts`), so of each
// child at most one step is in doubt. What the system had taken outlives a killed process; power cuts are in
// test/crash.
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Stream } from "../../src/model/stream.ts";
import type { RecordedEvent } from "../../src/ports/storage.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { type Chance, seededChance, upTo } from "../../src/testing/chance.ts";
import { rounds, seed } from "../support/campaign.ts";
import { childPath } from "../support/child.ts";
import { added } from "../support/events.ts";
import { filesUnder, newWorkspace, readAll } from "../support/workspace.ts";

const ORIGINS: readonly Stream[] = [
  "owner",
  { channel: "chat", conversationId: "anna", sessionKey: "1" },
  { channel: "chat", conversationId: "bert", sessionKey: "2" },
];

type Step =
  | { readonly step: "ready" | "acknowledged" }
  | {
      readonly step: "append";
      readonly origin: number;
      readonly after: number;
      readonly facts: readonly string[];
    }
  | {
      readonly step: "erase";
      readonly origin: number;
      readonly after: number;
      readonly seqs: readonly number[];
    }
  | { readonly step: "blob"; readonly origin: number; readonly after: number; readonly fill: number };

/** What must stand in the workspace: per origin, "f:name" for a fact and "e:3,4" for an erasure. */
class Ledger {
  readonly streams: string[][] = ORIGINS.map(() => []);
  readonly erased: Set<number>[] = ORIGINS.map(() => new Set());

  /** Takes in what one child noted, except a last step that was not acknowledged: that is returned. */
  take(steps: readonly Step[]): Step | undefined {
    let open: Step | undefined;
    for (const step of steps) {
      if (step.step === "acknowledged" && open !== undefined) this.apply(open);
      open = step.step === "acknowledged" || step.step === "ready" ? undefined : step;
    }
    return open;
  }

  apply(step: Step): void {
    if (step.step === "append") this.streams[step.origin]?.push(...step.facts.map((name) => `f:${name}`));
    if (step.step === "erase") {
      this.streams[step.origin]?.push(`e:${step.seqs.join(",")}`);
      for (const seq of step.seqs) this.erased[step.origin]?.add(seq);
    }
  }
}

function nameOf({ event }: RecordedEvent): string {
  if (event.type === "added") return `f:${event.fact}`;
  return event.type === "erased" ? `e:${event.erases.join(",")}` : event.type;
}

/** Runs a writer and kills it: most of the time while it writes, sometimes while it opens the workspace. */
async function killWriter(workspace: string, round: number, chance: Chance): Promise<readonly Step[]> {
  const path = `${workspace}.notes-${round}`;
  const output = openSync(path, "w");
  const args = [childPath("writer"), workspace, String(upTo(2 ** 31, chance)), String(round)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", output, "inherit"] });
  closeSync(output);
  const ended = new Promise<string>((resolve) => {
    child.on("exit", (code, signal) => resolve(signal ?? String(code)));
  });
  if (chance() < 0.1) await delayMs(40 + upTo(100, chance));
  else {
    while (!readFileSync(path, "utf8").includes("ready") && child.exitCode === null) await delayMs(2);
    await delayMs(chance() * 100);
  }
  child.kill("SIGKILL");
  expect(await ended, "how the writer ended").toBe("SIGKILL");
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function delayMs(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration));
}

/** Reads everything back, decides the step in doubt by what is there, and compares. */
function check(store: FactStore, ledger: Ledger, inDoubt: Step | undefined): void {
  for (const [origin, stream] of ORIGINS.entries()) {
    const events = readAll(store, stream);
    const expected = ledger.streams[origin] as string[];
    const mine = inDoubt !== undefined && "origin" in inDoubt && inDoubt.origin === origin;
    if (mine && events.length > expected.length) ledger.apply(inDoubt);
    expect(events.map(nameOf), `origin ${origin}`).toEqual(expected);
    expect(events.map(({ seq }) => seq)).toEqual(expected.map((_, i) => i + 1));
    expect(events.filter((one) => !isSound(one)).map(nameOf), "wrong words").toEqual([]);
    const gone = events.filter((one) => one.bodyGone).map(({ seq }) => seq);
    expect(gone, "erased").toEqual([...(ledger.erased[origin] as Set<number>)].sort((a, b) => a - b));
    expect(store.verify(stream)).toMatchObject({ ok: true, problems: [], events: expected.length });
    checkBlob(store, stream, expected.length);
  }
}

function isSound({ event, bodyGone }: RecordedEvent): boolean {
  return (
    event.type !== "added" || bodyGone || event.body?.content.startsWith(`words of ${event.fact}:`) === true
  );
}

/** A blob may be missing; if it is there, it is whole. */
function checkBlob(store: FactStore, stream: Stream, head: number): void {
  const blob = store.getBlob(stream, "state");
  if (blob === undefined) return;
  expect(blob.seq).toBeLessThanOrEqual(head);
  expect([blob.bytes.length, new Set(blob.bytes).size], "length and different bytes").toEqual([3_000, 1]);
}

/** Erased words that still stand in some file. */
function wordsLeft(workspace: string, ledger: Ledger): readonly string[] {
  const gone = ledger.streams.flatMap((names, origin) =>
    [...(ledger.erased[origin] as Set<number>)].map((seq) => names[seq - 1]?.slice(2)),
  );
  const text = filesUnder(workspace)
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const left = new Set([...text.matchAll(/words of ([^:]+):/g)].map((match) => match[1]));
  return gone.flatMap((name) => (name !== undefined && left.has(name) ? [name] : []));
}

test(`nothing acknowledged is lost when the writer is killed (seed ${seed})`, async () => {
  const chance = seededChance(seed);
  const workspace = newWorkspace("kill");
  const ledger = new Ledger();
  const fewest = rounds({ sample: 8, full: 100 });
  let kills = 0;
  let whileWriting = 0;
  // When a kill strikes is up to the machine: it goes on until one has struck an owner of a lock.
  for (let round = 1; round <= fewest || whileWriting === 0; round++) {
    kills = round;
    const inDoubt = ledger.take(await killWriter(workspace, round, chance));
    if (filesUnder(workspace).some((path) => path.includes("/lock/held."))) whileWriting++;
    const store = new FactStore(workspace, { volumeBytes: 4_000 });
    check(store, ledger, inDoubt);
    expect(wordsLeft(workspace, ledger), "erased words that still stand in a file").toEqual([]);
    const origin = round % ORIGINS.length;
    const name = `parent-${round}`;
    const after = (ledger.streams[origin] as string[]).length;
    store.append(ORIGINS[origin] as Stream, after, [added(name, `words of ${name}:`)]);
    ledger.apply({ step: "append", origin, after, facts: [name] });
    store.close();
  }
  const events = ledger.streams.reduce((sum, names) => sum + names.length, 0);
  console.log(`${kills} kills, ${whileWriting} of them of a lock's owner; ${events} events (seed ${seed})`);
});
