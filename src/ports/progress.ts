/** How is a host told how far long work is? */

/** How much of how much (undefined where that cannot be known), and of what. */
export type OnProgress = (done: number, total: number | undefined, what: string) => void;

const EVERY = 1_000;

/** To be called for each thing that is done: tells of every thousandth, and of the last. */
export function counting(tell: OnProgress | undefined, total: number | undefined, what: string): () => void {
  let done = 0;
  return () => {
    done++;
    if (tell !== undefined && (done % EVERY === 0 || done === total)) tell(done, total, what);
  };
}
