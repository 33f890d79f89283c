/**
 * How is a question put in other words before it is asked? By the host's function, within bounds: at most a few
 * wordings, of limited length, within a limited time. If it fails, the question is asked as it stands, and the answer
 * says so.
 */
import type { Said } from "../context/turns.ts";
import { isTidelineError, TidelineError } from "../errors.ts";
import { MAX_WORDINGS } from "../limits.ts";
import type { Timer } from "../ports/timer.ts";
import type { Degraded, Recalled } from "../recall/hit.ts";
import { recalled } from "../recall/receipt.ts";
import type { Memory } from "./memory.ts";
import type { TurnContext } from "./recall.ts";

export interface Wordings {
  /** undefined if the host gave no function. */
  readonly also: readonly string[] | undefined;
  /** Why there are none, if the host's function failed. */
  readonly trouble: Degraded | undefined;
}

export const NO_WORDINGS: Wordings = { also: undefined, trouble: undefined };

const REWRITE_MS = 3_000;
const MAX_WORDING_CHARS = 400;
const MAX_MESSAGES = 12;
const MAX_SAID_CHARS = 2_000;
const MAX_REASON_CHARS = 300;

export async function wordingsOf(
  { engine }: Memory,
  question: string,
  said: readonly Said[],
): Promise<Wordings> {
  const { rewrite } = engine.options;
  if (rewrite === undefined || question.trim() === "") return NO_WORDINGS;
  const stop = new AbortController();
  const messages = said
    .slice(-MAX_MESSAGES)
    .map(({ role, text }) => ({ role, text: text.slice(-MAX_SAID_CHARS) }));
  const late = new TidelineError("service-unavailable", `rewrite did not answer within ${REWRITE_MS} ms.`);
  try {
    const asked = Promise.resolve().then(() => rewrite(question, { messages, signal: stop.signal }));
    const { timer } = engine.ports;
    const answer = await (timer === undefined
      ? asked
      : within(timer, REWRITE_MS, asked, () => Promise.reject(late)));
    return { also: wordingsIn(answer, question), trouble: undefined };
  } catch (error) {
    return { also: undefined, trouble: troubleOf(error) };
  } finally {
    stop.abort();
  }
}

/** What can be asked: a model's reply is not to be trusted in number, length or type. */
function wordingsIn(answer: unknown, question: string): readonly string[] {
  if (!Array.isArray(answer))
    throw new TidelineError("invalid-argument", "rewrite must return a list of texts.");
  const texts = answer.flatMap((one) => (typeof one === "string" ? [one.toWellFormed().trim()] : []));
  const asked = texts.filter((one) => one !== "" && one.length <= MAX_WORDING_CHARS && one !== question);
  return [...new Set(asked)].slice(0, MAX_WORDINGS);
}

function troubleOf(error: unknown): Degraded {
  const code = isTidelineError(error) ? error.code : "rewrite-failed";
  const reason = error instanceof Error ? error.message : String(error);
  return { lane: "rewrite", code, reason: reason.slice(0, MAX_REASON_CHARS) };
}

/** The answer, with what went wrong before it was asked for. Texts (of `context`) have no place for that. */
export function withTrouble<T>(answer: T, trouble: Degraded | undefined): T;
export function withTrouble(answer: unknown, trouble: Degraded | undefined): unknown {
  if (trouble === undefined || typeof answer !== "object" || answer === null) return answer;
  if (Array.isArray(answer)) {
    const whole = answer as unknown as Recalled;
    const { receipt, degraded } = whole;
    return recalled([...answer], receipt, [...degraded, trouble], () => whole.faded);
  }
  const context = answer as TurnContext;
  return { ...context, degraded: [...context.degraded, trouble] };
}

/** The answer, or, if that takes too long, what `otherwise` gives. A late failure of the answer is nobody's concern. */
export function within<T>(
  timer: Timer,
  ms: number,
  answer: Promise<T>,
  otherwise: () => T | Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = timer.after(ms, () => {
      try {
        resolve(otherwise());
      } catch (error) {
        reject(error as Error);
      }
    });
    answer.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error as Error);
      },
    );
  });
}
