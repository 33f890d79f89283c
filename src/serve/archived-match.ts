/** What is said to an owner whose question finds only archived facts? */
export function archivedMatch(faded: number): string {
  return faded === 1 ? "1 archived fact matches" : `${faded} archived facts match`;
}
