/**
 * When is somebody asked again who could not answer? After a wait that grows, or that they asked for; up to a number of
 * tries and a time limit over all of them. The caller can end the request and the wait.
 */
import { TidelineError } from "../errors.ts";

/** What is needed from the outside world; tests replace it. */
export interface RetryPorts {
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
}

export function retryPorts(sleep?: RetryPorts["sleep"]): RetryPorts {
  return {
    sleep: sleep ?? ((ms) => new Promise((wake) => setTimeout(wake, ms))),
    now: () => Date.now(),
  };
}

export interface RetryLimits {
  /** The service's name in messages: its address without query string and credentials. */
  readonly service: string;
  /** Time limit of one attempt. */
  readonly timeoutMs: number;
  readonly retries: number;
  /** Time limit for all attempts and waits together. */
  readonly totalMs: number;
  /** Ends the attempt, or the wait before the next one, with an `aborted` error. */
  readonly signal?: AbortSignal | undefined;
}

/** If the service asks for a longer wait, give up: no caller should be kept that long. */
const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;

/** `again`: what to throw if there is no further try. `waitMs`: how long the service asked to be left alone. */
export type Outcome<T> =
  | { readonly value: T }
  | { readonly again: TidelineError; readonly waitMs: number | undefined };

export async function retried<T>(
  attempt: (timeoutMs: number) => Promise<Outcome<T>>,
  limits: RetryLimits,
  ports: RetryPorts,
): Promise<T> {
  const { service, signal } = limits;
  const endsAt = ports.now() + limits.totalMs;
  for (let tried = 0; ; tried++) {
    if (signal?.aborted) throw aborted(service);
    const outcome = await attempt(Math.max(1, Math.min(limits.timeoutMs, endsAt - ports.now())));
    if ("value" in outcome) return outcome.value;
    const waitMs = outcome.waitMs ?? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tried);
    if (tried >= limits.retries || waitMs > MAX_WAIT_MS || ports.now() + waitMs >= endsAt)
      throw withAttempts(outcome.again, tried + 1, outcome.waitMs);
    await unlessAborted(ports.sleep(waitMs), limits);
  }
}

async function unlessAborted(waiting: Promise<void>, { signal, service }: RetryLimits): Promise<void> {
  if (signal === undefined) return await waiting;
  let stop = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(aborted(service));
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
  try {
    await Promise.race([waiting, ended]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** The caller gave up waiting for the service. */
export function aborted(service: string): TidelineError {
  return new TidelineError(
    "aborted",
    `The request to ${service} was aborted. Ask again when you need the answer.`,
  );
}

/** The service failed for now. */
export function unavailable(service: string, what: string, status?: number): TidelineError {
  return new TidelineError("service-unavailable", `${service} ${what}.`, { status });
}

function withAttempts(
  error: TidelineError,
  attempts: number,
  retryAfterMs: number | undefined,
): TidelineError {
  const tries = attempts === 1 ? "Tried once" : `Tried ${attempts} times`;
  const later = retryAfterMs === undefined ? "later" : `in ${Math.ceil(retryAfterMs / 1000)} s`;
  return new TidelineError("service-unavailable", `${error.message} ${tries}; try again ${later}.`, {
    ...error.details,
    attempts,
    retryAfterMs,
  });
}
