/** Who distils without being asked? Every memory that a host opened, for each origin that it opens. */
import { distilAsKeeper } from "./distil.ts";
import { distilLeft } from "./distil-soon.ts";
import type { DriveFor } from "./maintain.ts";
import { keptMemory, type Memory } from "./memory.ts";

/** From now on turns are distilled without being asked for: those that come, and those that another process has left. */
export function distilInBackground(memory: Memory, driveFor: DriveFor): void {
  const { engine } = memory;
  engine.background = async (origin) => {
    const kept = keptMemory(memory, origin);
    const drive = driveFor(origin);
    await drive(() => kept.open.inbox.catchUp());
    // Most origins have no conversations: they are not read for this.
    if (!kept.open.inbox.isEmpty) await distilAsKeeper(kept, drive);
  };
  engine.onOpen = (origin, open) => distilLeft({ engine, origin, open });
  distilLeft(memory);
}
