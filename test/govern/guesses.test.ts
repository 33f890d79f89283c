/**
 * Can somebody who has every file, and the workspace's secret with them, confirm a guess at words that were purged? The
 * words are gone; what is left must not tell whether a guess is right.
 */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Tideline } from "../../src/index.ts";
import { originKey } from "../../src/model/origin.ts";
import { nodeHash } from "../../src/stores/node-ports.ts";
import { FakeClock, fact, newMemory, PEER } from "../support/memory.ts";
import { newWorkspace } from "../support/workspace.ts";

/** What must be gone after a purge is a PIN: these workspaces store one. */
const TAKES_SECRETS = { secrets: "allow" } as const;

const FIXTURE = fileURLToPath(new URL("../fixtures/format-1-requests/workspace", import.meta.url));

/** Everything in a folder, as one text. */
function bytesIn(dir: string): string {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

const { sha256 } = nodeHash;

/** Every secret that can be read in the files, and every origin's that is made of one. */
function secretsIn(files: string): readonly string[] {
  const written = [...files.matchAll(/"secret":"([^"]+)"/g)].map(([, secret]) => secret as string);
  const origins = (["owner", PEER] as const).map((origin) => `secret of ${originKey(origin)}`);
  return ["", ...written, ...written.flatMap((one) => origins.map((text) => sha256(`${one}\n${text}`)))];
}

/** What the engine ever made digests of, for a text. */
function digestedTexts(content: string): readonly string[] {
  const requests = ["owner_message", "user_instruction", "agent"].map((source) =>
    JSON.stringify(["request", content, "knowledge", source, null, null]),
  );
  return [content, `refused ${content}`, ...requests];
}

/** The guesses that some digest in the files confirms. */
function confirmed(files: string, guesses: readonly string[]): readonly string[] {
  // Digests are of 32 characters or 43: whatever begins like one of them is found.
  const digests = [...files.matchAll(/"([\w-]{32})(?:[\w-]{11})?"/g)].map(([, start]) => start as string);
  const found = new Set(
    secretsIn(files).flatMap((secret) => {
      const guessOf = dictionary(secret, guesses);
      return digests.map((start) => guessOf.get(start));
    }),
  );
  return guesses.filter((guess) => found.has(guess));
}

const dictionaries = new Map<
  string,
  { readonly guesses: readonly string[]; readonly of: Map<string, string> }
>();

/** Which guess has a digest that begins so, with this secret. The files of a test are looked at several times. */
function dictionary(secret: string, guesses: readonly string[]): ReadonlyMap<string, string> {
  const known = dictionaries.get(secret);
  if (known?.guesses === guesses) return known.of;
  const of = new Map<string, string>();
  for (const guess of guesses)
    for (const text of digestedTexts(guess)) of.set(sha256(`${secret}\n${text}`).slice(0, 32), guess);
  dictionaries.set(secret, { guesses, of });
  return of;
}

const PINS = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(4, "0"));
const GUESSES = PINS.map((pin) => `My PIN is ${pin}.`);

