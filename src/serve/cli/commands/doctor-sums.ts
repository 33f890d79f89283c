/**
 * How is the health of thousands of origins told on one screen? What is good is summed up in one line for each kind of
 * check; what a person should look at is listed, up to a limit, and counted beyond it.
 */
import type { Finding } from "./doctor-folder.ts";

/** Up to so many origins everything is told in full. */
const MOST_IN_FULL = 4;
/** So many findings of one kind are listed. */
const MOST_LISTED = 20;

/** `log of chat/anna/1`: a kind of check, and whose memory it is about. */
const ABOUT_ORIGIN = /^(log|index|junk|duplicates|conversations|review|facts) of (?!workspace$)/;

export function summed(findings: readonly Finding[]): readonly Finding[] {
  const kinds = new Map<string, Finding[]>();
  for (const one of findings) {
    const kind = ABOUT_ORIGIN.exec(one.check)?.[1];
    if (kind === undefined) continue;
    const all = kinds.get(kind);
    if (all === undefined) kinds.set(kind, [one]);
    else all.push(one);
  }
  if ((kinds.get("log") ?? []).length <= MOST_IN_FULL) return findings;
  const told: Finding[] = [];
  for (const one of findings) {
    const kind = ABOUT_ORIGIN.exec(one.check)?.[1];
    const all = kind === undefined ? undefined : kinds.get(kind);
    if (kind === undefined) told.push(one);
    else if (all !== undefined) {
      told.push(...summedKind(kind, all));
      kinds.delete(kind);
    }
  }
  return told;
}

function summedKind(kind: string, all: readonly Finding[]): readonly Finding[] {
  const good = all.filter(({ verdict }) => verdict === "good").length;
  const bad = all.filter(({ verdict }) => verdict === "bad");
  const told = [...bad, ...all.filter(({ verdict }) => verdict === "look")];
  const listed = told.slice(0, MOST_LISTED);
  const more = told.length - listed.length;
  return [
    ...(good === 0
      ? []
      : [{ check: `${kind} of ${good} origins`, verdict: "good", seen: "nothing to do" } as const]),
    ...listed,
    ...(more === 0
      ? []
      : [
          {
            check: `${kind} of ${more} more origins`,
            verdict: bad.length > MOST_LISTED ? "bad" : "look",
            seen: "the same kind of finding (all of them are in the answer with --json)",
          } as const,
        ]),
  ];
}
