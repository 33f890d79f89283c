/** From when to when does a value hold? */
import { happenedAt } from "../model/happened.ts";

/** From when it was declared to hold; otherwise since it happened, or since memory learned it. */
export function startOf(value: {
  readonly validFrom: number | undefined;
  readonly occurredAt: number | undefined;
  readonly createdAt: number;
}): number {
  return value.validFrom ?? happenedAt(value);
}

export function endOf({ validTo }: { readonly validTo: number | undefined }): number {
  return validTo ?? Number.POSITIVE_INFINITY;
}
