/**
 * What is recall compared with if there is no rival at hand? With one lane alone, with a scan of every fact, and with
 * a dump of every fact: the last two are what people use instead of an index.
 */
import { encode } from "../indexes/vectors/encoder.ts";
import type { VectorIndex } from "../indexes/vectors/vectors.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import { isLive } from "../recall/eligible.ts";
import type { Search } from "../recall/search.ts";
import { words } from "../text/words/words.ts";
import { DEFAULT_LIMIT } from "./measures.ts";
import type { AskOptions, RecallCapability } from "./rows.ts";

/** Facts that recall may return, oldest first. */
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

/** Returns everything, latest first: like a host that puts all its notes into every prompt. */
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

/** The indexes of a memory, brought up to date. */
export type Indexes = () => {
  readonly state: State;
  readonly search: Search;
  readonly vectors: VectorIndex;
};

/** The lexical lane alone, ordered by relevance only. */
export function lexicalLane(indexes: Indexes): RecallCapability {
  return {
    name: "lexical",
    recall: (query, { depth = DEFAULT_LIMIT }) => {
      const { state, search } = indexes();
      return search.byWords(state, query, depth);
    },
  };
}

/** The vector lane alone, ordered by nearness only. */
export function vectorLane(indexes: Indexes): RecallCapability {
  return {
    name: "vector",
    recall: (query, { depth = DEFAULT_LIMIT }) => {
      const { state, vectors } = indexes();
      const accept = (id: string) => isLive(state.facts.get(id) as Fact);
      return vectors.nearest(encode(query), depth, accept).map(({ id }) => id);
    },
  };
}

function sharedWords(asked: ReadonlySet<string>, content: string): number {
  return new Set(words(content).filter((word) => asked.has(word))).size;
}
