/** How long may an answer take? */
import { TidelineError } from "../../errors.ts";

/** The result, or an error after a time limit. The work itself still runs to its end. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new TidelineError(
            "timed-out",
            "The answer took too long. A write may still have happened: retry it with the same idempotency key.",
          ),
        ),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
