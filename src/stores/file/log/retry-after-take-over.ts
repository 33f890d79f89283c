/**
 * What happens if somebody takes over from a writer in the middle of work that can be repeated? The writer takes the
 * lock again and repeats the work.
 *
 * This is for work after an acknowledgement: what was acknowledged stands, so a `stream-moved` error would tell the
 * caller the opposite of what happened.
 */
import { isTidelineError, TidelineError } from "../../../errors.ts";
import { MAX_TAKE_OVERS } from "../../../limits.ts";

export interface ExclusiveWriter {
  readonly path: string;
  exclusively<T>(work: () => T): T;
}

export function retryAfterTakeOver<T>(writer: ExclusiveWriter, work: () => T): T {
  for (let left = MAX_TAKE_OVERS; left > 0; left--) {
    try {
      return writer.exclusively(work);
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
    }
  }
  throw new TidelineError(
    "lock-timeout",
    `Other processes took over writing to ${writer.path} ${MAX_TAKE_OVERS} times before this one was done. Try again.`,
    { file: writer.path },
  );
}
