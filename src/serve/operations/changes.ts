/**
 * What can a person do to a fact? Nearly all of it is for the owner only; an agent may take back what it wrote. `endorse`, which adopts what others said, is never a
 * tool that an agent could call.
 */

import { badArgument } from "../../model/arguments.ts";
import { FACT_FIELDS } from "../../model/fact-fields.ts";
import { LINK_KINDS } from "../../model/link.ts";
import { REVISABLE, type ReviseInput } from "../../write/revise.ts";
import { factId, flag, listOf, oneOf, required, text } from "../fields.ts";
import { FACT_INPUT, SEGMENT_INPUT } from "./fact-input.ts";
import { checkOwn, ID } from "./facts.ts";
import { OWNER, operation, WRITERS } from "./operation.ts";

const CHANGE = { effect: "change", idempotent: true, roles: OWNER } as const;

export const archive = operation({
  ...CHANGE,
  roles: WRITERS,
  name: "archive",
  doc: "Takes a fact out of recall; restore brings it back. An agent may archive what it wrote itself.",
  input: { id: ID, why: text("The reason, kept in its history") },
  example: 'archive $ID --why "no longer useful"',
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/memories/{id}/archive" },
  mcp: "manage_memory",
  async run(call, { id, why }) {
    await checkOwn(call, id, "archive");
    return await call.memory.archive(id, why);
  },
});

/** The fields of `add` that can be revised. */
const REVISED = Object.fromEntries(
  REVISABLE.flatMap((name) =>
    Object.hasOwn(FACT_INPUT, name) ? [[name, FACT_INPUT[name as keyof typeof FACT_INPUT]]] : [],
  ),
) as Pick<typeof FACT_INPUT, Extract<keyof ReviseInput, keyof typeof FACT_INPUT>>;
const CLEARABLE = REVISABLE.filter((name) => FACT_FIELDS[name].blank === undefined);

export const revise = operation({
  ...CHANGE,
  name: "revise",
  doc: "Corrects a fact's labels, tags and dates, never its text.",
  input: {
    id: ID,
    ...REVISED,
    segment: SEGMENT_INPUT,
    clear: listOf(oneOf(CLEARABLE, "A field"), "Fields to empty", CLEARABLE.length),
  },
  example: "revise $ID --segment preference",
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/memories/{id}/revise" },
  mcp: "manage_memory",
  run({ memory }, { id, clear = [], ...changes }) {
    if (clear.length === 0 && Object.keys(changes).length === 0)
      throw badArgument(
        "revise needs something to change: give a field its new value, or name it in clear to empty it",
      );
    const both = clear.find((name) => Object.hasOwn(changes, name));
    if (both !== undefined)
      throw badArgument(`${both} has a new value and is named in clear: leave one of them out`);
    return memory.revise(id, { ...changes, ...Object.fromEntries(clear.map((name) => [name, null])) });
  },
});

export const restore = operation({
  ...CHANGE,
  name: "restore",
  doc: "Brings an archived fact back.",
  input: { id: ID },
  example: "restore $ID",
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/memories/{id}/restore" },
  mcp: "manage_memory",
  run: ({ memory }, { id }) => memory.restore(id),
});

export const pin = operation({
  ...CHANGE,
  name: "pin",
  doc: "Keeps a fact from fading.",
  input: { id: ID },
  example: "pin $ID",
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/memories/{id}/pin" },
  mcp: "manage_memory",
  run: ({ memory }, { id }) => memory.pin(id),
});

export const unpin = operation({
  ...CHANGE,
  name: "unpin",
  doc: "Lets a pinned fact fade again.",
  input: { id: ID },
  example: "unpin $ID",
  cli: { args: ["id"] },
  http: { method: "POST", path: "/v1/memories/{id}/unpin" },
  mcp: "manage_memory",
  run: ({ memory }, { id }) => memory.unpin(id),
});

export const endorse = operation({
  ...CHANGE,
  name: "endorse",
  doc: "Adopts a fact that others said as the owner's own words.",
  input: {
    id: ID,
    seen: required(text("The digest of the fact you looked at, from inspect or review", { max: 64 })),
  },
  example: "endorse $ID --seen $DIGEST",
  cli: { args: ["id"], looks: { fact: "id", digest: "seen" } },
  http: { method: "POST", path: "/v1/memories/{id}/endorse" },
  run: ({ memory }, { id, seen }) => memory.endorse(id, { seen }),
});

export const link = operation({
  ...CHANGE,
  name: "link",
  doc: "Links one fact to another.",
  input: {
    from: required(factId("The id of the fact that the link starts from")),
    kind: required(oneOf(LINK_KINDS, "The kind of link")),
    to: required(factId("The id of the fact that the link points to")),
  },
  example: "link $ID supports $OTHER",
  cli: { args: ["from", "kind", "to"] },
  http: { method: "POST", path: "/v1/links" },
  mcp: "manage_memory",
  run: ({ memory }, { from, kind, to }) => memory.link(from, kind, to),
});

export const purge = operation({
  name: "purge",
  doc: "Erases a fact's text for good, together with facts that were derived from it or quote it, and says what is kept and why.",
  effect: "destructive",
  idempotent: false,
  roles: OWNER,
  input: {
    id: required(factId("The id of a fact, or of a turn of a conversation")),
    preview: flag("Only show what would be erased"),
  },
  example: "purge $ID --yes",
  cli: { args: ["id"] },
  http: { method: "DELETE", path: "/v1/memories/{id}" },
  mcp: "manage_memory",
  run: ({ memory }, { id, preview }) => memory.purge(id, { preview: preview ?? false }),
});
