/** Which time does a fact belong to, for questions about time? When it happened; otherwise when memory learned it. */
export function happenedAt(fact: {
  readonly occurredAt: number | undefined;
  readonly createdAt: number;
}): number {
  return fact.occurredAt ?? fact.createdAt;
}
