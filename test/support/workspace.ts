// A workspace in a folder of its own, removed with the test, and everything that stands in a stream.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Stream } from "../../src/model/stream.ts";
import type { RecordedEvent, StorageAdapter } from "../../src/ports/storage.ts";

/** A path for a new workspace, gone after the test. */
export function newWorkspace(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tideline-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "workspace");
}

/** Every event after `afterSeq`, page by page. */
export function readAll(store: StorageAdapter, stream: Stream, afterSeq = 0): readonly RecordedEvent[] {
  const events: RecordedEvent[] = [];
  for (let more = true; more; ) {
    const page = store.read(stream, events.at(-1)?.seq ?? afterSeq);
    for (const event of page.events) events.push(event);
    more = page.more;
  }
  return events;
}

/** The paths of all files under a folder; none if it is not there. */
export function filesUnder(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
