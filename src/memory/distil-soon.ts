/**
 * When are observed turns distilled? Once nothing has been observed for a while, in one batch; and at the latest after
 * several such whiles. The timer keeps no process alive: what a process leaves is distilled by the next one that opens the
 * origin, as the keeper of a workspace does with each of them.
 */
import { isTidelineError } from "../errors.ts";
import type { Memory } from "./memory.ts";
import type { OpenOrigin, Soon } from "./open-origin.ts";

/** A conversation that never pauses is distilled after so many times the usual wait. */
export const MOST_WAITS = 4;
/** After failures the wait doubles, up to so many times; not for what the principal says anew. */
const MOST_DOUBLINGS = 6;

/** `isPrincipals`: the principal has said something new. */
export function distilSoon(memory: Pick<Memory, "engine" | "origin" | "open">, isPrincipals: boolean): void {
  const { engine, open } = memory;
  const { timer } = engine.ports;
  const { debounceMs } = engine.options.distilling;
  if (timer === undefined || engine.background === undefined || !engine.distilsByItself()) return;
  const soon = soonOf(engine.onClose, open);
  const now = engine.now();
  if (soon.cancel === undefined || soon.since === undefined) soon.since = now;
  soon.cancel?.();
  const wait = isPrincipals ? debounceMs : debounceMs * 2 ** Math.min(soon.failures, MOST_DOUBLINGS);
  const left = Math.max(0, soon.since + MOST_WAITS * wait - now);
  soon.cancel = timer.after(Math.min(wait, left), () => distilNow(memory, soon));
}

/** The same for what another process may have left: a memory that is only opened asks no clock for it. */
export function distilLeft(memory: Pick<Memory, "engine" | "origin" | "open">): void {
  const { engine, open } = memory;
  const { timer } = engine.ports;
  if (timer === undefined || engine.background === undefined || !engine.distilsByItself()) return;
  if (open.soon?.cancel !== undefined) return;
  const soon = soonOf(engine.onClose, open);
  soon.since = undefined;
  soon.cancel = timer.after(engine.options.distilling.debounceMs, () => distilNow(memory, soon));
}

/** Somebody else distils what waits, now: no timer has to. */
export function takeOver({ soon }: OpenOrigin): void {
  soon?.cancel?.();
  if (soon !== undefined) soon.cancel = undefined;
}

/** Will a timer of this process distil what was observed here, or try again what failed here? */
export function isTimed({ soon }: OpenOrigin): boolean {
  return soon?.cancel !== undefined && soon.since !== undefined;
}

function distilNow(memory: Pick<Memory, "engine" | "origin" | "open">, soon: Soon): void {
  const { engine, open, origin } = memory;
  soon.cancel = undefined;
  const ended = engine.background?.(origin).then(
    () => {
      soon.failures = 0;
      open.distilTrouble = undefined;
    },
    (error: unknown) => {
      soon.failures++;
      open.distilTrouble = troubleOf(error, engine.now());
      if (!isTidelineError(error, "frozen") && !isTidelineError(error, "closed")) distilSoon(memory, false);
    },
  );
  // A clock that gives no time: nothing is tried again until something is observed.
  void ended?.catch(() => soon.failures++);
}

function soonOf(onClose: Set<() => void>, open: OpenOrigin): Soon {
  if (open.soon === undefined) {
    const soon: Soon = { cancel: undefined, since: undefined, failures: 0 };
    open.soon = soon;
    onClose.add(() => {
      soon.cancel?.();
      soon.cancel = undefined;
    });
  }
  return open.soon;
}

function troubleOf(error: unknown, at: number): NonNullable<OpenOrigin["distilTrouble"]> {
  const code = isTidelineError(error) ? error.code : "distiller-failed";
  return { at, code, message: error instanceof Error ? error.message : String(error) };
}
