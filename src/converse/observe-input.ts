/**
 * Could what a host hands in be a turn of a conversation? `unknown` enters; what the inbox stores leaves: without
 * credentials, without what memory had put into it, and cut at the limits.
 */
import { textOf, withoutRecalled } from "../context/turns.ts";
import { TidelineError } from "../errors.ts";
import { MAX_ATTACHMENT_CHARS, MAX_ATTACHMENTS, MAX_RECALLED_CHARS, MAX_TURN_CHARS } from "../limits.ts";
import {
  badArgument,
  fieldsOf,
  maybe,
  parseFlag,
  parseList,
  parseName,
  parseOneOf,
  parseTime,
  SEEN,
  type Time,
} from "../model/arguments.ts";
import { type Authority, SOURCE_FIGURES, sourceTag } from "../model/source.ts";
import { TURN_ROLES, type TurnRole } from "../model/turn-role.ts";
import { offsetMinutesAt, parseTimeZone } from "../text/values/time-zone.ts";
import { holdsCredential } from "../write/client-name.ts";
import type { SecretsMode } from "../write/secrets.ts";
import { maskSecrets } from "./mask.ts";
import { isOwnText } from "./own-text.ts";
import { isShownTo, othersWords } from "./shown.ts";
import type { Attachment } from "./turn.ts";

/** A turn of a conversation, as a host hands it over. */
export interface ObserveInput {
  /** The conversation that the turn belongs to. */
  readonly session: string;
  readonly role: TurnRole;
  /** A text, or parts of which those of type "text" count. */
  readonly content: unknown;
  /** The host's id of the turn. A turn that is observed again under its id is stored once. */
  readonly id?: string | undefined;
  /** When it was said. Default: now. */
  readonly at?: Time | undefined;
  /** The speaker's time zone, such as "Europe/Vienna": from it "tomorrow" counts. Default: the memory's. */
  readonly timeZone?: string | undefined;
  /** Who said it, if it was somebody else than the principal (role "user"); the name of a tool. */
  readonly actor?: string | undefined;
  /** Texts that came with the turn: files, pages, mails. */
  readonly attachments?:
    | readonly { readonly name?: string | undefined; readonly content: string }[]
    | undefined;
  /** The reply was broken off. */
  readonly aborted?: boolean | undefined;
}

/** A turn as the inbox stores it. */
export interface ParsedTurn {
  readonly session: string;
  readonly role: TurnRole;
  readonly content: string;
  readonly id: string | undefined;
  readonly at: number;
  readonly offsetMinutes: number;
  readonly actor: string | undefined;
  readonly attachments: readonly Attachment[];
  readonly recalled: readonly string[];
  readonly aborted: boolean;
  readonly cut: boolean;
  readonly masked: number;
  readonly own: boolean;
}

/** A turn whose fields were checked, and whose words were not yet looked at: that takes time, and a known turn needs none. */
export interface GivenTurn
  extends Pick<ParsedTurn, "session" | "role" | "id" | "at" | "offsetMinutes" | "actor" | "aborted"> {
  readonly said: string;
  readonly came: readonly Attachment[];
}

const FIELDS: ReadonlySet<string> = new Set<keyof ObserveInput>([
  ...(["session", "role", "content", "id", "at", "timeZone", "actor", "attachments", "aborted"] as const),
]);
const ATTACHMENT = new Set(["name", "content"]);

/** `timeZone`: of a turn that names none. */
export function parseTurn(value: unknown, now: number, timeZone: string): GivenTurn {
  const input = fieldsOf(value, FIELDS, "observe");
  const at = Math.min(maybe(input, "at", parseTime) ?? now, now);
  return {
    session: nameWithout(input.session, "session"),
    role: parseOneOf(TURN_ROLES)(input.role, "role"),
    actor: maybe(input, "actor", nameWithout),
    said: parseContent(input.content),
    came: maybe(input, "attachments", parseAttachments) ?? [],
    id: maybe(input, "id", nameWithout),
    at,
    offsetMinutes: offsetMinutesAt(maybe(input, "timeZone", parseTimeZone) ?? timeZone, at),
    aborted: maybe(input, "aborted", parseFlag) ?? false,
  };
}

