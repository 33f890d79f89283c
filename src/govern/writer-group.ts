/**
 * Who wrote what waits for a person, and in which order is it shown? Facts are grouped by what a surface vouches for:
 * the token that was shown, or else the surface that the fact came through (the "door"); then by source. Nothing else
 * that a writer claims makes a group: not an actor, not a program's name, not the spelling of a source.
 *
 * The groups are interleaved in rounds, a few facts of each per round. So a writer who adds thousands of facts is never
 * more than a few ahead of anybody else.
 */
import { REVIEWED_PER_WRITER } from "../limits.ts";
import type { Fact } from "../model/fact.ts";
import { SOURCE_TAGS, type SourceTag, TRUSTED } from "../model/source.ts";
import { NOT_RECORDED, SURFACES, type Surface, type Writer } from "../model/speaker.ts";

/** The group of what the principal said or endorsed. It belongs to no writer. */
export const OWN = "own";

/** The id of a token, or a surface. */
export function doorOf(writer: Writer | undefined): string {
  return writer?.token ?? writer?.surface ?? NOT_RECORDED;
}

/** "own", or a door and a source: "mcp/agent". */
export function groupOf({
  authority,
  writer,
  source,
}: Pick<Fact, "authority" | "writer" | "source">): string {
  return authority === TRUSTED ? OWN : `${doorOf(writer)}/${source}`;
}

/** A group, for a person to read. */
export interface WriterGroup {
  /** For `review({ from })` and `dismiss(from)`. */
  readonly from: string;
  /** The id of the token that was shown; if there was none, the surface. Old logs recorded neither. */
  readonly token: string | undefined;
  readonly surface: Surface | undefined;
  /** undefined for what the principal said. */
  readonly source: SourceTag | undefined;
}

export function readGroup(from: string): WriterGroup {
  const [door = "", source] = from.split("/");
  const surface = SURFACES.find((one) => one === door);
  const isToken = from !== OWN && surface === undefined && door !== NOT_RECORDED;
  const tag = SOURCE_TAGS.find((one) => one === source);
  return { from, token: isToken ? door : undefined, surface, source: tag };
}

/** The door of a group. */
export function doorIn(group: string): string {
  return group.split("/", 1)[0] as string;
}

/** Is this the group that is asked for? A door alone stands for all its sources. */
export function isAsked(group: string, asked: string): boolean {
  return group === asked || doorIn(group) === asked;
}

export interface RoundRobin<T> {
  /** All of the principal's own items; then a few of each door, then a few more of each, and so on. */
  readonly ordered: readonly T[];
  /** How many items come before the second round. */
  readonly firstRound: number;
}

/** `sorted`: in the order that applies within one round. Takes time linear in the number of items. */
export function roundRobin<T>(sorted: readonly T[], groupOfOne: (one: T) => string): RoundRobin<T> {
  const own: T[] = [];
  const others: T[] = [];
  for (const one of sorted) (groupOfOne(one) === OWN ? own : others).push(one);
  // First round the sources of each door, so that one does not use up the places of another; then round the doors.
  const atDoors = roundsOf(others, groupOfOne).flat();
  const roundOf = new Map<T, number>();
  for (const [round, some] of roundsOf(atDoors, (one) => doorIn(groupOfOne(one))).entries())
    for (const one of some) roundOf.set(one, round);
  const rounds: T[][] = [];
  for (const one of others) pushAt(rounds, roundOf.get(one) ?? 0, one);
  return { ordered: [...own, ...rounds.flat()], firstRound: own.length + (rounds[0]?.length ?? 0) };
}

/** The first few of each key, the next few of each, and so on; the given order applies within each round. */
function roundsOf<T>(ordered: readonly T[], keyOf: (one: T) => string): readonly T[][] {
  const seen = new Map<string, number>();
  const rounds: T[][] = [];
  for (const one of ordered) {
    const key = keyOf(one);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    pushAt(rounds, Math.floor(before / REVIEWED_PER_WRITER), one);
  }
  return rounds;
}

export function pushAt<T>(lists: T[][], at: number, one: T): void {
  const list = lists[at];
  if (list === undefined) lists[at] = [one];
  else list.push(one);
}
