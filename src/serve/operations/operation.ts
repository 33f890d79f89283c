/**
 * What is an operation? One entry of the table from which every surface is generated: its name, its fields, who may use
 * it, what it does to memory, where it is offered, and the one function that does it.
 *
 * A surface adds no rules of its own: it finds the entry, passes on the input, and shows the answer.
 */

import type { AsyncTideline } from "../../memory/async.ts";
import type { Origin } from "../../model/origin.ts";
import type { OnEvents } from "../../passes/pass.ts";
import type { Caller, Role } from "../caller.ts";
import type { Fields, InputOf } from "../fields.ts";
import type { Workspace } from "../workspace.ts";

/**
 * read: changes nothing. change: can be undone, unless `isFinal` says otherwise. destructive: cannot be undone, or
 * gives somebody access.
 */
export type Effect = "read" | "change" | "destructive";

/** Tools that offer an operation of their own, and the tool whose actions are operations. */
export type McpTool = "write_memory" | "recall_memory" | "read_memory" | "manage_memory";

export interface HttpRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{id}` stands for the field of that name; the other fields come from the query (GET, DELETE) or the body. */
  readonly path: string;
  /** An answer with a `text` is sent with this content type instead of as JSON. */
  readonly answers?: "application/x-ndjson" | "application/graphml+xml";
  /** Its body may be as large as a whole memory. */
  readonly largeBody?: true;
}

export interface CommandLine {
  /** The words that call it, if not its name: `["token", "create"]`. */
  readonly words?: readonly string[];
  /** Fields given by position, in order. */
  readonly args?: readonly string[];
  /** Other words that call it. */
  readonly aliases?: readonly string[];
  /** It creates the workspace if there is none yet. */
  readonly begins?: boolean;
  /**
   * The field that `--origin` sets, if it does not choose whose memory is used; false: `--origin` has no meaning here.
   */
  readonly origin?: string | false;
  /** What `--quiet` prints, if not ids. */
  readonly quietDoc?: string;
  /** Its answer holds no ids. */
  readonly quiet?: false;
  /** This field is read from standard input if it is "-" or missing. */
  readonly stdin?: string;
  /**
   * The field `digest` is the digest of the fact whose id is in the field `fact`. Where that fact is adopted, a person at
   * a terminal is shown it and asked instead.
   */
  readonly looks?: { readonly fact: string; readonly digest: string };
  /**
   * With the field `flag`, a person adopts what a dry run shows, and its digest goes into the field `digest`: at a
   * terminal they are shown it and asked instead.
   */
  readonly vouches?: { readonly flag: string; readonly digest: string };
  /** This field is read from the named file, or from standard input; a list is one JSON value per line. */
  readonly file?: string;
}

/** What an operation works with. */
export interface Call {
  readonly caller: Caller;
  readonly origin: Origin;
  /** The memory of that origin. */
  readonly memory: AsyncTideline;
  readonly workspace: Workspace;
  /** Reports how far a long operation has come. */
  readonly progress: (done: number, total: number | undefined, what: string) => void;
}

export interface Operation<F extends Fields = Fields> {
  readonly name: string;
  /** One sentence. */
  readonly doc: string;
  readonly effect: Effect;
  /** Doing it twice has the same effect as doing it once. */
  readonly idempotent: boolean;
  readonly roles: readonly Role[];
  readonly input: F;
  /** What follows `tideline` on a command line; a test runs every example. */
  readonly example: string;
  readonly cli?: CommandLine;
  readonly http?: HttpRoute;
  /** The MCP tool that offers it: a tool of its own, or `manage_memory`, of which it is an action. */
  readonly mcp?: McpTool;
  /** "workspace": it concerns the whole workspace, not one origin's memory. */
  readonly scope: "origin" | "workspace";
  /** It takes long enough to report progress, and to have minutes before it times out. */
  readonly long?: boolean;
  /**
   * A read thread may answer it, because it needs nothing but the disk. "if-busy": only while others wait. "always":
   * whenever there is a read thread, because it may take time proportional to the memory's size. Only for `effect:
   * "read"`.
   */
  readonly readThread?: "if-busy" | "always";
  /** It ranks by a question. With an encoder, only the thread that has loaded it can do that. */
  readonly ranks?: boolean;
  /** How many facts it is about to add. */
  factsIn?(input: InputOf<F>): number;
  run(call: Call, input: InputOf<F>): Promise<unknown>;
  /**
   * The answer of a dry run, if the engine can say more than which events would be written. It reports those events
   * too. undefined: for this input it cannot.
   */
  dryRun?(call: Call, input: InputOf<F>, onEvents: OnEvents): Promise<unknown> | undefined;
  /** For a change with a dry run of its own: is it final, with this input and this result of the dry run? */
  isFinal?(input: InputOf<F>, wouldDo: unknown): boolean;
}

/** Declares an operation with the type of its input. */
export function operation<const F extends Fields>(
  spec: Omit<Operation<F>, "scope"> & { readonly scope?: "workspace" },
): Operation {
  return { scope: "origin", ...spec } as unknown as Operation;
}

export const EVERYBODY: readonly Role[] = ["owner", "agent", "reader"];
export const OWNER: readonly Role[] = ["owner"];
export const WATCHERS: readonly Role[] = ["owner", "reader"];
export const WRITERS: readonly Role[] = ["owner", "agent"];
