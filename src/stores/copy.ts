/**
 * How does a workspace move to another store? Line by line, as it stands: the same events, the same hash chain, the same
 * erased places. So every id, receipt and noted head stays true, and `verify` compares the copy with the original.
 *
 * A copy that was interrupted is begun again where it stopped. What was erased in the original since then is erased in
 * the copy: such a stream is copied anew. A target that has a history of its own is refused.
 */
import { TidelineError } from "../errors.ts";
import { inboxOf, isOriginStream, marksOf, type Stream } from "../model/stream.ts";
import { type AnyStorage, type Head, NO_HEAD, type VerifyReport } from "../ports/storage.ts";
import type { LineRow } from "./database/rows.ts";

/** What a store offers to be copied from. */
export interface CopySource {
  /** The lines after `afterSeq`, in order, some at a time; none at the end. */
  rows(stream: Stream, afterSeq: number): Promise<readonly LineRow[]>;
}

/** What a store offers to be copied to, besides. */
export interface Copying extends CopySource {
  end(stream: Stream): Promise<Head>;
  /** Adds lines behind `after`, and answers with the head then. */
  put(stream: Stream, after: Head, rows: readonly LineRow[]): Promise<Head>;
}

export type Copyable<C> = AnyStorage & { readonly copying: C };

export interface CopyReport {
  readonly streams: number;
  /** Lines that were written now. */
  readonly lines: number;
  /** Streams that were there already, and complete. */
  readonly unchanged: number;
}

/** `onProgress`: called now and then with the number of lines copied so far. */
export async function copyStore(
  from: Copyable<CopySource>,
  to: Copyable<Copying>,
  onProgress: (lines: number) => void = () => undefined,
): Promise<CopyReport> {
  let [streams, lines, unchanged] = [0, 0, 0];
  for (const stream of await everyStream(from)) {
    const source = await soundSource(from, stream);
    if (source.head.seq === 0) continue;
    const written = await copyStream(from, to, stream, source, (count) => onProgress(lines + count));
    streams++;
    lines += written;
    if (written === 0) unchanged++;
  }
  return { streams, lines, unchanged };
}

async function everyStream(from: AnyStorage): Promise<readonly Stream[]> {
  const main = await from.list();
  return main.flatMap((stream): Stream[] =>
    isOriginStream(stream) ? [stream, marksOf(stream), inboxOf(stream)] : [stream],
  );
}

async function soundSource(from: AnyStorage, stream: Stream): Promise<VerifyReport> {
  const report = await from.verify(stream);
  if (report.ok) return report;
  throw new TidelineError(
    "corrupt",
    `The original is damaged (${report.problems[0]?.message ?? "its chain is broken"}), so it is not copied. Run tideline doctor.`,
  );
}

async function copyStream(
  from: Copyable<CopySource>,
  to: Copyable<Copying>,
  stream: Stream,
  source: VerifyReport,
  onProgress: (lines: number) => void,
): Promise<number> {
  let head = await beginning(from, to, stream, source);
  let written = 0;
  for (;;) {
    const rows = (await from.copying.rows(stream, head.seq)).filter(({ seq }) => seq <= source.head.seq);
    if (rows.length === 0) break;
    refuseSealed(rows);
    head = await to.copying.put(stream, head, rows);
    written += rows.length;
    onProgress(written);
  }
  const copy = await to.verify(stream, { head: source.head });
  if (!copy.ok || copy.erased !== source.erased)
    throw new TidelineError(
      "corrupt",
      `The copy is not the same (${copy.problems[0]?.message ?? "other texts are erased"}). Empty the target, and copy again.`,
    );
  return written;
}

/** Where to go on: at the end of what an earlier copy left, or at the beginning. */
async function beginning(
  from: AnyStorage,
  to: Copyable<Copying>,
  stream: Stream,
  source: VerifyReport,
): Promise<Head> {
  const head = await to.copying.end(stream);
  if (head.seq === 0) return NO_HEAD;
  const isPart = head.seq <= source.head.seq && (await from.verify(stream, { head })).ok;
  if (!isPart)
    throw new TidelineError(
      "stream-moved",
      "The target has memories of its own, which are no part of the original. Nothing of them was changed. Copy to an empty target.",
    );
  const { erased } = await to.verify(stream);
  if (erased === (await erasedUpTo(from, stream, head.seq))) return head;
  // Something was erased in the original since it was copied.
  await to.drop(stream, isOriginStream(stream) || stream === "workspace" ? "all" : head.seq);
  return await to.copying.end(stream);
}

async function erasedUpTo(from: AnyStorage, stream: Stream, lastSeq: number): Promise<number> {
  let erased = 0;
  for (let afterSeq = 0; ; ) {
    const { events, more } = await from.read(stream, afterSeq);
    for (const { seq, bodyGone } of events) if (bodyGone && seq <= lastSeq) erased++;
    afterSeq = events.at(-1)?.seq ?? lastSeq;
    if (!more || afterSeq >= lastSeq) return erased;
  }
}

function refuseSealed(rows: readonly LineRow[]): void {
  if (rows.every(({ head, room }) => room === 0 || head.includes('"text":{"codec":"json"'))) return;
  throw new TidelineError(
    "invalid-argument",
    "The original is sealed: its keys belong to its folder, so its lines mean nothing elsewhere. Export it, and import it there.",
  );
}
