/** Which values does a file of JSON hold? One list, a list in an object, or one value on each line. */
import type { BadRecord } from "./record.ts";

export interface PlacedValue {
  readonly place: string;
  readonly value: unknown;
}

/** `lists`: the fields of an object in which lists of records may stand. */
export function* jsonRecords(text: string, lists: readonly string[]): Generator<PlacedValue | BadRecord> {
  const whole = parsed(text);
  if (whole === undefined) {
    yield* jsonLines(text);
    return;
  }
  const named = Object(whole.value) as Readonly<Record<string, unknown>>;
  const found = Array.isArray(whole.value) ? [whole.value] : lists.map((name) => named[name]);
  const all = found.filter(Array.isArray).flat();
  const isOne = all.length === 0 && !Array.isArray(whole.value) && !lists.some((name) => name in named);
  for (const [i, value] of (isOne ? [whole.value] : all).entries()) yield { place: `record ${i + 1}`, value };
}

function* jsonLines(text: string): Generator<PlacedValue | BadRecord> {
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    if (line.trim() === "") continue;
    const place = `line ${number}`;
    yield { place, ...(parsed(line) ?? { reason: "this line is not JSON" }) };
  }
}

/** Wrapped, because `null` is JSON too. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
