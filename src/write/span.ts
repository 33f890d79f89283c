/** From when to when does a value hold? */
export function startOf(value: {
  readonly validFrom: number | undefined;
  readonly createdAt: number;
}): number {
  return value.validFrom ?? value.createdAt;
}

export function endOf({ validTo }: { readonly validTo: number | undefined }): number {
  return validTo ?? Number.POSITIVE_INFINITY;
}
