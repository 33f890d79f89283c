/** How far is a long command? One line on standard error for a person, shown only after a while; nothing in a pipe. */
import { clip, type Output } from "./terminal.ts";

const QUIET_MS = 400;
const EVERY_MS = 100;
const WORTH_ANNOUNCING = 10_000;

export interface Progress {
  readonly tell: (done: number, total: number | undefined, what: string) => void;
  /** Removes the line. */
  readonly end: () => void;
}

export function startProgress(err: Output, wanted: boolean): Progress {
  if (!wanted || !err.isTerminal) return { tell: () => undefined, end: () => undefined };
  const startedAt = performance.now();
  let lastAt = startedAt + QUIET_MS - EVERY_MS;
  let shown = false;
  return {
    tell(done, total, what) {
      const now = performance.now();
      // Large work that reports nothing between its beginning and its end is announced at once.
      const isAnnounced = done === 0 && (total ?? 0) >= WORTH_ANNOUNCING;
      if (now - lastAt < EVERY_MS && !isAnnounced) return;
      lastAt = now;
      shown = true;
      err.write(`\r\u001b[K${clip(`${howFar(done, total)} ${what}`, err.columns - 1)}`);
    },
    end() {
      if (shown) err.write("\r\u001b[K");
      shown = false;
    },
  };
}

function howFar(done: number, total: number | undefined): string {
  if (total === undefined || total === 0) return String(done);
  return done === 0 ? String(total) : `${Math.round((100 * done) / total)} %, ${done} of ${total}`;
}