/** Without credentials and our own blocks, and cut at the limits. */
export function cleaned({ said, came, ...turn }: GivenTurn, secrets: SecretsMode): ParsedTurn {
  const { text, blocks } = withoutRecalled(said);
  const clean = cleaning(secrets);
  const content = clean(text.trim(), MAX_TURN_CHARS);
  const attachments = came.map((one) => ({
    name: one.name,
    cleaned: clean(one.content, MAX_ATTACHMENT_CHARS),
  }));
  const kept = withinLimit(attachments);
  const recalled = withinRecalled(
    shownIn(turn.role, blocks).map((block) => clean(block, MAX_RECALLED_CHARS).text),
  );
  const all = [content, ...attachments.map((one) => one.cleaned)];
  return {
    ...turn,
    content: content.text,
    attachments: kept,
    recalled,
    cut: all.some((one) => one.isCut) || kept.length < attachments.length,
    masked: all.reduce((sum, one) => sum + one.count, 0),
    own: isOwnText(turn.role, turn.actor, content.text),
  };
}

/** A page can hold any number of things that look like our blocks. Of other people's turns they count as one. */
function shownIn(role: TurnRole, blocks: readonly string[]): readonly string[] {
  if (isShownTo(role)) return blocks.slice(0, MAX_ATTACHMENTS);
  return blocks.length === 0 ? [] : [blocks.join("\n")];
}

/** Nothing was said: the host observed an empty reply, or memory's own block alone. */
export function saysNothing({ content, attachments, role, recalled }: ParsedTurn): boolean {
  return !SEEN.test(content) && attachments.length === 0 && othersWords(role, recalled).length === 0;
}

/**
 * The class of the turn's words: never above the voice of whoever observes, and never above what the handle's own source
 * has, because in a channel's memory the principal is whoever the host vouches for.
 */
export function classOfTurn(
  { role, actor }: Pick<ParsedTurn, "role" | "actor">,
  voice: Authority,
  defaultSource: string,
): Authority {
  const own = Math.min(voice, SOURCE_FIGURES[sourceTag(defaultSource)].authority);
  if (role === "user" && actor === undefined) return own as Authority;
  if (role === "user" || role === "assistant")
    return Math.min(own, SOURCE_FIGURES.agent.authority) as Authority;
  return SOURCE_FIGURES.tool_output.authority;
}

function parseContent(value: unknown): string {
  if (typeof value !== "string" && !Array.isArray(value))
    throw badArgument('content must be a text, or a list of parts such as {"type":"text","text":"…"}');
  return textOf(value).toWellFormed();
}

/** Names and ids are not masked: a masked one would be another name. */
function nameWithout(value: unknown, name: string): string {
  const parsed = parseName(value, name);
  if (!UUID.test(parsed) && holdsCredential(parsed))
    throw new TidelineError(
      "secret-refused",
      `${name} holds a credential. Nothing was stored. Use another ${name}.`,
    );
  return parsed;
}

/** The usual id of a turn, and no credential. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const parseAttachments = parseList(MAX_ATTACHMENTS, " attachments", (value, name): Attachment => {
  const { name: called, content } = fieldsOf(value, ATTACHMENT, name);
  if (typeof content !== "string") throw badArgument(`${name}.content must be a text`);
  return {
    name: called === undefined ? undefined : nameWithout(called, `${name}.name`),
    content: content.toWellFormed(),
  };
});

interface Cleaned {
  readonly text: string;
  readonly count: number;
  readonly isCut: boolean;
}

function cleaning(secrets: SecretsMode): (text: string, most: number) => Cleaned {
  return (text, most) => {
    // Masked first: a cut in the middle of a credential would leave half of it.
    const { text: masked, count } = secrets === "allow" ? { text, count: 0 } : maskSecrets(text);
    const isCut = masked.length > most;
    return { text: isCut ? masked.slice(0, most).toWellFormed() : masked, count, isCut };
  };
}

/** Whoever writes many long blocks does not make a turn too large to be stored: characters count as they are written. */
function withinRecalled(blocks: readonly string[]): readonly string[] {
  let left = MAX_RECALLED_CHARS;
  return blocks.flatMap((block) => {
    const chars = JSON.stringify(block).length;
    const kept =
      chars <= left ? block : block.slice(0, Math.floor((left * block.length) / chars)).toWellFormed();
    left = Math.max(0, left - chars);
    return kept === "" ? [] : [kept];
  });
}

function withinLimit(
  attachments: readonly { readonly name: string | undefined; readonly cleaned: Cleaned }[],
): readonly Attachment[] {
  let left = MAX_ATTACHMENT_CHARS;
  return attachments.flatMap(({ name, cleaned: { text } }) => {
    left -= text.length;
    return left < 0 ? [] : [{ name, content: text }];
  });
}
