// How is the WebAssembly kernel made? `node scripts/vector-kernel/build.mjs` assembles kernel.txt and writes the bytes
// to src/indexes/vectors/vector-module.ts; `--check` fails when that file is not what the source gives.
//
// The assembler knows what kernel.txt uses and no more. A real toolchain would be a dependency for a kilobyte of code.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../run.mjs";

const SOURCE = join(ROOT, "scripts/vector-kernel/kernel.txt");
const MODULE = join(ROOT, "src/indexes/vectors/vector-module.ts");

/** Places of a memory that kernel and engine share, in bytes; blocks of rows lie behind. */
const ADDRESSES = {
  QUERY: 0,
  TABLES: 512,
  HISTOGRAM: 1_536,
  CHOSEN: 9_216,
  PRODUCTS: 13_312,
  BLOCKS: 21_504,
};

const TYPES = { i32: 0x7f, v128: 0x7b };
const NO_RESULT = 0x40;
const SIMD = 0xfd;

/** Instructions without operand. */
const PLAIN = {
  end: [0x0b],
  "i32.eqz": [0x45],
  "i32.lt_u": [0x49],
  "i32.le_u": [0x4d],
  "i32.ge_u": [0x4f],
  "i32.ctz": [0x68],
  "i32.add": [0x6a],
  "i32.sub": [0x6b],
  "i32.and": [0x71],
  "i32.shl": [0x74],
  "i32.shr_u": [0x76],
  "v128.zero": [SIMD, 0x0c, ...new Array(16).fill(0)],
  "i8x16.swizzle": [SIMD, 0x0e],
  "i8x16.splat": [SIMD, 0x0f],
  "i16x8.splat": [SIMD, 0x10],
  "i16x8.le_u": [SIMD, 0x34],
  "v128.and": [SIMD, 0x4e],
  "v128.xor": [SIMD, 0x51],
  "i8x16.popcnt": [SIMD, 0x62],
  "i8x16.bitmask": [SIMD, 0x64],
  "i8x16.shr_u": [SIMD, 0x6d],
  "i8x16.add": [SIMD, 0x6e],
  "i16x8.extadd_pairwise_i8x16_u": [SIMD, 0x7d],
  "i32x4.extadd_pairwise_i16x8_u": [SIMD, 0x7f],
  "i16x8.bitmask": [SIMD, 0x84, 0x01],
  "i16x8.extend_low_i8x16_u": [SIMD, 0x89, 0x01],
  "i16x8.extend_high_i8x16_u": [SIMD, 0x8a, 0x01],
  "i16x8.add": [SIMD, 0x8e, 0x01],
  "i32x4.extend_low_i16x8_s": [SIMD, 0xa7, 0x01],
  "i32x4.extend_high_i16x8_s": [SIMD, 0xa8, 0x01],
  "i32x4.add": [SIMD, 0xae, 0x01],
  "i32x4.dot_i16x8_s": [SIMD, 0xba, 0x01],
};
const OPENING = { block: [0x02, NO_RESULT], loop: [0x03, NO_RESULT], if: [0x04, NO_RESULT] };
const ON_LOCAL = { "local.get": 0x20, "local.set": 0x21, "local.tee": 0x22 };
const WITH_NUMBER = { br: [0x0c], br_if: [0x0d], "i32x4.extract_lane": [SIMD, 0x1b] };
/** Reads and writes: the hint of alignment is the least one, which is always true. */
const ON_MEMORY = {
  "i32.load": [0x28],
  "i32.load16_u": [0x2f],
  "i32.store": [0x36],
  "i32.store8": [0x3a],
  "i32.store16": [0x3b],
  "v128.load": [SIMD, 0x00],
  "v128.load8x8_s": [SIMD, 0x01],
  "v128.store": [SIMD, 0x0b],
};

const text = render(assemble(readFileSync(SOURCE, "utf8")));
if (!process.argv.includes("--check")) writeFileSync(MODULE, text);
else if (readFileSync(MODULE, "utf8") !== text) {
  console.error("src/indexes/vectors/vector-module.ts is out of date: node scripts/vector-kernel/build.mjs");
  process.exit(1);
}

