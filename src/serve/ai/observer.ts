/** How are the turns of a call to a model observed, and in whose memory? Whatever memory does, the call goes on. */
import type { TurnMessage } from "../../context/turns.ts";
import type { ObserveInput } from "../../converse/observe-input.ts";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { OBSERVE_WAIT_MS } from "../../limits.ts";
import { AsyncTideline } from "../../memory/async.ts";
import { SyncTideline } from "../../memory/sync.ts";
import { type Origin, type OtherOrigin, originKey, parseOrigin } from "../../model/origin.ts";
import { type CallTurn, type ObservedCall, type ObservedRoles, observedCall } from "./observed-call.ts";
import { type OnTrouble, tellTrouble } from "./trouble.ts";

export interface ObservingOptions {
  /**
   * What is observed, to become facts later: what the user says, what the model replies, what tools give back. Default: all
   * of it. A host that writes texts of others into the user's message observes by itself, and sets `user: false`.
   */
  readonly observe?:
    | boolean
    | {
        readonly user?: boolean | undefined;
        readonly assistant?: boolean | undefined;
        readonly tools?: boolean | undefined;
      }
    | undefined;
  /**
   * The name of the conversation, or a function that gives it for a prompt; for undefined nothing is observed. Default:
   * conversations are told apart by what they began with.
   */
  readonly session?: string | ((prompt: readonly TurnMessage[]) => string | undefined) | undefined;
}

/** Where the middleware observes turns, if the source of its blocks can do that. */
export interface TurnSink {
  observeMany(turns: readonly ObserveInput[], options: { readonly origin?: Origin | undefined }): unknown;
}

interface ObserverOptions extends ObservingOptions {
  /** Who is talking. Given as undefined, it means that the host does not know. */
  readonly origin?: Origin | undefined;
  readonly onTrouble?: OnTrouble | undefined;
}

export interface Observer {
  /** The reply is complete, or was broken off. Waits for a while until all that was said is durable; never fails. */
  replied(text: string, aborted: boolean): Promise<void>;
}

/** Begins to observe a call. undefined if nothing of it is observed. */
export function observerOf(
  memory: Partial<TurnSink>,
  params: { readonly prompt: unknown; readonly responseFormat?: unknown },
  options: ObserverOptions,
): Observer | undefined {
  const { onTrouble } = options;
  if (options.observe === false || (options.origin === undefined && Object.hasOwn(options, "origin")))
    return undefined;
  const begun = begin(memory, params, options);
  if (begun === undefined) return undefined;
  const { call, take } = begun;
  // While the model is asked, and at once: what was said is not lost if the process ends before the reply.
  const heard = attempt(() => take(call.heard), onTrouble);
  return {
    async replied(text, aborted) {
      const all = heard.then(async () => {
        const reply = call.reply(text, aborted);
        if (reply !== undefined) await attempt(() => take([reply]), onTrouble);
      });
      await waitedFor(all, onTrouble);
    },
  };
}

/** A memory that does not answer holds back no reply. What it takes in later is not lost. */
async function waitedFor(work: Promise<void>, onTrouble: OnTrouble | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      const why = `The turns of a call were not stored within ${OBSERVE_WAIT_MS} ms, and the reply is not held back for them. See whether another process writes to the workspace, or whether the server of memory answers.`;
      tellTrouble(onTrouble, new TidelineError("service-unavailable", why));
      resolve();
    }, OBSERVE_WAIT_MS);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

interface Begun {
  readonly call: ObservedCall;
  take(turns: readonly CallTurn[]): unknown;
}

function begin(
  memory: Partial<TurnSink>,
  { prompt, responseFormat }: { readonly prompt: unknown; readonly responseFormat?: unknown },
  { observe = true, origin, session: named, onTrouble }: ObserverOptions,
): Begun | undefined {
  try {
    const { user = true, assistant = true, tools = true } = observe as Partial<ObservedRoles>;
    const observeMany = sinkOf(memory, origin);
    if (observeMany === undefined) return undefined;
    const messages = prompt as readonly TurnMessage[];
    // JSON that a program asked for is no reply to anybody.
    const isForProgram = (responseFormat as { readonly type?: unknown } | undefined)?.type === "json";
    const call = observedCall(messages, { user, assistant: assistant && !isForProgram, tools });
    const session = typeof named === "function" ? named(messages) : (named ?? call.session);
    if (session === undefined) return undefined;
    const take = (turns: readonly CallTurn[]) =>
      turns.length === 0 ? undefined : observeMany(turns.map((turn) => ({ ...turn, session })));
    return { call, take };
  } catch (error) {
    tellTrouble(onTrouble, error);
    return undefined;
  }
}

/** What takes in the turns of the origin's conversation. */
function sinkOf(
  memory: Partial<TurnSink>,
  origin: Origin | undefined,
): ((turns: readonly ObserveInput[]) => unknown) | undefined {
  if (memory instanceof SyncTideline || memory instanceof AsyncTideline) {
    const isOwn = origin === undefined || originKey(parseOrigin(origin)) === originKey(memory.origin);
    const whose = isOwn ? memory : memory.as(origin as OtherOrigin);
    return (turns) => whose.observeMany(turns);
  }
  return memory.observeMany === undefined ? undefined : (turns) => memory.observeMany?.(turns, { origin });
}

/** Memory never stops a turn. That it is frozen is the owner's wish, and no trouble. */
async function attempt(work: () => unknown, onTrouble: OnTrouble | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isTidelineError(error, "frozen")) tellTrouble(onTrouble, error);
  }
}
