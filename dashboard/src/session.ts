// Who is looking, and at whose memory? The token lives as long as the tab, in sessionStorage, and goes into the
// Authorization header of every call; nothing else carries it.
import { computed, signal } from "@preact/signals";
import type { Origin } from "brigade-tideline";
import { ClientError, TidelineClient } from "brigade-tideline/client";
import { namesIn } from "../../src/model/origin.ts";

export { sameOrigin } from "../../src/model/origin.ts";

export interface Me {
  readonly role: "owner" | "agent" | "reader";
  readonly origin: Origin;
  readonly voice: "owner" | "agent";
  readonly version: string;
  /** The workspace's folder; only its owner is told. */
  readonly place?: string;
  /** The words that call the server's program in a shell; only the owner of the workspace is told. */
  readonly program?: readonly string[];
  /** There are no tokens: whoever connects over loopback is the owner. */
  readonly open?: boolean;
}

const TOKEN = "tideline-token";
const ORIGIN = "tideline-origin";

export const token = signal<string | undefined>(sessionStorage.getItem(TOKEN) ?? undefined);
/** undefined until somebody has chosen: the caller's own. */
export const chosenOrigin = signal<Origin | undefined>(readOrigin());
export const me = signal<Me | undefined>(undefined);
/** Why the page could not connect. */
export const trouble = signal<ClientError | undefined>(undefined);

function readOrigin(): Origin | undefined {
  const text = sessionStorage.getItem(ORIGIN);
  return text === null ? undefined : (JSON.parse(text) as Origin);
}

export const client = computed(
  () => new TidelineClient({ url: location.origin, token: token.value, origin: chosenOrigin.value }),
);

export const origin = computed<Origin>(() => chosenOrigin.value ?? me.value?.origin ?? "owner");
export const isOwner = computed(() => me.value?.role === "owner");
export const mayWrite = computed(() => me.value?.role === "owner");
/** Is this the owner of the workspace, and not of one channel's memory? */
export const keepsWorkspace = computed(() => isOwner.value && me.value?.origin === "owner");

export function useToken(secret: string | undefined): void {
  if (secret === undefined) sessionStorage.removeItem(TOKEN);
  else sessionStorage.setItem(TOKEN, secret);
  chooseOrigin(undefined);
  token.value = secret;
}

export function chooseOrigin(next: Origin | undefined): void {
  if (next === undefined) sessionStorage.removeItem(ORIGIN);
  else sessionStorage.setItem(ORIGIN, JSON.stringify(next));
  chosenOrigin.value = next;
}

export async function findOut(): Promise<void> {
  try {
    me.value = await new TidelineClient({ url: location.origin, token: token.value }).call<Me>("whoami");
    trouble.value = undefined;
  } catch (error) {
    me.value = undefined;
    trouble.value = asClientError(error);
  }
}

export function asClientError(error: unknown): ClientError {
  return error instanceof ClientError ? error : new ClientError("bug", 0, String(error), error);
}

export function originName(one: Origin): string {
  if (one === "owner") return "owner";
  return "user" in one ? `user · ${one.user}` : namesIn(one).join(" · ");
}
