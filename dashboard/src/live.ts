// Has anything changed? One stream of events per tab, whichever process wrote them; views reload when one arrives.
import { effect, signal } from "@preact/signals";
import type { RecordedEvent } from "brigade-tideline";
import { client, isOwner } from "./session.ts";

export type Connection = "connecting" | "live" | "lost" | "off";

const KEPT = 500;
const AGAIN_MS = 2_000;
const SETTLE_MS = 250;

/** Goes up when memory has changed, here or elsewhere. */
export const revision = signal(0);
export const connection = signal<Connection>("off");
/** The latest events since the page was opened, newest first. */
export const arrived = signal<readonly RecordedEvent[]>([]);

let settling: number | undefined;

/** Many events within a moment cause one reload. */
export function changed(): void {
  if (settling !== undefined) return;
  settling = window.setTimeout(() => {
    settling = undefined;
    revision.value++;
  }, SETTLE_MS);
}

/** Listens as long as the page is open, to the memory that is shown. */
export function listen(): () => void {
  let stop = new AbortController();
  const end = effect(() => {
    const from = client.value;
    stop.abort();
    stop = new AbortController();
    arrived.value = [];
    if (!isOwner.value) {
      connection.value = "off";
      return;
    }
    void follow(from, stop.signal);
  });
  return () => {
    end();
    stop.abort();
  };
}

async function follow(from: typeof client.value, signal: AbortSignal): Promise<void> {
  let after: number | undefined;
  while (!signal.aborted) {
    connection.value = "connecting";
    try {
      after ??= (await from.stats({ signal })).events;
      const events = from.live(after, { signal });
      connection.value = "live";
      for await (const one of events) {
        after = one.seq;
        arrived.value = [one, ...arrived.value].slice(0, KEPT);
        changed();
      }
    } catch (error) {
      if (signal.aborted) return;
      console.info("The event stream ended; trying again.", error instanceof Error ? error.message : error);
    }
    connection.value = "lost";
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
