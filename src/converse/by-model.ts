/**
 * How does a language model distil a batch of turns? In one isolated call, without tools or history; the reply is read
 * strictly.
 *
 * A reply that cannot be used is sent back once, with what is wrong. If that does not help, each half of the turns is
 * asked about by itself, down to a single turn, which is set aside with its reason. A service that cannot be asked at
 * all is another matter: its error is thrown, and nothing has moved.
 *
 * What comes out are proposals, not facts: their quotes have yet to be checked.
 */
import { isTidelineError } from "../errors.ts";
import { DISTIL_REPLY_TOKENS, MAX_DISTIL_CALLS, MAX_QUOTES } from "../limits.ts";
import type { LlmAdapter, LlmMessage, LlmReply } from "../ports/llm.ts";
import type { Distilled, Distiller } from "./distiller.ts";
import { echoOf, isRefusal, isRepetition } from "./nonsense.ts";
import { asSaid, INSTRUCTIONS, promptFor, withoutLookAlikes } from "./prompt.ts";
import { complaintOf, type Proposal, parseReply, REPLY_SCHEMA } from "./proposal.ts";
import { readReply } from "./read-reply.ts";
import { tokensOf } from "./tokens.ts";
import type { Batch, Turn } from "./turn.ts";

type How = Parameters<Distiller["distil"]>[1];

export function byModel(llm: LlmAdapter): Distiller {
  return {
    name: llm.model,
    distil: async (batch, how) => await new Distilling(llm, batch, how).run(),
  };
}

/** What a call came to: proposals, or trouble. */
type Outcome = { readonly proposals: readonly Proposal[] } | Trouble;

interface Trouble {
  readonly trouble: string;
  /** Whether the model can mend its reply: never, always, or only where fewer turns cannot be asked about. */
  readonly canMend: "never" | "always" | "one turn";
  readonly said: string;
}

/** Characters of an unusable reply that the model is shown again. */
const MAX_SAID_CHARS = 2_000;
const MAX_REASON_CHARS = 300;

const isEcho = echoOf(`${INSTRUCTIONS}\n${JSON.stringify(REPLY_SCHEMA)}`);

class Distilling {
  private readonly llm: LlmAdapter;
  private readonly batch: Batch;
  private readonly how: How;
  private readonly proposals: Proposal[] = [];
  private readonly setAside: { readonly turn: number; readonly reason: string }[] = [];
  private readonly usage = { calls: 0, inputTokens: 0, outputTokens: 0 };

  constructor(llm: LlmAdapter, batch: Batch, how: How) {
    this.llm = llm;
    this.batch = batch;
    this.how = how;
  }

  async run(): Promise<Distilled> {
    if (this.batch.turns.length > 0) await this.distil(this.batch.turns);
    return { proposals: this.proposals, setAside: this.setAside, usage: this.usage };
  }

  private async distil(turns: readonly Turn[]): Promise<void> {
    const outcome = await this.proposalsFor(turns);
    if ("proposals" in outcome) return this.collect(outcome.proposals);
    const [first, second] = [turns[0], turns[1]];
    if (first === undefined) return;
    if (second === undefined) {
      this.setAside.push({ turn: first.number, reason: outcome.trouble.slice(0, MAX_REASON_CHARS) });
      return;
    }
    const half = Math.ceil(turns.length / 2);
    await this.distil(turns.slice(0, half));
    await this.distil(turns.slice(half));
  }

  /** One call, and a second one if the first reply can be mended. */
  private async proposalsFor(turns: readonly Turn[]): Promise<Outcome> {
    const messages: readonly LlmMessage[] = [{ role: "user", text: promptFor(this.batch, turns) }];
    const first = await this.call(messages);
    if ("proposals" in first || first.canMend === "never") return first;
    if (first.canMend === "one turn" && turns.length > 1) return first;
    return await this.call([
      ...messages,
      { role: "assistant", text: first.said.slice(0, MAX_SAID_CHARS).toWellFormed() || "(nothing)" },
      {
        role: "user",
        text: `That cannot be used: ${first.trouble} Reply again, with nothing but the JSON object; {"facts": []} if there is nothing to keep.`,
      },
    ]);
  }