describe("after a purge, of a dictionary of ten thousand guesses none is confirmed", () => {
  test("by what a keyed write, its repetitions and a refusal leave", () => {
    const dir = newWorkspace("guesses");
    const memory = Tideline.open(dir, { ...TAKES_SECRETS, clock: new FakeClock() });
    const pin = memory.add(fact("My PIN is 9731.", { idempotencyKey: "first" }));
    memory.add(fact("My PIN is 9731.", { idempotencyKey: "again" }));
    memory.add(fact("My PIN is 9731.", { idempotencyKey: "heard", source: "agent" }));
    expect(() =>
      memory.add(fact("My PIN is 2468.", { segment: "identity", source: "agent", idempotencyKey: "no" })),
    ).toThrow();
    expect(confirmed(bytesIn(dir), GUESSES)).toEqual(["My PIN is 9731."]);
    memory.purge(pin.fact.id);
    memory.close();
    expect(confirmed(bytesIn(dir), GUESSES)).toEqual([]);
    const again = Tideline.open(dir, { ...TAKES_SECRETS, clock: new FakeClock() });
    for (const idempotencyKey of ["first", "again", "heard"])
      expect(() =>
        again.add(
          fact("My PIN is 9731.", {
            idempotencyKey,
            ...(idempotencyKey === "heard" ? { source: "agent" } : {}),
          }),
        ),
      ).toThrow(expect.objectContaining({ code: "erased-fact" }));
    again.close();
    expect(confirmed(bytesIn(dir), GUESSES)).toEqual([]);
  });

  test("in a log of an earlier version, once it was written to", () => {
    const dir = newWorkspace("healed");
    cpSync(FIXTURE, dir, { recursive: true });
    const all = [
      ...GUESSES,
      ...PINS.slice(0, 1_000).map((pin) => `The safe opens with ${pin}.`),
      ...PINS.slice(2_000, 3_000).map((pin) => `The alarm code is ${pin}.`),
    ];
    // What the attacker can do without the healing: so the test can fail.
    expect(confirmed(bytesIn(dir), all)).toEqual([
      "My PIN is 9731.",
      "The safe opens with 0815.",
      "The alarm code is 2468.",
    ]);
    const memory = Tideline.open(dir, TAKES_SECRETS);
    memory.add(fact("Ann plays the cello."));
    memory.as(PEER).add(fact("Ben plays the oboe.", { source: "user_instruction" }));
    memory.close();
    expect(confirmed(bytesIn(dir), all)).toEqual([]);
    const healed = Tideline.open(dir, TAKES_SECRETS);
    for (const handle of [healed, healed.as(PEER)]) expect(handle.verify().ok).toBe(true);
    // What is lost: a retry of an old key is a write. Saying the same again makes no second fact.
    const tea = fact("I drink green tea.", { idempotencyKey: "tea" });
    expect(healed.add(tea)).toMatchObject({ outcome: "reinforced", fact: { observationCount: 2 } });
    expect(healed.add(tea).events).toEqual([]);
    healed.close();
  });

  test("in a log of an earlier version, by the first purge", () => {
    const dir = newWorkspace("healed-by-purge");
    cpSync(FIXTURE, dir, { recursive: true });
    const memory = Tideline.open(dir, TAKES_SECRETS);
    memory.purge(memory.list()[0]?.id ?? "");
    memory.close();
    const teas = ["green", "black", "white"].map((kind) => `I drink ${kind} tea.`);
    expect(confirmed(bytesIn(dir), [...GUESSES, ...teas])).toEqual([]);
  });

  test("of an export of an earlier version, taken in and purged here", () => {
    const { memory: there } = newMemory(TAKES_SECRETS);
    there.add(fact("My PIN is 9731.", { idempotencyKey: "first" }));
    // As an earlier version wrote it: the digest of the request in the header.
    const old = there
      .export()
      .replace(/"outcome":"added"\}(.*?),"request":"([\w-]{43})"/, '"outcome":"added","request":"$2"}$1')
      .replaceAll(',"generation":2', "");
    expect(old).toMatch(/"idempotency":\{"key":"[\w-]{43}","outcome":"added","request"/);
    const dir = newWorkspace("imported");
    const memory = Tideline.open(dir, { ...TAKES_SECRETS, clock: new FakeClock() });
    memory.import(old);
    // Keys that came along are still recognised.
    expect(memory.add(fact("My PIN is 9731.", { idempotencyKey: "first" })).events).toEqual([]);
    memory.purge(memory.list()[0]?.id ?? "");
    memory.close();
    expect(confirmed(bytesIn(dir), GUESSES)).toEqual([]);
  });
});

/** The figures in headers that come of a text and its neighbours. */
async function figuresOf(secret: string): Promise<string> {
  const { memory, store } = newMemory({ ...TAKES_SECRETS, policy: "layered" });
  for (const place of ["blue drawer", "kitchen drawer", "desk"])
    memory.add(fact(`I keep my bank card and a note of its PIN in the ${place}.`));
  const { id } = memory.add(fact(secret)).fact;
  await memory.dream({ related: 0.4 });
  memory.purge(id);
  const heads = store.read("owner", 0).events.flatMap(({ event }): readonly unknown[] => {
    if (event.type === "added" && event.fact === id) return [[event.surprise, event.importance]];
    return event.type === "linked" || event.type === "merged" ? [event.why?.inputs] : [];
  });
  return JSON.stringify(heads);
}

test("figures that come of the words are too coarse to tell which they were", async () => {
  const guesses = Array.from(
    { length: 60 },
    (_, i) => `I keep my bank card, and its PIN is ${4000 + 97 * i}.`,
  );
  const figures = await Promise.all(guesses.map(figuresOf));
  expect(figures[0]).toContain("cosine");
  // Whichever of them was said: how many guesses have its figures, on average?
  const alike = figures.map((one) => figures.filter((other) => other === one).length);
  expect(alike.reduce((sum, count) => sum + count, 0) / figures.length).toBeGreaterThan(20);
});
