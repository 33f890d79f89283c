/** Does an index of keys find after it was kept and read again what it found before? */
import { expect, test } from "vitest";
import { MemoryStore } from "../../src/index.ts";
import { KeyIndex, readFact } from "../../src/indexes/keys.ts";
import { Replica } from "../../src/log/replica.ts";
import { driveNow } from "../../src/log/steps.ts";
import { added } from "../support/events.ts";

const TEXTS = ["I eat meat.", "I no longer eat meat.", "Actually, the rent is 1,450 euros.", "I like tea."];
const ASKED = ["I eat meat", "I am eating meat", "The rent is 1,400 euros", "I eat fish", "I like tea"];

function stateOf(texts: readonly string[]) {
  const store = new MemoryStore();
  store.append(
    "owner",
    0,
    texts.map((content, i) => added(`f${i}`, content)),
  );
  return driveNow(new Replica(store, "owner").catchUp());
}

function answers(keys: KeyIndex) {
  return ASKED.map((text) => {
    const reading = readFact(text, undefined);
    return [keys.sameAs(reading.form), keys.framed(reading.frameKey), keys.denying(reading)];
  });
}

test("a kept index answers as one that was made from the facts, denials included", () => {
  const state = stateOf(TEXTS);
  const [made, kept] = [new KeyIndex(), new KeyIndex()];
  made.restore(state, undefined);
  kept.restore(state, made.encode(state));
  expect(answers(kept)).toEqual(answers(made));
  expect(answers(made).map(([, , denying]) => denying)).toEqual([["f1"], ["f1"], ["f2"], [], []]);
  expect(kept.encode(state)).toEqual(made.encode(state));
});

test("an index that was cut, or is of other facts, is made anew", () => {
  const state = stateOf(TEXTS);
  const made = new KeyIndex();
  made.restore(state, undefined);
  const bytes = made.encode(state);
  for (const other of [bytes.subarray(0, -8), bytes.subarray(0, 40), new Uint8Array(0)]) {
    const keys = new KeyIndex();
    keys.restore(state, other);
    expect(answers(keys)).toEqual(answers(made));
  }
});

test("what was expected and not written denies nothing", () => {
  const keys = new KeyIndex();
  keys.restore(stateOf(["I like tea."]), undefined);
  const denial = "I no longer eat meat.";
  keys.expect("x", denial, undefined, readFact(denial, undefined));
  const eats = readFact("I eat meat", undefined);
  expect(keys.denying(eats)).toEqual(["x"]);
  keys.expectNothing();
  expect(keys.denying(eats)).toEqual([]);
});