  private async call(messages: readonly LlmMessage[]): Promise<Outcome> {
    if (this.usage.calls >= MAX_DISTIL_CALLS)
      return hopeless(`The batch has already taken ${MAX_DISTIL_CALLS} calls.`);
    const { signal, maxTokens = DISTIL_REPLY_TOKENS, tokensLeft = Number.POSITIVE_INFINITY } = this.how;
    if (this.usage.inputTokens + this.usage.outputTokens >= tokensLeft)
      return hopeless("The batch has taken all tokens that were left for it.");
    this.usage.calls++;
    try {
      const request = { system: INSTRUCTIONS, messages, schema: REPLY_SCHEMA, maxTokens, signal };
      const reply = await this.llm.complete(request);
      this.count(messages, reply);
      return this.read(reply);
    } catch (error) {
      return outcomeOf(error);
    }
  }

  private count(messages: readonly LlmMessage[], reply: LlmReply): void {
    const { inputTokens, outputTokens } = tokensOf(reply, [
      INSTRUCTIONS,
      ...messages.map(({ text }) => text),
    ]);
    this.usage.inputTokens += inputTokens;
    this.usage.outputTokens += outputTokens;
  }

  private read(reply: LlmReply): Outcome {
    const said = reply.text ?? JSON.stringify(reply.json) ?? "";
    if (reply.stopped === "refused") return hopeless("The model refused to answer.");
    if (reply.stopped === "length")
      return { trouble: "The reply is too long. Keep what matters most.", canMend: "one turn", said };
    try {
      return { proposals: parseReply(readReply(reply)) };
    } catch (error) {
      const trouble = complaintOf(error);
      if (trouble === undefined) throw error;
      return { trouble, canMend: "always", said };
    }
  }

  /** Numbers that name proposals of one reply become numbers of the whole list. */
  private collect(proposals: readonly Proposal[]): void {
    const places = proposals.map((one) => this.place(one));
    for (const [i, { relations }] of proposals.entries()) {
      const place = places[i];
      const own = place === undefined ? undefined : this.proposals[place];
      if (place === undefined || own === undefined) continue;
      const renumbered = relations.flatMap((relation) => {
        if (relation.of === "known") return relation.to <= this.batch.known.length ? [relation] : [];
        const to = places[relation.to - 1];
        return to === undefined || to === place ? [] : [{ ...relation, to: to + 1 }];
      });
      this.proposals[place] = { ...own, relations: [...own.relations, ...renumbered] };
    }
  }

  /** Where the proposal stands in the list: at its end, or where the same one is. Nonsense has no place. */
  private place(proposal: Proposal): number | undefined {
    const content = withoutLookAlikes(proposal.content, this.batch.turns);
    if (isNonsense(content)) return undefined;
    const quotes = proposal.quotes.map(({ turn, text }) => {
      const said = this.batch.turns.find(({ number }) => number === turn);
      return { turn, text: (said && asSaid(text, said)) ?? text };
    });
    const known = this.proposals.findIndex((one) => folded(one.content) === folded(content));
    const same = this.proposals[known];
    if (same === undefined) return this.proposals.push({ ...proposal, content, quotes, relations: [] }) - 1;
    const more = quotes.filter(({ turn, text }) => {
      return !same.quotes.some((one) => one.turn === turn && one.text === text);
    });
    this.proposals[known] = { ...same, quotes: [...same.quotes, ...more].slice(0, MAX_QUOTES) };
    return known;
  }
}

/** Asking for less may help where asking again does not. */
function outcomeOf(error: unknown): Outcome {
  if (isTidelineError(error, "request-too-large")) return hopeless(error.message);
  // The service sent more than a reply may have; what it is asked for next is less.
  const isOversize = isTidelineError(error, "service-reply") && error.details.mostBytes !== undefined;
  if (isOversize) return hopeless("The reply had more bytes than a reply may have.");
  throw error;
}

function hopeless(trouble: string): Trouble {
  return { trouble, canMend: "never", said: "" };
}

function isNonsense(content: string): boolean {
  return isRefusal(content) || isEcho(content) || isRepetition(content);
}

function folded(content: string): string {
  return content
    .toLowerCase()
    .replace(/[\s.]+/g, " ")
    .trim();
}
