/** How is something erased so that copies from before cannot be read either, and how is a person forgotten? */
import { MAX_HELD_FACTS } from "../../limits.ts";
import type { ForgetResult } from "../../memory/forget.ts";
import type { ShredTarget } from "../../memory/shred.ts";
import type { Subject } from "../../memory/subject.ts";
import { type Origin, type OtherOrigin, parseOrigin } from "../../model/origin.ts";
import { speakerOf } from "../caller.ts";
import { flag, listOf, required, text } from "../fields.ts";
import { originField, originFrom } from "../origin-text.ts";
import { type Call, OWNER, operation } from "./operation.ts";

export const SUBJECT_FORMS = "an origin such as user/anna, actor:<name>, source:<name> or entity:<name>";
const SUBJECT = /^(actor|source|entity):(.+)$/su;

export const shred = operation({
  name: "shred",
  doc: "Erases a fact, a turn or a whole origin and destroys the keys, so that copies made before cannot be read.",
  effect: "destructive",
  idempotent: true,
  roles: OWNER,
  scope: "workspace",
  input: {
    id: text("The id of a fact, or of a turn of a conversation", { max: 64 }),
    whose: originField("Whose fact or turn it is. Default: the owner's"),
    everything: flag("Everything of the origin, instead of an id"),
    preview: flag("Only show what would be erased"),
  },
  example: "shred $ID --yes",
  cli: { args: ["id"], origin: "whose" },
  http: { method: "POST", path: "/v1/shreds" },
  mcp: "manage_memory",
  run: ({ workspace, caller }, { preview, ...target }) =>
    workspace.shred(targetOf(target), speakerOf(caller), { preview: preview ?? false }),
  dryRun: ({ workspace, caller }, target) =>
    workspace.shred(targetOf(target), speakerOf(caller), { preview: true }),
});

/** `whose`: in whose memory they are looked for. */
export function subjectFrom(given: string, whose: Origin): Subject {
  const [, kind, name] = SUBJECT.exec(given) ?? [];
  return kind === undefined
    ? { origin: parseOrigin(originFrom(given)) as OtherOrigin }
    : { [kind]: name, whose };
}

export const forget = operation({
  name: "forget",
  doc: "Forgets what a person or a source said, with all that came of it, and lists what others said of them.",
  effect: "destructive",
  idempotent: true,
  roles: OWNER,
  scope: "workspace",
  input: {
    subject: required(text(`Whom: ${SUBJECT_FORMS}`, { max: 2_000 })),
    whose: originField("In whose memory a name is looked for. Default: the owner's"),
    mentions: listOf(
      text("An id, or all", { max: 64 }),
      "Which facts of others that mention them go too",
      MAX_HELD_FACTS,
    ),
    preview: flag("Only show what would be erased"),
  },
  example: "forget source:owner_message --yes",
  cli: { args: ["subject"], origin: "whose" },
  http: { method: "POST", path: "/v1/forget" },
  run: (call, { preview = false, ...given }) => forgetting(call, given, preview),
  dryRun: (call, given) => forgetting(call, given, true),
});

interface Forgetting {
  readonly subject: string;
  readonly whose?: unknown;
  readonly mentions?: readonly string[] | undefined;
}

function forgetting(
  { workspace, caller }: Call,
  { subject, whose = "owner", mentions = [] }: Forgetting,
  preview: boolean,
): Promise<ForgetResult> {
  return workspace.forgetSubject(subjectFrom(subject, parseOrigin(whose)), speakerOf(caller), {
    preview,
    mentions: mentions.includes("all") ? "all" : mentions,
  });
}

function targetOf(given: {
  readonly id?: string | undefined;
  readonly whose?: unknown;
  readonly everything?: boolean | undefined;
}): ShredTarget {
  const { id, whose, everything } = given;
  return { id, everything, ...(whose === undefined ? {} : { origin: parseOrigin(whose) }) };
}
