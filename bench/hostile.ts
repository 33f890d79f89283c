/**
 * What is the most that one text can cost, whoever wrote it? CPU time of adding, recalling, observing and distilling
 * texts made of a few pieces, repeated to the limit of a fact, in a process that no longer optimises patterns.
 *
 * V8 stops optimising regular expressions once a process has compiled enough of them; a server reaches that in its first
 * days. A pattern that reads the same characters again for each of its starts is then a hundred times as slow: one turn
 * once took twenty seconds. The plain text beside them is of the same length.
 *
 *   npm run bench -- hostile [--texts=300] [--seed=1]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { Tideline } from "../src/index.ts";
import { MAX_CONTENT_CHARS, MAX_QUERY_CHARS } from "../src/limits.ts";
import { type Chance, seededChance, upTo } from "../src/testing/chance.ts";
import { wholeNumber } from "./support/measure.ts";
import { quantile } from "./support/verdict.ts";

const BAR_MS = 500;
const WORST_SHOWN = 8;
/** What patterns look for: marks, names, dates, claims, orders, quotations, credentials, and their near misses. */
const PIECES = [
  ...[
    "'",
    '"',
    "“",
    "«",
    "`",
    "(",
    "[",
    "{",
    "<",
    "-",
    "--- ",
    "_",
    "*",
    "=",
    "~",
    ":",
    "#",
    "/",
    "\\",
    "@a ",
  ],
  ...[
    "a",
    "A",
    "Aa ",
    "a ",
    "a, ",
    "a.",
    "a. ",
    "A B ",
    "a-b ",
    "a's ",
    "a: ",
    "A: ",
    "a/",
    "...",
    "…",
    "! ",
    "? ",
  ],
  ...[
    "\n",
    " \n",
    "\t",
    "\r\n",
    "\u00a0",
    "\u2028",
    "> ",
    "From: a\n",
    "On a ",
    "é",
    "e\u0301",
    "\u0301",
    "\u200b",
  ],
  ...[
    "1",
    "1 ",
    "1,",
    "1.",
    "1-",
    "1/",
    "1:",
    "+1 ",
    "$1 ",
    "2020-01-01 ",
    "1 May ",
    "Monday ",
    "next ",
    "in 1 ",
  ],
  ...[
    "from 1 to ",
    "10 mg ",
    "5 km ",
    "one ",
    "twenty-one ",
    "first ",
    "I ",
    "I am ",
    "I'm ",
    "my ",
    "My a is ",
  ],
  ...[
    "not ",
    "no ",
    "never ",
    "and ",
    "or ",
    "the ",
    "of ",
    "to ",
    "if ",
    "is ",
    "was ",
    "used to ",
    "moved to ",
  ],
  ...[
    "http://",
    "http://a.",
    "a@",
    "a@b.",
    "key: ",
    "key=",
    "password is ",
    "sk-a",
    "AKIA",
    "-----BEGIN ",
    "4111-",
  ],
  ...[
    "ignore all ",
    "you must ",
    "please send ",
    "the user wants ",
    "always ",
    "from now on ",
    "SYSTEM:",
    "<|",
    "</",
  ],
  ...[
    "![a](",
    "[a](b) ",
    "&#",
    "%41",
    "\\u0041",
    "QUFB",
    "41 ",
    "i.g.n.o.r.e ",
    "I g n o r e ",
    "uoy ",
    "said: ",
  ],
  ...["what is ", "who ", "when ", "can ", "中", "я", "Ｓ", "🙂"],
];
const PLAIN = "My sister Anna moved to Graz in May and works there as a nurse. ";

setFlagsFromString("--no-regexp-optimization");
const { values } = parseArgs({
  options: { texts: { type: "string", default: "300" }, seed: { type: "string", default: "1" } },
});
const texts = wholeNumber("texts", values.texts, 1);
const chance = seededChance(wholeNumber("seed", values.seed, 0));
const folder = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), "hostile-"));
try {
  await measure(join(folder, "memory"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(path: string): Promise<void> {
  const memory = Tideline.open(path);
  for (let i = 0; i < 30; i++) memory.add(`My friend number ${i} lives in town ${i} and likes apples.`);
  const verbs: Record<string, (text: string, session: string) => unknown> = {
    "add, the owner's": (content) => memory.add({ content, segment: "knowledge" }),
    "add, a tool's": (content) => memory.add({ content, segment: "knowledge", source: "tool_output" }),
    recall: (text) => memory.recall(text.slice(0, MAX_QUERY_CHARS)),
    beforeTurn: (text) => memory.beforeTurn(text.slice(0, MAX_QUERY_CHARS)),
    observe: (content, session) => memory.observe({ session, role: "user", content }),
    distil: (_, session) => memory.distil({ session }),
  };
  const taken = new Map(Object.keys(verbs).map((verb) => [verb, [] as { ms: number; unit: string }[]]));
  const plain = new Map<string, number>();
  for (let i = -1; i < texts; i++) {
    const { unit, text } = i < 0 ? repeated([PLAIN]) : drawn(chance);
    for (const [verb, call] of Object.entries(verbs)) {
      const ms = await cpuOf(() => call(text, `session ${i}`));
      if (i < 0) plain.set(verb, ms);
      else taken.get(verb)?.push({ ms, unit });
    }
  }
  memory.close();
  console.log(`${texts} texts of ${MAX_CONTENT_CHARS} characters; milliseconds of CPU`);
  for (const [verb, all] of taken) {
    const ms = all.map((one) => one.ms);
    const most = Math.max(...ms);
    console.log(
      `${verb}: plain ${plain.get(verb)?.toFixed(0)}, median ${quantile(ms, 0.5).toFixed(0)}, most ${most.toFixed(0)}`,
    );
  }
  const worst = [...taken].flatMap(([verb, all]) => all.map((one) => ({ verb, ...one })));
  worst.sort((a, b) => b.ms - a.ms);
  for (const { verb, ms, unit } of worst.slice(0, WORST_SHOWN))
    console.log(`  ${ms.toFixed(0)} ms  ${verb}: ${unit}`);
  console.log(`each at most ${BAR_MS} ms: ${(worst[0]?.ms ?? 0) <= BAR_MS ? "met" : "NOT MET"}`);
}

/** One to four pieces: repeated in turn, each by itself, or mixed. */
function drawn(draw: Chance): { readonly unit: string; readonly text: string } {
  const pieces = Array.from({ length: 1 + upTo(3, draw) }, () => PIECES[upTo(PIECES.length - 1, draw)] ?? "");
  const order = upTo(2, draw);
  if (order === 0) return repeated([pieces.join("")]);
  if (order === 1) return repeated(pieces);
  const mixed = Array.from({ length: MAX_CONTENT_CHARS }, () => pieces[upTo(pieces.length - 1, draw)]);
  return { unit: `mixed ${JSON.stringify(pieces)}`, text: mixed.join("").slice(0, MAX_CONTENT_CHARS) };
}

function repeated(pieces: readonly string[]): { readonly unit: string; readonly text: string } {
  const chars = Math.floor(MAX_CONTENT_CHARS / pieces.length);
  const text = pieces.map((piece) => piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars)).join("");
  return { unit: `repeated ${JSON.stringify(pieces)}`, text };
}

/** A text may be refused: that, too, is an answer. */
async function cpuOf(call: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
