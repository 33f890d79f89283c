/**
 * What is recall compared with, when nothing else is at hand? With one lane alone; with reading everything, and with
 * handing over everything: the two things that people do instead of having an index.
 */
import { encode } from "../index/encoder.ts";
import type { FactsView } from "../index/keys.ts";
import { LexicalIndex } from "../index/lexical.ts";
import { VectorIndex } from "../index/vectors.ts";
import type { Fact } from "../model/fact.ts";
import { NO_HEAD } from "../ports/storage.ts";
import { isLive } from "../recall/eligible.ts";
import { readQuery } from "../recall/query.ts";
import { Relevance } from "../recall/relevance.ts";
import { words } from "../text/words.ts";
import { DEFAULT_LIMIT } from "./measures.ts";
import type { AskOptions, RecallCapability } from "./rows.ts";

/** Facts that may be returned, oldest first. */
export type Facts = () => readonly Fact[];

/** Reads every fact and counts the words of the query that it has. No stems, no weights, no cut. */
export function linearScan(facts: Facts): RecallCapability {
  return {
    name: "linear scan",
    recall: (query, { depth = DEFAULT_LIMIT }) => {
      const asked = new Set(words(query));
      return facts()
        .map(({ id, content }) => ({ id, shared: sharedWords(asked, content) }))
        .filter(({ shared }) => shared > 0)
        .sort((a, b) => b.shared - a.shared || (a.id < b.id ? -1 : 1))
        .slice(0, depth)
        .map(({ id }) => id);
    },
  };
}

/** Hands over everything, the latest first: what a host does that puts its notes into every prompt. */
export function fullDump(facts: Facts): RecallCapability {
  return {
    name: "full dump",
    recall: (_query, { depth }: AskOptions) =>
      [...facts()]
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
        .slice(0, depth)
        .map(({ id }) => id),
  };
}

/** The lexical lane alone, with no rank but relevance. It knows the facts that are there when it is first asked. */
export function lexicalLane(facts: Facts): RecallCapability {
  let lane: { readonly index: LexicalIndex; readonly relevance: Relevance } | undefined;
  return {
    name: "lexical",
    recall: (query, { depth = DEFAULT_LIMIT }) => {
      if (lane === undefined) {
        const index = new LexicalIndex(isLive);
        const view = viewOf(facts());
        index.restore(view, undefined);
        index.ready(view);
        lane = { index, relevance: new Relevance(index) };
      }
      const { index, relevance } = lane;
      return relevance.byWords(readQuery(query, index), depth);
    },
  };
}

/** The vector lane alone, with no rank but nearness. It knows the facts that are there when it is first asked. */
export function vectorLane(facts: Facts): RecallCapability {
  let index: VectorIndex | undefined;
  return {
    name: "vector",
    recall: (query, { depth = DEFAULT_LIMIT }) => {
      if (index === undefined) {
        index = new VectorIndex();
        index.restore(viewOf(facts()), undefined);
      }
      return index.nearest(encode(query), depth).map(({ id }) => id);
    },
  };
}

/** What an index is made from, where there is no state. */
function viewOf(facts: readonly Fact[]): FactsView {
  return { head: NO_HEAD, facts: new Map(facts.map((fact) => [fact.id, fact])) };
}

function sharedWords(asked: ReadonlySet<string>, content: string): number {
  return new Set(words(content).filter((word) => asked.has(word))).size;
}
