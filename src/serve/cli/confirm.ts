/** Did the person say yes? Anything else, an empty line included, means no. */
import { TidelineError } from "../../errors.ts";

export function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer.trim());
}

export function notConfirmed(): TidelineError {
  return new TidelineError(
    "not-allowed",
    "Nothing was done, because you did not confirm. To go ahead, repeat the command and answer y.",
  );
}