function assemble(source) {
  const functions = functionsOf(expand(linesOf(source)));
  const types = functions.map(({ params, result }) => [
    0x60,
    ...list(params.map(([, type]) => [TYPES[type]])),
    ...list(result === undefined ? [] : [[TYPES[result]]]),
  ]);
  const memory = [...name("engine"), ...name("memory"), 0x02, 0x00, ...unsigned(1)];
  return [
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list(types)),
    ...section(2, list([memory])),
    ...section(3, list(functions.map((_, i) => unsigned(i)))),
    ...section(7, list(functions.map((one, i) => [...name(one.name), 0x00, ...unsigned(i)]))),
    ...section(10, list(functions.map((one) => sized(bodyOf(one))))),
  ];
}

function linesOf(source) {
  return source
    .split("\n")
    .map((line) => line.replace(/;.*/, "").trim())
    .filter((line) => line !== "");
}

/** `repeat 3 … again` gives its lines three times; n counts from 0. */
function expand(lines) {
  const result = [];
  for (let i = 0; i < lines.length; i++) {
    const [word, times] = lines[i].split(" ");
    if (word !== "repeat") {
      result.push(lines[i]);
      continue;
    }
    const end = lines.indexOf("again", i);
    for (let n = 0; n < Number(times); n++)
      for (const line of lines.slice(i + 1, end))
        result.push(line.replace(/(\d+)\*n/, (_, step) => `${step * n}`));
    i = end;
  }
  return result;
}

function functionsOf(lines) {
  const functions = [];
  for (const line of lines) {
    if (!line.startsWith("func ")) {
      functions.at(-1).lines.push(line);
      continue;
    }
    const [head, locals = ""] = line.split("|");
    const [signature, result] = head.split("->");
    const [, called, ...params] = signature.trim().split(" ");
    const typed = (words) => words.filter(Boolean).map((word) => word.split(":"));
    functions.push({
      name: called,
      params: typed(params),
      result: result?.trim(),
      locals: typed(locals.trim().split(" ")),
      lines: [],
    });
  }
  return functions;
}

function bodyOf({ params, locals, lines }) {
  const indexOf = new Map([...params, ...locals].map(([local], i) => [local, i]));
  const declared = list(locals.map(([, type]) => [...unsigned(1), TYPES[type]]));
  return [...declared, ...lines.flatMap((line) => instruction(line, indexOf))];
}

function instruction(line, indexOf) {
  const [word, operand] = line.split(" ");
  if (word in PLAIN) return PLAIN[word];
  if (word in OPENING) return OPENING[word];
  if (word in ON_LOCAL && indexOf.has(operand)) return [ON_LOCAL[word], ...unsigned(indexOf.get(operand))];
  if (word in WITH_NUMBER) return [...WITH_NUMBER[word], ...unsigned(Number(operand))];
  if (word === "i32.const") return [0x41, ...signed(Number(operand))];
  if (word in ON_MEMORY) return [...ON_MEMORY[word], 0x00, ...unsigned(address(operand))];
  throw new Error(`No instruction: ${line}`);
}

function address(operand) {
  const parts = operand
    .split("+")
    .map((part) => (part.startsWith("@") ? ADDRESSES[part.slice(1)] : Number(part)));
  return parts.reduce((sum, part) => sum + part, 0);
}

function section(id, bytes) {
  return [id, ...sized(bytes)];
}

function sized(bytes) {
  return [...unsigned(bytes.length), ...bytes];
}

function list(items) {
  return [...unsigned(items.length), ...items.flat()];
}

function name(called) {
  return sized([...Buffer.from(called)]);
}

function unsigned(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value) {
  const rest = value >> 7;
  const isLast = (rest === 0 && (value & 64) === 0) || (rest === -1 && (value & 64) !== 0);
  return isLast ? [value & 127] : [(value & 127) | 128, ...signed(rest)];
}

function render(bytes) {
  const text = Buffer.from(bytes).toString("base64");
  const parts = text.match(/.{1,96}/g).map((part) => `  "${part}",`);
  return `/**
 * What are the bytes of the WebAssembly kernel? Assembled from scripts/vector-kernel/kernel.txt by the script beside it;
 * \`vector-wasm.ts\` uses them.
 */

/** Places of the memory that kernel and engine share, in bytes. */
export const ADDRESSES = {
${Object.entries(ADDRESSES)
  .map(([place, at]) => `  ${place}: ${`${at}`.replace(/(\d)(?=(\d{3})+$)/g, "$1_")},`)
  .join("\n")}
} as const;

/** ${bytes.length} bytes, base64. */
export const MODULE: string = [
${parts.join("\n")}
].join("");
`;
}
