/**
 * How is what reads turns made ready without holding other work up? An engine compiles a pattern when it is first tried,
 * and all of them with the first turn would hold other work up for 40 ms. So they are tried one after the other, with a
 * rest after each.
 */
import { findSecrets } from "../write/secrets.ts";
import { scanThreats } from "../write/threat.ts";
import { PATTERNS as OF_CARRYING } from "./carries.ts";
import { PATTERNS as OF_VOICES } from "./voices.ts";

/** It is compiled again for speed when it is tried once more. */
const TRIES = 2;
const SAMPLE = "I live in Bern.";
/** A figure has it looked through closely for credentials. */
const SAMPLE_WITH_FIGURE = "My account in Bern is 4711, the code is at home.";

export function* compiled(patterns: readonly RegExp[]): Generator<undefined> {
  for (const pattern of patterns) {
    for (let tried = 0; tried < TRIES; tried++) SAMPLE.search(pattern);
    yield;
  }
}

/** What checks a reply and decides about a fact. */
export function* compiledForCheck(): Generator<undefined> {
  yield* compiled([...OF_VOICES, ...OF_CARRYING]);
  for (const scan of [findSecrets, scanThreats])
    for (let tried = 0; tried < TRIES; tried++) {
      scan(SAMPLE_WITH_FIGURE);
      yield;
    }
}
