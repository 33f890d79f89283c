/**
 * How is the person asked before something is erased? By elicitation: the client shows them what would go, and sends
 * their answer.
 *
 * It is one more guard and never the only one: who may erase at all is decided before. Where the client can ask, no
 * answer means no; a client that cannot ask has the second call with `confirm`.
 */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { cutAt } from "../../context/line.ts";
import { neutraliseForeign } from "../../context/neutral.ts";
import type { Operation } from "../operations/operation.ts";
import type { AskPerson } from "./tools.ts";

const ANSWER_WITHIN_MS = 120_000;
const MAX_SHOWN_CHARS = 200;

/** undefined if the client has no way to ask, or no way to be reached now. */
export function askerFor(server: Server, isReachable: () => boolean): AskPerson | undefined {
  if (server.getClientCapabilities()?.elicitation === undefined || !isReachable()) return undefined;
  return async (operation, wouldDo) => {
    try {
      const { action, content } = await server.elicitInput(
        { message: questionAbout(operation, wouldDo), requestedSchema: AGREEMENT },
        { timeout: ANSWER_WITHIN_MS },
      );
      return action === "accept" && content?.erase === true ? "agreed" : "declined";
    } catch {
      // Nobody answered in time, or the client could not ask after all: no consent, and nothing to tell but that.
      return "silent";
    }
  };
}

const AGREEMENT = {
  type: "object" as const,
  properties: {
    erase: { type: "boolean" as const, title: "Erase it for good", description: "This cannot be undone." },
  },
  required: ["erase"],
};

/** In a person's words, with what would go as text and nothing else: others may have written it. */
function questionAbout({ name }: Operation, wouldDo: unknown): string {
  const { facts = [], counts } = wouldDo as {
    readonly facts?: readonly { readonly content?: unknown }[];
    readonly counts?: Readonly<Record<string, number>>;
  };
  const [first] = facts;
  if (typeof first?.content === "string") {
    const words = cutAt(neutraliseForeign(first.content), MAX_SHOWN_CHARS);
    const more = facts.length - 1;
    const others =
      more === 0
        ? ""
        : ` With it ${more === 1 ? "goes" : "go"} ${more} ${more === 1 ? "fact" : "facts"} that quote it or came from it.`;
    return `May an agent erase this from your memory for good? "${words}"${others}`;
  }
  const erased = counts?.erased ?? 0;
  const what = erased === 0 ? "" : ` It erases the words of ${erased} ${erased === 1 ? "fact" : "facts"}.`;
  return `May an agent run a ${name} that erases from your memory for good?${what}`;
}
