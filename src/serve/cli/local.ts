/**
 * Which commands concern this machine instead of one memory? Each is loaded when it is called, so that `tideline add`
 * does not wait for a server it does not need.
 */

import { SECRETS_MODES } from "../../write/secrets.ts";
import { ROLES, VOICES } from "../caller.ts";
import { flag, number, oneOf, required, text, whole } from "../fields.ts";
import type { LocalCommand } from "./command.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;

/** Limits for each caller that does not speak for the owner (`budget.ts`). */
const WRITE_LIMITS = {
  factsPerMinute: whole("Facts an agent may write in a minute. 0: no limit. Default: 3000", 0, 1e9),
  bytesPerMinute: whole("Bytes an agent may write in a minute. 0: no limit. Default: 4194304", 0, 1e12),
  refusalsPerMinute: whole("Refused writes an agent may try in a minute. 0: no limit. Default: 100", 0, 1e9),
};

const SECRETS = oneOf(
  SECRETS_MODES,
  "Keys, passwords and other credentials: refuse, mark (stored, listed for review, in no block) or allow. Default: as chosen with tideline config secrets, or refuse. Without a terminal it may only be stricter",
);

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
    doc: "Shows or chooses in whose voice commands without a terminal speak, or what is done with credentials. Chosen at a terminal only.",
    input: {
      setting: required(oneOf(["voice", "secrets"], "What is settled")),
      value: oneOf(
        [...VOICES, ...SECRETS_MODES],
        "Of voice: agent (the default), or owner. Of secrets: refuse (the default), mark, or allow",
      ),
    },
    args: ["setting", "value"],
    example: "config voice owner",
    takes: ["dir", "json"],
    run: async (io, common, given) => (await import("./commands/config.ts")).config(io, common, given),
  },
  {
    name: "doctor",
    doc: "Checks log, chain, locks, snapshots, junk and duplicates, and says what to do about each.",
    input: {},
    example: "doctor",
    takes: ["dir", "json"],
    run: async (io, common) => (await import("./commands/doctor.ts")).doctor(io, common),
  },
  {
    name: "repair",
    doc: "Saves every good line of a damaged workspace. Close every other process first. To look first: doctor.",
    input: {},
    example: "repair --yes",
    takes: ["dir", "json", "yes"],
    run: async (io, common) => (await import("./commands/repair.ts")).repair(io, common),
  },
  {
    name: "eval",
    doc: "Measures recall on your own facts, with a gold file that a person has approved.",
    input: {
      gold: text("The gold file"),
      scaffold: flag("Print a gold file made of your facts, to be rewritten and approved"),
      k: whole("Among the first so many. Default: 10", 1, 100),
      limit: whole("Cases of a scaffold. Default: 50", 1, 10_000),
    },
    args: ["gold"],
    example: "eval --scaffold",
    takes: ["dir", "origin", "json"],
    run: async (io, common, given) => (await import("./commands/eval.ts")).evaluate(io, common, given),
  },
  {
    name: "serve",
    doc: "Serves HTTP API, MCP and the page, until it is interrupted.",
    input: {
      port: whole("Default: PORT, or 4505. 0 takes any free one", 0, 65_535),
      host: text("The address to listen on. Default: 127.0.0.1. Beyond loopback it needs a token"),
      allowHost: text("A further name that clients may call this server by, such as memory.example.com:443"),
      rate: number("Requests per second and caller. 0: no limit. Default: 1000", 0, 1e6),
      notes: text("The folder with MEMORY.md and memory/*.md. Default: the workspace's"),
      readers: whole("Threads that answer reads. Default: cores less one, at most 3. 0: none", 0, 64),
      ...WRITE_LIMITS,
      secrets: SECRETS,
      noUpkeep: flag("Run no maintenance by itself: sweep, dream and contradictions wait"),
    },
    example: "serve --port 4505",
    takes: ["dir", "json"],
    run: async (io, common, given) => (await import("./commands/serve.ts")).serve(io, common, given),
  },
  {
    name: "demo",
    doc: "Shows the page on a year of an invented life, in a folder that is gone afterwards.",
    input: {
      port: whole("Default: 4506, or any free one", 0, 65_535),
      noOpen: flag("Do not open a browser"),
      keep: flag("Keep the folder"),
      fillOnly: flag("Only fill the folder, and serve nothing"),
    },
    example: "demo --no-open",
    takes: ["dir", "json"],
    dirDoc: "An empty folder to fill, and to keep. Default: a temporary one",
    run: async (io, common, given) => (await import("./commands/demo.ts")).demo(io, common, given),
  },
  {
    name: "mcp",
    doc: "Serves MCP on standard input and output, for an editor.",
    input: {
      role: oneOf(
        ROLES,
        "What the editor's agent may do: owner adds manage_memory, after tideline config voice owner. Default: agent",
      ),
      voice: oneOf(
        VOICES,
        "owner: what it writes counts as the owner's own words, after tideline config voice owner. Default: agent",
      ),
      notes: text("The folder with MEMORY.md and memory/*.md. Default: the workspace's"),
      secrets: SECRETS,
      ...WRITE_LIMITS,
    },
    example: "mcp --role reader",
    takes: ["dir", "origin"],
    run: async (io, common, given) => (await import("./commands/mcp.ts")).mcp(io, common, given),
  },
  {
    name: "completion",
    doc: "Prints a script that completes commands and options in a shell.",
    input: { shell: oneOf(SHELLS, "Which shell"), install: flag("Say where to put it") },
    args: ["shell"],
    example: "completion bash",
    takes: [],
    run: async (io, _common, given, commands) =>
      (await import("./commands/completion.ts")).completion(io, given, commands),
  },
];
