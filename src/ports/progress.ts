/** How does a host learn how far long work has come? */

/** How many of how many are done (undefined if the total is unknown), and of what. */
export type OnProgress = (done: number, total: number | undefined, what: string) => void;

const EVERY = 1_000;

/** Returns a function to call once for each finished item. It reports every thousandth item and the last one. */
export function counting(tell: OnProgress | undefined, total: number | undefined, what: string): () => void {
  let done = 0;
  return () => {
    done++;
    if (tell !== undefined && (done % EVERY === 0 || done === total)) tell(done, total, what);
  };
}
