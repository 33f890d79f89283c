/**
 * What does a person see before they adopt a fact? Its text, every label that they adopt with it, why it is in
 * quarantine, and what the endorsement does to other facts.
 *
 * The text is indented, so that no line of it can pass for one of ours. Everything else fits on one line each.
 */
import {
  adoptedLabels,
  type EndorsementEffect,
  endorsementEffects,
  MAX_EFFECTS,
  whoseWords,
} from "../../../model/endorsement.ts";
import type { Fact } from "../../../model/fact.ts";
import type { ToldEvent } from "../../../model/told-event.ts";
import { allWords } from "../../../model/wording.ts";
import { scanThreats } from "../../../write/threat.ts";
import { clip, safe, when } from "./terminal.ts";

/** The longest label or quotation, in columns. */
const QUOTE_COLUMNS = 200;

/** `known` holds the facts that the effects are on. */
export function endorsementText(
  fact: Fact,
  effects: readonly EndorsementEffect[],
  known: ReadonlyMap<string, Fact>,
): string {
  const more = effects.length - MAX_EFFECTS;
  return [
    indented(fact.content),
    ...quarantineText(fact),
    ...adoptedLabels(fact, when).map(([name, value]) => `${name}: ${clip(value, Infinity)}.`),
    ...effects.slice(0, MAX_EFFECTS).map((effect) => effectText(effect, known)),
    ...(more > 0 ? [`${more} more effects. To list all: tideline endorse ${fact.id} --dry-run --json`] : []),
  ].join("\n");
}

export function effectsIn(events: readonly ToldEvent[], id: string): readonly EndorsementEffect[] {
  return endorsementEffects(id, events, when);
}

function indented(text: string): string {
  return safe(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `  ${line}`)
    .join("\n");
}

function quarantineText(fact: Fact): readonly string[] {
  if (!fact.quarantined) return [];
  const kinds = [...new Set(scanThreats(allWords(fact)).map(({ kind }) => kind))];
  const looks = kinds.length === 0 ? [] : [`looks like ${kinds.join(", ")}`];
  const objection = fact.objection === undefined ? [] : [`the scanner objects: ${quoted(fact.objection)}`];
  const why = [...looks, ...objection].join("; ") || "it looked like an attack when it was added";
  return [`Quarantined: ${why}. The endorsement releases it.`];
}

function effectText({ says, other }: EndorsementEffect, known: ReadonlyMap<string, Fact>): string {
  if (other === undefined) return `${says}.`;
  const fact = known.get(other);
  const words = fact === undefined ? "." : `: ${quoted(fact.content)}`;
  return `${says} ${whoseWords(fact)}${words}`;
}

function quoted(text: string): string {
  return `"${clip(text, QUOTE_COLUMNS)}"`;
}
