/**
 * What is an operation? One entry of the table that every surface is drawn from: its name, its fields, who may use
 * it, what it does to memory, where it is offered, and the one function that does it.
 *
 * A surface adds no rule of its own: it finds the entry, hands over what was asked, and shows what came back.
 */

import type { AsyncTideline } from "../../facade/async.ts";
import type { Origin } from "../../model/origin.ts";
import type { OnEvents } from "../../passes/pass.ts";
import type { Caller, Role } from "../caller.ts";
import type { Fields, InputOf } from "../fields.ts";
import type { Workspace } from "../workspace.ts";

/** read: changes nothing. change: can be taken back, unless it says otherwise (`isFinal`). destructive: cannot, or
 * opens a door. */
export type Effect = "read" | "change" | "destructive";

export const MCP_TOOLS = ["write_memory", "recall_memory", "read_memory", "manage_memory"] as const;
export type McpTool = (typeof MCP_TOOLS)[number];

export interface HttpRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{id}` stands for the field of that name; the other fields come from the query (GET, DELETE) or the body. */
  readonly path: string;
  /** An answer that is a `text` goes out as this, not as JSON. */
  readonly answers?: "application/x-ndjson" | "application/graphml+xml";
  /** Its body may be as long as a memory is. */
  readonly largeBody?: true;
}

export interface CommandLine {
  /** The words that call it, if not its name: `["token", "create"]`. */
  readonly words?: readonly string[];
  /** Fields given by position, in order. */
  readonly args?: readonly string[];
  /** Other words that call it. */
  readonly aliases?: readonly string[];
  /** It makes the workspace where there is none yet. */
  readonly begins?: boolean;
  /** `--origin` is this field, not whose memory is worked on; or it means nothing here. */
  readonly origin?: string | false;
  /** What `--quiet` prints, if not ids. */
  readonly quietDoc?: string;
  /** There are no ids in its answer. */
  readonly quiet?: false;
  /** This field is read from standard input when it is "-" or not given. */
  readonly stdin?: string;
  /** This field is the digest of a fact's text: a person at the terminal is shown the text and asked, instead. */
  readonly looks?: string;
  /** This field is read from the file that is named, or from standard input; a list is one JSON value per line. */
  readonly file?: string;
}

/** What an operation works with. */
export interface Call {
  readonly caller: Caller;
  readonly origin: Origin;
  /** The memory of that origin. */
  readonly memory: AsyncTideline;
  readonly workspace: Workspace;
  /** Told how far a long piece of work is. */
  readonly progress: (done: number, total: number | undefined, what: string) => void;
}

export interface Operation<F extends Fields = Fields> {
  readonly name: string;
  /** One sentence. */
  readonly doc: string;
  readonly effect: Effect;
  /** Twice is the same as once. */
  readonly idempotent: boolean;
  readonly roles: readonly Role[];
  readonly input: F;
  /** What follows `tideline` on a command line; every one of them is run by a test. */
  readonly example: string;
  readonly cli?: CommandLine;
  readonly http?: HttpRoute;
  /** The MCP tool that offers it: one of its own, or as an action of `manage_memory`. */
  readonly mcp?: McpTool;
  /** It concerns the workspace, not one origin's memory. */
  readonly scope: "origin" | "workspace";
  /** Long enough to tell how far it is, and to be given minutes. */
  readonly long?: boolean;
  /** A read thread may answer it, for it asks nothing but the disk: when others wait, or, if it can take as long as
   * memory is large, whenever there is one. Only of what reads. */
  readonly readThread?: "if-busy" | "always";
  /** How many facts it is about to add. */
  factsIn?(input: InputOf<F>): number;
  run(call: Call, input: InputOf<F>): Promise<unknown>;
  /** What a dry run answers, where the engine itself can say more than what would be written; and it tells of that. */
  dryRun?(call: Call, input: InputOf<F>, onEvents: OnEvents): Promise<unknown>;
  /** Of a change with a dry run of its own: with this input, and with this result of the dry run, is it final? */
  isFinal?(input: InputOf<F>, wouldDo: unknown): boolean;
}

/** Declares an operation with its input's type. */
export function operation<const F extends Fields>(
  spec: Omit<Operation<F>, "scope"> & { readonly scope?: "workspace" },
): Operation {
  return { scope: "origin", ...spec } as unknown as Operation;
}

export const EVERYBODY: readonly Role[] = ["owner", "agent", "reader"];
export const OWNER: readonly Role[] = ["owner"];
export const WATCHERS: readonly Role[] = ["owner", "reader"];
export const WRITERS: readonly Role[] = ["owner", "agent"];
