/** Is every format that was ever written still readable? One folder in test/fixtures per format version. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Replica } from "../../src/log/replica.ts";
import { driveNow } from "../../src/log/steps.ts";
import { EVENT_TYPES } from "../../src/model/event.ts";
import { inboxOf, marksOf, type Stream, streamKey } from "../../src/model/stream.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { keyFile } from "../../src/stores/keys/key-file.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures/", import.meta.url));
const formats = readdirSync(FIXTURES).filter((name) => name.startsWith("format-"));

/** Everything in a workspace, as data. */
function everything(store: FactStore): unknown {
  const streams = store
    .list()
    .flatMap((stream): Stream[] =>
      stream === "workspace" ? [stream] : [stream, marksOf(stream as "owner"), inboxOf(stream as "owner")],
    );
  const events = streams
    .map((stream) => [streamKey(stream), store.read(stream, 0).events] as const)
    .filter(([, some]) => some.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const facts = [...driveNow(new Replica(store, "owner").catchUp()).facts.values()];
  return JSON.parse(JSON.stringify({ events: Object.fromEntries(events), facts }));
}

describe.each(formats)("%s", (format) => {
  let folder: string;
  let store: FactStore;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tideline-format-"));
    cpSync(join(FIXTURES, format), folder, { recursive: true });
    const vault = join(folder, "vault");
    const keys = existsSync(vault) ? keyFile({ folder: vault }) : undefined;
    store = new FactStore(join(folder, "workspace"), { keys });
  });
  afterAll(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("reads as it did when it was written", () => {
    const path = join(FIXTURES, format, "expected.json");
    if (process.env.TIDELINE_WRITE_EXPECTED === format)
      writeFileSync(path, `${JSON.stringify(everything(store), null, 1)}\n`);
    expect(everything(store)).toEqual(JSON.parse(readFileSync(path, "utf8")));
  });

  test("verifies, and can be written on", () => {
    for (const stream of store.list()) expect(store.verify(stream)).toMatchObject({ ok: true, problems: [] });
    const { head } = store.verify("owner");
    store.append("owner", head.seq, [{ type: "pinned", v: 1, at: 1, fact: "f1" }]);
    expect(store.verify("owner", { head }).ok).toBe(true);
  });
});

test("every event type stands in some fixture", () => {
  const texts = formats.map((format) => readFileSync(join(FIXTURES, format, "expected.json"), "utf8"));
  // Written by the store itself: the registry is in every fixture, a repair leaves damage.
  const internal = ["registered", "repaired"];
  const known = EVENT_TYPES.filter((type) => !internal.includes(type));
  expect(known.filter((type) => !texts.some((text) => text.includes(`"type": "${type}"`)))).toEqual([]);
});

test("a workspace of a newer format is refused with a code, and left alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "tideline-format-"));
  writeFileSync(join(folder, "tideline.json"), '{"tideline":"workspace","format":3}');
  expect(() => new FactStore(folder)).toThrow(expect.objectContaining({ code: "format-newer" }));
  expect(readdirSync(folder)).toEqual(["tideline.json"]);
  rmSync(folder, { recursive: true, force: true });
});
