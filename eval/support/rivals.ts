/**
 * Whom are we compared with? Search engines that people reach for: SQLite's FTS5 with the Porter stemmer and
 * MiniSearch, both with stop words dropped. They come from bench/package.json, and only when they are wanted.
 */
import { DEFAULT_LIMIT } from "../../src/eval/measures.ts";
import type { Corpus, Saying } from "./corpus.ts";
import { tellingWords } from "./stop-words.ts";
import { casesOf, type Filled, type System } from "./systems.ts";

export const fts5: System = {
  name: "fts5",
  async fill(corpus) {
    const { default: Database } = await import("better-sqlite3");
    const db = new Database(":memory:");
    db.exec("create virtual table sayings using fts5(key unindexed, text, tokenize = 'porter unicode61')");
    const insert = db.prepare("insert into sayings (key, text) values (?, ?)");
    db.transaction(() => {
      for (const saying of corpus.sayings) insert.run(saying.key, textOf(saying));
    })();
    const select = db.prepare("select key from sayings where sayings match ? order by rank, rowid limit ?");
    const search = (query: string, limit: number): readonly string[] => {
      const words = tellingWords(query);
      if (words.length === 0) return [];
      const rows = select.all(words.map((word) => `"${word}"`).join(" OR "), limit);
      return rows.map((row) => (row as { readonly key: string }).key);
    };
    return rival("fts5", corpus, search, () => db.close());
  },
};

export const minisearch: System = {
  name: "minisearch",
  async fill(corpus: Corpus) {
    const { default: MiniSearch } = await import("minisearch");
    const index = new MiniSearch<{ readonly id: string; readonly text: string }>({ fields: ["text"] });
    index.addAll(corpus.sayings.map((saying) => ({ id: saying.key, text: textOf(saying) })));
    const search = (query: string, limit: number): readonly string[] =>
      index
        .search(tellingWords(query).join(" "))
        .slice(0, limit)
        .map(({ id }) => String(id));
    return rival("minisearch", corpus, search, () => index.removeAll());
  },
};

/** Who speaks is part of the text: the rivals have no other place for it. */
function textOf({ input }: Saying): string {
  return input.actor === undefined ? input.content : `${input.actor}: ${input.content}`;
}

function rival(
  name: string,
  corpus: Corpus,
  search: (query: string, limit: number) => readonly string[],
  close: () => void,
): Filled {
  return {
    capability: { name, recall: (query, { depth = DEFAULT_LIMIT }) => search(query, depth) },
    cases: casesOf(corpus, (key) => key),
    notes: "",
    close,
  };
}
