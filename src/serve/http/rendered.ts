/** What does an operation's answer look like on the wire? JSON, or the text it contains if the table says so. */
import type { Operation } from "../operations/operation.ts";

export interface Rendered {
  /** The media type. */
  readonly type: string;
  readonly text: string;
}

export function rendered({ http }: Operation, answer: unknown): Rendered {
  const { text } = (answer ?? {}) as { readonly text?: unknown };
  return http?.answers !== undefined && typeof text === "string"
    ? { type: http.answers, text }
    : { type: "application/json", text: JSON.stringify(answer ?? null) };
}
