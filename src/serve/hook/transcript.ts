/**
 * Which turns are in the transcript of an editor's session? Claude Code writes one JSON object per line.
 *
 * A line of the type "user" is not always what the person said: it may be the result of a tool, a summary of the
 * conversation, the task that a model gave to another one, the output of a command, or a note of the editor's. In doubt
 * it is nobody's word. What memory itself had shown goes along with the next turn, so that nobody who repeats it seems to
 * have said it first.
 */
import { textOf, withoutRecalled } from "../../context/turns.ts";
import type { ObserveInput } from "../../converse/observe-input.ts";
import { holdsCredential } from "../../write/client-name.ts";
import { valueIn } from "./call.ts";

export type TranscriptTurn = Omit<ObserveInput, "session"> & { readonly id: string };

interface Entry {
  readonly type?: unknown;
  readonly uuid?: unknown;
  readonly timestamp?: unknown;
  readonly isSidechain?: unknown;
  readonly isMeta?: unknown;
  readonly isCompactSummary?: unknown;
  readonly isApiErrorMessage?: unknown;
  /** A tool put this in. */
  readonly sourceToolUseID?: unknown;
  readonly toolUseResult?: unknown;
  /** Where it came from; of a person's own words the kind is "human", if there is one. */
  readonly origin?: unknown;
  readonly message?: { readonly role?: unknown; readonly content?: unknown } | null;
}

interface Part {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly tool_use_id?: unknown;
  readonly content?: unknown;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Of other ids of a line. */
const ID = /^[0-9A-Za-z-]{1,64}$/;
const TOOL_NAME = /^[\w.:/-]{1,128}$/;
/** How Claude Code begins what it puts in place of a conversation that was too long. */
const CONTINUED = "This session is being continued from a previous conversation";
const INTERRUPTED = "[Request interrupted by user";
/** What an editor puts into a message of its own: such a name has a hyphen or an underscore in it. */
const ELEMENT = /<([a-z][a-z0-9]{0,30}[-_][a-z0-9_-]{1,60})(?:\s[^<>]{0,1000})?>/gi;
/** Only lines with one of these can hold what memory had shown. */
const SHOWN = /<memory|<profile/;
/** What is kept of the result of a tool: enough to know its words again when somebody repeats them. */
const MAX_RESULT_CHARS = 4_000;
/** Of what was shown, with one turn. */
const MAX_SHOWN_CHARS = 12_000;
/** How deep the strings of an entry are looked for. */
const MAX_DEPTH = 6;

/** The turns that the lines of a transcript hold, oldest first. Lines that are no JSON are left out. */
export function turnsIn(lines: readonly string[]): readonly TranscriptTurn[] {
  const found = new TurnsFound();
  for (const line of lines) {
    const entry = line.trim() === "" ? undefined : valueIn(line);
    if (typeof entry === "object" && entry !== null && !Array.isArray(entry)) found.take(entry, line);
  }
  return found.turns;
}

class TurnsFound {
  readonly turns: TranscriptTurn[] = [];
  /** The names of the tools that were called, by the call. */
  private readonly tools = new Map<string, string>();
  /** The lines that memory had shown, and no turn has yet. */
  private shown: string[] = [];

  take(entry: Entry, line: string): void {
    const { type, uuid, isSidechain, isApiErrorMessage, message } = entry;
    const role = message?.role;
    const isTurn = (type === "user" || type === "assistant") && (role === undefined || role === type);
    if (type !== "assistant" && SHOWN.test(line))
      this.shown = this.shown.concat(linesShown(entry, MAX_DEPTH));
    if (!isTurn || typeof uuid !== "string" || !isId(uuid)) return;
    // What a model and its helper say to each other is no part of the conversation.
    if (isSet(isSidechain)) return;
    const parts = partsOf(message?.content);
    if (type === "assistant") this.takeReply(entry, uuid, parts, isSet(isApiErrorMessage));
    else this.takeUser(entry, uuid, parts);
  }

  private takeReply(entry: Entry, uuid: string, parts: readonly Part[], isError: boolean): void {
    for (const { type, id, name } of parts)
      if (type === "tool_use" && typeof id === "string" && typeof name === "string") this.tools.set(id, name);
    const text = textOf(parts);
    if (!isError && text.trim() !== "") this.add(entry, uuid, "assistant", text);
  }

