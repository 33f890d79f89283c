/**
 * What may a field of an event hold, and how is an event split into header and body?
 *
 * A header field is an id, a slug, a figure or a digest: never anything that could hold free text. The table of event
 * types is in `event.ts`.
 */
import { isId } from "./id.ts";
import { LINK_KINDS } from "./link.ts";
import { isMetadata, type Metadata } from "./metadata.ts";
import {
  type Fields,
  type Infer,
  numberFrom,
  type ObjectOf,
  object,
  oneOf,
  optional,
  type Shape,
  shape,
  slug,
  text,
  wholeFrom,
} from "./shape.ts";
import { AUTHORITIES, SOURCE_TAGS } from "./source.ts";
import { SURFACES } from "./speaker.ts";

export { flag, slug, text } from "./shape.ts";

const DIGEST = /^[0-9A-Za-z_-]{16,64}$/;

export const id = shape<string>("an id (1 to 64 letters, digits, - or _)", isId);
export const digest = shape<string>("a digest", (v) => typeof v === "string" && DIGEST.test(v));
export const time = shape<number>(
  "a time in epoch milliseconds",
  (v) => Number.isSafeInteger(v) && Math.abs(v as number) <= 8.64e15,
);
/** No zone was ever a whole day from UTC. */
export const wallOffset = shape<number>(
  "minutes from UTC, less than a day",
  (v) => Number.isSafeInteger(v) && Math.abs(v as number) < 24 * 60,
);
/** The name of a key in a vault. It is made by us: a workspace, a number, and chance. */
const VAULT_KEY = /^[\w-]{1,40}\.\d{1,9}\.[\w-]{1,40}$/;
export const vaultKey = shape<string>(
  "the name of a vault's key",
  (v) => typeof v === "string" && VAULT_KEY.test(v),
);
export const count = wholeFrom(0);
export const seq = wholeFrom(1);
export const unit = numberFrom(0, 1);
export const polarity = numberFrom(-1, 1);
export const positive = shape<number>(
  "a finite number from 0",
  (v) => typeof v === "number" && v >= 0 && v < Number.POSITIVE_INFINITY,
);
export const figure = shape<number | string | boolean>(
  "a finite number, a slug or true/false",
  (v) => Number.isFinite(v) || typeof v === "boolean" || slug.is(v),
);
export const json = shape<Metadata>("a plain object of JSON values", isMetadata);

/** A value, or null to say that the value is removed. */
export function clearable<T>(inner: Shape<T>): Shape<T | null> {
  return shape(`${inner.expects}, or null`, (v) => v === null || inner.is(v));
}

export function dictionary<T>(inner: Shape<T>, most: number): Shape<Readonly<Record<string, T>>> {
  return shape(`at most ${most} figures by slug`, (v) => {
    if (typeof v !== "object" || v === null || Array.isArray(v)) return false;
    const entries = Object.entries(v);
    return (
      entries.length <= most && entries.every(([name, one]) => slug.is(name.toLowerCase()) && inner.is(one))
    );
  });
}

export const source = oneOf(SOURCE_TAGS);
export const authority = oneOf(AUTHORITIES);
export const linkKind = oneOf(LINK_KINDS);
export const ACCESS_KINDS = ["recall", "direct", "feedback"] as const;

/** Which rule made this change, under which policy and in which pass, and the figures it was based on. */
export const why = object({
  rule: slug,
  policy: optional(slug),
  pass: optional(id),
  inputs: optional(dictionary(figure, 32)),
});

/**
 * Who made the change. For a write: its source and class. For a change that the engine made on a rule: the source
 * "engine". For a change made by hand: the class of the person who made it. Also the surface it came through, the token
 * and the client. Events in older logs say less.
 */
export const by = object({
  source: optional(oneOf([...SOURCE_TAGS, "engine"])),
  authority: optional(authority),
  surface: optional(oneOf(SURFACES)),
  token: optional(id),
  client: optional(slug),
});

/**
 * A write that can be retried: a keyed digest of the caller's key, and the outcome of the write. The digest of the
 * request is in the body, because it must not outlive the text. Earlier versions kept it here in the header, so
 * `request` is still accepted.
 */
export const idempotency = object({
  key: digest,
  request: optional(digest),
  outcome: oneOf(["added", "reinforced", "superseded"]),
});

export const common = { v: count, at: time, by: optional(by), why: optional(why) } as const;
export const onFact = { ...common, fact: id } as const;

/** A body that is not plain JSON and is unreadable without its key. Stores keep it as it is. */
const sealed = object({ codec: slug, key: id, text });
/** The words of an event, encrypted. */
export type SealedBody = Infer<typeof sealed>;
/** How a fact was used. */
export type AccessKind = (typeof ACCESS_KINDS)[number];
export type Idempotency = Infer<typeof idempotency>;
/** The rule by which an event happened, and what it looked at. */
export type Why = Infer<typeof why>;
/** Who wrote an event: with which voice, through what. */
export type By = Infer<typeof by>;

export interface EventSpec<T> {
  readonly shape: Shape<T>;
  /** Even where it is "required", the body may be missing if it was erased later. */
  readonly body: "required" | "optional" | "none";
}

/** An event without a body. */
export function plain<const T extends string, const F extends Fields>(
  type: T,
  head: F,
): EventSpec<{ readonly type: T } & ObjectOf<F>> {
  return { shape: object({ type: oneOf([type]), ...head }) as Shape<never>, body: "none" };
}

export type Worded<B extends Fields> = {
  readonly body?: ObjectOf<B> | undefined;
  readonly sealed?: SealedBody | undefined;
};

/** An event with a body, either plain or sealed. */
export function worded<const T extends string, const F extends Fields, const B extends Fields>(
  type: T,
  head: F,
  body: B,
  need: "required" | "optional",
): EventSpec<{ readonly type: T } & ObjectOf<F> & Worded<B>> {
  const fields = { type: oneOf([type]), ...head, body: optional(object(body)), sealed: optional(sealed) };
  return { shape: object(fields) as Shape<never>, body: need };
}
