// What are the words of this fact? Used where only the id is known. Loaded once, a few at a time; this does not count
// as a use.
import type { TidelineClient } from "brigade-tideline/client";
import { useEffect, useState } from "preact/hooks";
import { shorten } from "../format.ts";
import { client } from "../session.ts";
import { Words } from "./fact.tsx";

const AT_ONCE = 3;
const known = new WeakMap<TidelineClient, Map<string, Promise<string | undefined>>>();
let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  working++;
  try {
    return await work();
  } finally {
    working--;
    waiting.shift()?.();
  }
}

/** undefined for a fact whose words are gone. */
function wordsOf(from: TidelineClient, id: string): Promise<string | undefined> {
  const cache = known.get(from) ?? new Map<string, Promise<string | undefined>>();
  known.set(from, cache);
  const cached = cache.get(id);
  if (cached !== undefined) return cached;
  const asked = inTurn(async () => {
    try {
      return (await from.inspect(id)).fact?.content;
    } catch (error) {
      // The caller may not see the fact, or the server is unreachable: the id is shown instead.
      console.info(`No words for ${id}.`, error instanceof Error ? error.message : error);
      cache.delete(id);
      return undefined;
    }
  });
  cache.set(id, asked);
  return asked;
}

/** A fact by its words, or by its id until they are loaded. */
export function FactName({ id, most = 140 }: { readonly id: string; readonly most?: number }) {
  const from = client.value;
  const [words, setWords] = useState<string | undefined>();
  useEffect(() => {
    let isHere = true;
    void wordsOf(from, id).then((found) => {
      if (isHere) setWords(found);
    });
    return () => {
      isHere = false;
    };
  }, [from, id]);
  return words === undefined ? <code>{id}</code> : <Words text={shorten(words, most)} />;
}