  private takeUser(entry: Entry, uuid: string, parts: readonly Part[]): void {
    for (const [i, { type, tool_use_id, content }] of parts.entries())
      if (type === "tool_result") this.takeResult(entry, `${uuid}/${i}`, tool_use_id, content);
    if (parts.some(({ type }) => type === "tool_result") || !isTyped(entry)) return;
    // Each part by itself: one that an editor had put in takes nothing of the others along.
    const said = parts.filter(({ type }) => type === "text").map((part) => withoutElements(textOf([part])));
    const text = said.filter((one) => one.trim() !== "").join("\n");
    if (text.startsWith(INTERRUPTED)) this.breakOff();
    else if (text !== "" && !text.startsWith(CONTINUED)) this.add(entry, uuid, "user", text);
  }

  /**
   * A result is left out if it is not known which tool gave it: memory's own answers are told from others by the name of
   * the tool.
   */
  private takeResult(entry: Entry, id: string, call: unknown, content: unknown): void {
    const actor = typeof call === "string" ? this.tools.get(call) : undefined;
    if (actor === undefined || !TOOL_NAME.test(actor) || holdsCredential(actor)) return;
    const text = withoutTail(textOf(content));
    if (text.trim() !== "") this.add(entry, id, "tool", text, actor);
  }

  private add(entry: Entry, id: string, role: ObserveInput["role"], text: string, actor?: string): void {
    const at = typeof entry.timestamp === "string" ? Date.parse(entry.timestamp) : Number.NaN;
    this.turns.push({
      id,
      role,
      content: [text, ...this.nextShown()].join("\n"),
      ...(at >= 0 ? { at } : {}),
      ...(actor === undefined ? {} : { actor }),
    });
  }

  /** As much of what was shown as one turn takes, as a block; the next turns take the rest. */
  private nextShown(): readonly string[] {
    let chars = 0;
    const end = this.shown.findIndex((line) => {
      chars += JSON.stringify(line).length;
      return chars > MAX_SHOWN_CHARS;
    });
    const taken = this.shown.slice(0, end < 0 ? undefined : Math.max(1, end));
    this.shown = this.shown.slice(taken.length);
    return taken.length === 0 ? [] : [`<memory>\n${taken.join("\n")}\n</memory>`];
  }

  /** The last reply was broken off by the person. */
  private breakOff(): void {
    const last = this.turns.at(-1);
    if (last?.role === "assistant") this.turns[this.turns.length - 1] = { ...last, aborted: true };
  }
}

/** Does nothing in the entry say that somebody else than the person wrote it? */
function isTyped({ isMeta, isCompactSummary, sourceToolUseID, toolUseResult, origin }: Entry): boolean {
  const kind = (origin as { readonly kind?: unknown } | null | undefined)?.kind;
  const isHuman = kind === undefined || kind === "human";
  return isHuman && ![isMeta, isCompactSummary, sourceToolUseID, toolUseResult].some(isSet);
}

/** A mark of another form than the usual one is a mark too. */
function isSet(mark: unknown): boolean {
  return mark !== undefined && mark !== null && mark !== false;
}

function isId(uuid: string): boolean {
  return UUID.test(uuid) || (ID.test(uuid) && !holdsCredential(uuid));
}

/**
 * Nothing is made of the end of what a tool printed. It is cut at the end of a line, or at least of a word, so that no
 * half of a credential is left, which nothing would recognise.
 */
function withoutTail(text: string): string {
  if (text.length <= MAX_RESULT_CHARS) return text;
  const kept = text.slice(0, MAX_RESULT_CHARS);
  const lines = kept.lastIndexOf("\n");
  return kept.slice(0, Math.max(0, lines < 0 ? kept.lastIndexOf(" ") : lines));
}

function partsOf(content: unknown): readonly Part[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return content.filter((part) => typeof part === "object" && part !== null);
}

/** Without what an editor puts into a message between tags. What never ends is cut off. */
function withoutElements(text: string): string {
  const rest: string[] = [];
  const openings = new RegExp(ELEMENT);
  let from = 0;
  for (let match = openings.exec(text); match !== null; match = openings.exec(text)) {
    const closing = new RegExp(`</${match[1]}\\s{0,100}>`, "gi");
    rest.push(text.slice(from, match.index));
    closing.lastIndex = match.index + match[0].length;
    const closed = closing.exec(text);
    if (closed === null) return rest.join(" ").trim();
    from = closed.index + closed[0].length;
    openings.lastIndex = from;
  }
  return [...rest, text.slice(from)].join(" ").trim();
}

/**
 * The lines of the blocks of memory in the strings of an entry. In a block of ours no line but the first and the last has
 * such a bracket.
 */
function linesShown(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") {
    const blocks = SHOWN.test(value) ? withoutRecalled(value).blocks : [];
    return blocks.flatMap((block) => block.split("\n")).filter((line) => !/[<>]/.test(line));
  }
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.values(value).flatMap((one) => linesShown(one, depth - 1));
}
