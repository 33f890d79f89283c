/**
 * What does a certificate of destroyed keys say? What the `shredded` events of the workspace's log say, with the place
 * of the last of them in the chain. It names keys, events and heads, and holds no word of what was shredded.
 *
 * It can be made again from the log at any time. Whether it is true is checked in `memory/certificates.ts`.
 */
import { badArgument, fieldsOf } from "../model/arguments.ts";
import type { By, EventOf } from "../model/event.ts";
import type { Head, RecordedEvent } from "../ports/storage.ts";

export const CERTIFICATE_FORMAT = 1;

/** Numbers of events, from and to. */
export type SeqRange = readonly [from: number, to: number];

/** Says that keys are destroyed, so that nobody can read what was under them, in copies from before either. */
export interface ShredCertificate {
  readonly tideline: "certificate";
  readonly format: number;
  /** The id of the shred. */
  readonly shred: string;
  readonly what: EventOf<"shredded">["what"];
  /** The fact or turn that was asked for. */
  readonly asked?: string | undefined;
  readonly at: number;
  readonly by?: By | undefined;
  /** How many facts and turns it took. */
  readonly facts: number;
  readonly turns: number;
  readonly keys: {
    /** The keys of the origin, as the headers of its events name them. */
    readonly id: string;
    /** The events of the origin's stream whose keys are destroyed, or all of them. */
    readonly log: readonly SeqRange[] | "all";
    /** The same of its inbox. */
    readonly inbox: readonly SeqRange[] | "all";
  };
  /** The last event of the origin's stream and of its inbox: after the shred, or before everything went. */
  readonly heads: { readonly log: Head; readonly inbox: Head };
  readonly vault: {
    readonly kind: string;
    /** The vault's key under which copies from before hold the destroyed keys. It is destroyed. */
    readonly destroyed: string;
    /** The vault's key after it. */
    readonly next: string;
  };
  /** Until when some words of the workspace were plain: copies from before then still hold those. */
  readonly plainUntil?: number | undefined;
  /** The last event of this shred in the workspace's own log. */
  readonly event: Head;
}

type Shredded = EventOf<"shredded">;

/** A shred that was begun, and what is known of its end. */
export interface Shred {
  readonly begun: Shredded;
  /** undefined: it was cut off. */
  readonly certificate: ShredCertificate | undefined;
}

/** The shreds of a workspace, oldest first. */
export class Shreds {
  private readonly found = new Map<string, { readonly begun: Shredded; readonly parts: Shredded[] }>();
  private readonly done = new Map<string, ShredCertificate>();

  follow({ seq, hash, event }: RecordedEvent): void {
    if (event.type !== "shredded") return;
    const known = this.found.get(event.shred);
    if (event.phase === "begun") {
      if (known === undefined) this.found.set(event.shred, { begun: event, parts: [] });
      return;
    }
    if (known === undefined || this.done.has(event.shred)) return;
    known.parts.push(event);
    if (event.final === true) this.done.set(event.shred, certificateOf(known.parts, { seq, hash }));
  }

  all(): readonly Shred[] {
    return [...this.found].map(([id, { begun }]) => ({ begun, certificate: this.done.get(id) }));
  }
}

function certificateOf(parts: readonly Shredded[], event: Head): ShredCertificate {
  const last = parts.at(-1) as Shredded;
  const { shred, what, asked, at, by, keys, vaultKey, nextKey = "", vault = "", plainUntil } = last;
  const ranges = (side: "log" | "inbox") =>
    what === "origin" ? "all" : parts.flatMap((part) => part[side] ?? []);
  return {
    ...{ tideline: "certificate", format: CERTIFICATE_FORMAT, shred, what },
    ...(asked === undefined ? {} : { asked }),
    at,
    ...(by === undefined ? {} : { by }),
    ...{ facts: last.facts ?? 0, turns: last.turns ?? 0 },
    keys: { id: keys, log: ranges("log"), inbox: ranges("inbox") },
    heads: { log: headOf(last.logHead), inbox: headOf(last.inboxHead) },
    vault: { kind: vault, destroyed: vaultKey, next: nextKey },
    ...(plainUntil === undefined ? {} : { plainUntil }),
    event,
  };
}

function headOf([seq, hash]: readonly [number, string] = [0, ""]): Head {
  return { seq, hash };
}

/** The numbers as ranges, in order. */
export function rangesOf(seqs: Iterable<number>): readonly SeqRange[] {
  const ranges: [number, number][] = [];
  for (const seq of [...new Set(seqs)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}

export function* seqsIn(ranges: readonly SeqRange[]): Generator<number> {
  for (const [from, to] of ranges) for (let seq = from; seq <= to; seq++) yield seq;
}

const FIELDS: ReadonlySet<string> = new Set([
  ...["tideline", "format", "shred", "what", "asked", "at", "by", "facts", "turns", "keys", "heads"],
  ...["vault", "plainUntil", "event"],
]);

/**
 * Reads what somebody says is a certificate, only as far as is needed to find it in the log: there it is compared as a
 * whole.
 */
export function parseCertificate(value: unknown): Pick<ShredCertificate, "shred"> & Readonly<object> {
  const given = fieldsOf(value, FIELDS, "verify's certificate", "a certificate, as shred returned it");
  if (given.tideline !== "certificate" || typeof given.shred !== "string")
    throw badArgument("certificate must be a certificate, as shred returned it");
  if (given.format !== CERTIFICATE_FORMAT)
    throw badArgument(
      `The certificate has format ${String(given.format).slice(0, 20)}, and this Tideline reads format ${CERTIFICATE_FORMAT}`,
    );
  return given as unknown as Pick<ShredCertificate, "shred">;
}

/** Are they the same, whatever the order of their fields? */
export function isSameCertificate(given: object, found: ShredCertificate): boolean {
  return ordered(given) === ordered(found);
}

function ordered(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
