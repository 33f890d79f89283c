/**
 * What does the host's threat scanner say? Scanners answer in many shapes. This file reads the usual ones and fails
 * closed: if the scanner throws, answers with a promise (too late for an add), or gives no verdict (a score, an object
 * without one), that is a threat of its own, and its `why` tells the host what to change.
 */
import type { ThreatScanAdapter } from "../ports/threat-scan.ts";
import type { Threat } from "./threat/kind.ts";

const SAYS_BAD = ["flagged", "threat", "unsafe", "malicious", "blocked"] as const;
const SAYS_GOOD = ["safe", "ok"] as const;
const REASONS = ["why", "reason", "message"] as const;
const NO_REASON = "the host's scanner objects";
const MAX_WHY_CHARS = 200;
/** The length of all objections to one text together. */
const MAX_OBJECTION_CHARS = 500;
/** Line ends, white space and invisible characters. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** The host's objections to `content`; empty if there is no adapter or it has none. Never throws. */
export function hostVerdict(adapter: ThreatScanAdapter | undefined, content: string): readonly Threat[] {
  if (!adapter) return [];
  try {
    return readVerdict(adapter.scan(content));
  } catch (error) {
    return [scanFailed(`the host's scanner threw: ${messageOf(error)}`)];
  }
}

/**
 * The scanner's own words, on one line; undefined if it gave no reason. They may quote the text, so they are stored
 * with the fact's words, and erased with them.
 */
export function objectionIn(threats: readonly Threat[]): string | undefined {
  const said = threats.filter(
    ({ kind, why }) => kind === "scan-failed" || (kind === "host" && why !== NO_REASON),
  );
  if (said.length === 0) return undefined;
  return shorten([...new Set(said.map(({ why }) => why))].join("; "), MAX_OBJECTION_CHARS);
}

function readVerdict(answer: unknown): readonly Threat[] {
  if (answer === undefined || answer === null || answer === false || answer === "") return [];
  if (answer === true) return [objection()];
  if (typeof answer === "string") return [objection(answer)];
  if (Array.isArray(answer)) return answer.map((entry: unknown) => objection(reasonIn(entry)));
  if (typeof answer === "object") return readObject(answer);
  return [scanFailed(`the host's scanner answered with a ${typeof answer}, which is no verdict`)];
}

function readObject(answer: object): readonly Threat[] {
  if (typeof Reflect.get(answer, "then") === "function") {
    // Nobody else will look at this promise; a rejection must not end the process.
    Promise.resolve(answer).catch(() => undefined);
    return [scanFailed("the host's scanner answered with a promise, and an add cannot wait for one")];
  }
  const bad = SAYS_BAD.filter((key) => key in answer).map((key): unknown => Reflect.get(answer, key));
  const good = SAYS_GOOD.filter((key) => key in answer).map((key): unknown => Reflect.get(answer, key));
  if (bad.length + good.length === 0) {
    return [scanFailed("the host's scanner answered with an object that holds no verdict")];
  }
  const isBad = bad.some(Boolean) || good.some((value) => !value);
  return isBad ? [objection(reasonIn(answer))] : [];
}

/** A string is its own reason; an object may have one under a usual name. */
function reasonIn(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry;
  if (typeof entry !== "object" || entry === null) return undefined;
  return REASONS.map((key): unknown => Reflect.get(entry, key)).find((value) => typeof value === "string") as
    | string
    | undefined;
}

function objection(reason = ""): Threat {
  return { kind: "host", why: shorten(reason) || NO_REASON, at: 0 };
}

function scanFailed(why: string): Threat {
  return { kind: "scan-failed", why: shorten(`${why}; held for review`), at: 0 };
}

function shorten(text: string, most = MAX_WHY_CHARS): string {
  // A scanner may answer with the whole text: only as much is processed as can be kept.
  const line = text
    .slice(0, 4 * most)
    .replace(UNSEEN, " ")
    .trim();
  return (line.length <= most ? line : `${line.slice(0, most - 1)}…`).toWellFormed();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "not an Error";
}
