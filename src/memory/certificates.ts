/**
 * Which shreds does the workspace's log tell of, and is a certificate of one true?
 *
 * A certificate is true if the log has it, if the chain up to it is intact, and if the keys it names are nowhere: not in
 * the workspace, and not the vault's key under which copies from before hold them.
 */
import {
  isSameCertificate,
  parseCertificate,
  type Shred,
  type ShredCertificate,
  Shreds,
  seqsIn,
} from "../govern/certificate.ts";
import { eachPage } from "../log/pages.ts";
import { ask, type Steps } from "../log/steps.ts";
import { inboxOf, isOriginStream, type Stream } from "../model/stream.ts";
import type { AnyStorage, Head, StorageKeys } from "../ports/storage.ts";

/** Whether a certificate is true, and what speaks against it if it is not. */
export interface CertificateCheck {
  readonly ok: boolean;
  readonly shred: string;
  readonly problems: readonly string[];
}

/** The keys of a store whose words are sealed. */
export function keysOf(store: AnyStorage): StorageKeys | undefined {
  return "keys" in store ? store.keys : undefined;
}

/** Every shred of the workspace, and how far its log was read. */
export function* readShreds(
  store: AnyStorage,
): Steps<{ readonly shreds: readonly Shred[]; readonly end: number }> {
  const found = new Shreds();
  let end = 0;
  yield* eachPage(
    (seq) => store.read("workspace", seq),
    0,
    ({ events }) => {
      for (const recorded of events) found.follow(recorded);
      end = events.at(-1)?.seq ?? end;
    },
  );
  return { shreds: found.all(), end };
}

export function* checkCertificate(store: AnyStorage, value: unknown): Steps<CertificateCheck> {
  const given = parseCertificate(value);
  const { shreds } = yield* readShreds(store);
  const found = shreds.find(({ begun }) => begun.shred === given.shred)?.certificate;
  if (found === undefined || !isSameCertificate(given, found))
    return {
      ok: false,
      shred: given.shred,
      problems: [
        "The log of this workspace does not have this certificate: it is of another workspace, or it was changed, or the log was.",
      ],
    };
  const problems = [
    ...(yield* chainProblems(store, found)),
    ...keyProblems(keysOf(store), found),
    ...(yield* originProblems(store, found)),
  ];
  return { ok: problems.length === 0, shred: given.shred, problems };
}

function* chainProblems(store: AnyStorage, { event }: ShredCertificate): Steps<readonly string[]> {
  const { problems } = yield* ask(store.verify("workspace", { head: event }));
  return problems.map(({ message }) => `The workspace's log: ${message}`);
}

function keyProblems(keys: StorageKeys | undefined, certificate: ShredCertificate): readonly string[] {
  if (keys === undefined)
    return ["The workspace was opened without its keys, so nobody can tell which of them are destroyed."];
  const problems = (["log", "inbox"] as const)
    .filter((side) => !isGone(keys, certificate.keys, side))
    .map((side) => `Keys that should be destroyed are there: of the ${side} of ${certificate.keys.id}.`);
  const { destroyed } = certificate.vault;
  if (keys.isHeld(destroyed)) problems.push(`The vault has the key ${destroyed}, which should be destroyed.`);
  return problems;
}

export function isGone(
  keys: StorageKeys,
  { id, ...sides }: ShredCertificate["keys"],
  side: "log" | "inbox",
): boolean {
  const ranges = sides[side];
  return ranges === "all" ? keys.areDestroyed(id, side) : keys.areDestroyed(id, side, seqsIn(ranges));
}

/** The stream that it was about, if there still is one, must be the one that went on from there. */
function* originProblems(store: AnyStorage, { keys: { id }, heads }: ShredCertificate): Steps<string[]> {
  const keys = keysOf(store);
  const streams = yield* ask(store.list());
  const origin = streams.filter(isOriginStream).find((one) => keys?.idOf(one) === id);
  if (origin === undefined) return [];
  const { problems } = yield* ask(store.verify(origin, { head: heads.log }));
  const found = problems.map(({ message }) => `The log of ${id}: ${message}`);
  if (yield* isElsewhere(store, inboxOf(origin), heads.inbox))
    found.push(`The inbox of ${id} was rewritten since.`);
  return found;
}

/** Old turns are dropped, so an inbox may no longer have the event. */
function* isElsewhere(store: AnyStorage, stream: Stream, head: Head): Steps<boolean> {
  if (head.seq === 0) return false;
  const { afterHash } = yield* ask(store.read(stream, head.seq, 1));
  return afterHash !== undefined && afterHash !== head.hash;
}
