/**
 * What do people type besides whole questions, what is a memory asked that has just begun, and what one that was told
 * everything singly? Three data sets made of others. The same input gives the same rows.
 */
import { analyse } from "../../src/text/words/analyse.ts";
import { type Corpus, halfOf, makeCorpus, type Question, type Saying } from "./corpus.ts";

/** One or two words of every so-manieth fact: the rarest ones. */
const EVERY = 3;
const LONGEST = 2;
/** How many facts a small memory has besides those that answer. */
const SIZES = [0, 1, 3, 7, 15] as const;

/**
 * Keyword questions to each corpus, without its own questions. What has all the words is gold. Words of other corpora
 * that nothing here has are unanswerable. `isOwn`: whose facts are asked for, rather than clutter.
 */
export function keywordCorpora(
  corpora: readonly Corpus[],
  isOwn: (saying: Saying) => boolean,
): readonly Corpus[] {
  return corpora.map((corpus, c) => {
    const wordings = corpus.sayings.map((one) => ({ key: one.key, words: wordsOf(one) }));
    const counts = countsOf(wordings.map(({ words }) => words));
    const own = corpus.sayings.filter(isOwn);
    const next = corpora[(c + 1) % corpora.length] as Corpus;
    const foreign = next.sayings.filter(isOwn);
    const ask = (saying: Saying, i: number, kind: string): readonly Question[] => {
      if (i % EVERY !== 0) return [];
      const length = 1 + (i % LONGEST);
      const words = rarest(wordsOf(saying), counts, length, kind === "unanswerable");
      if (words.length < length) return [];
      const gold = wordings.filter((one) => words.every(([term]) => one.words.has(term)));
      return [
        {
          id: `${corpus.name} ${kind} ${saying.key}`,
          category: kind,
          query: words.map(([, word]) => (i % 4 < 2 ? word : asWritten(word, saying))).join(" "),
          gold: gold.map(({ key }) => key),
        },
      ];
    };
    return makeCorpus(`${corpus.name} keywords`, corpus.sayings, [
      ...own.flatMap((one, i) => ask(one, i, "keywords")),
      ...foreign.flatMap((one, i) => ask(one, i, "unanswerable")),
    ]);
  });
}

/**
 * Two memories for each question, both of a few facts of the same life: one with what answers it, and one without. A
 * memory that has just begun rarely knows what it is asked.
 */
export function smallCorpora(
  corpora: readonly Corpus[],
  isOwn: (saying: Saying) => boolean,
): readonly Corpus[] {
  return corpora.flatMap((corpus) => {
    const own = corpus.sayings.filter(isOwn);
    return corpus.questions.flatMap((question, q) => {
      const others = own.filter(({ key }) => !question.gold.includes(key));
      const someOf = (count: number, from: number) =>
        Array.from({ length: count }, (_, i) => others[(q * 31 + i * 7 + from) % others.length]?.key);
      const size = SIZES[q % SIZES.length] as number;
      const small = (kind: string, gold: readonly string[], keys: readonly (string | undefined)[]) =>
        makeCorpus(
          `${question.id} ${kind}`,
          // What a link leads to may not be among the few.
          own.filter(({ key }) => keys.includes(key)).map((one) => ({ ...one, links: undefined })),
          [{ ...question, id: `${question.id} ${kind}`, gold }],
        );
      const without = small("small, unanswerable", [], someOf(size + 1, 3));
      if (question.gold.length === 0) return [without];
      return [small("small", question.gold, [...question.gold, ...someOf(size, 0)]), without];
    });
  });
}

/**
 * The same facts told one by one, in no episode and without clutter, as somebody tells an assistant what to remember:
 * each corpus by itself, and once more after the facts of all the others.
 */
export function singleCorpora(
  corpora: readonly Corpus[],
  isOwn: (saying: Saying) => boolean,
): readonly Corpus[] {
  const told = corpora.map((corpus) => toldSingly(corpus, isOwn));
  return corpora.flatMap(({ name, questions, askedAt }, c) => {
    const own = told[c] as readonly Saying[];
    const first = own.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
    const others = told.flatMap((some, o) => (o === c ? [] : some.map((one) => ({ ...one, at: first - 1 }))));
    const corpusOf = (kind: string, sayings: readonly Saying[]): Corpus => ({
      name: `${name} ${kind}`,
      sayings,
      questions: questions.map((one) => ({
        ...one,
        id: `${one.id}#${kind}`,
        gold: one.gold.map((key) => `${name} ${key}`),
      })),
      askedAt,
    });
    return [corpusOf("told singly", own), corpusOf("told after others", [...others, ...own])];
  });
}

/** Keys begin with the corpus' name, so that those of several corpora can stand together. */
function toldSingly({ name, sayings }: Corpus, isOwn: (saying: Saying) => boolean): readonly Saying[] {
  return sayings.filter(isOwn).map((one) => ({
    ...one,
    key: `${name} ${one.key}`,
    input: { ...one.input, episode: undefined },
    links: one.links?.map(({ kind, to }) => ({ kind, to: `${name} ${to}` })),
  }));
}

/** Which half a derived question falls into. The sets that they are made of are all for tuning. */
export function halfOfDerived(id: string): 0 | 1 {
  return halfOf(`derived ${id}`);
}

/** By term, the word. */
function wordsOf({ input }: Saying): ReadonlyMap<string, string> {
  const { terms } = analyse(String(input.content));
  return new Map(terms.flatMap(({ text, word }) => (word.length > 2 ? [[text, word] as const] : [])));
}

/** With its capitals: not everybody types everything in small letters. */
function asWritten(word: string, { input }: Saying): string {
  const content = String(input.content);
  const at = content.toLowerCase().indexOf(word);
  return at < 0 ? word : content.slice(at, at + word.length);
}

function countsOf(all: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const words of all) for (const term of words.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function rarest(
  words: ReadonlyMap<string, string>,
  counts: ReadonlyMap<string, number>,
  length: number,
  isUnknown: boolean,
): readonly (readonly [string, string])[] {
  const count = ([term]: readonly [string, string]) => counts.get(term) ?? 0;
  return [...words]
    .filter((one) => (count(one) === 0) === isUnknown)
    .sort((a, b) => count(a) - count(b) || (a[0] < b[0] ? -1 : 1))
    .slice(0, length);
}
