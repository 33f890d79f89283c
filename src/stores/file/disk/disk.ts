/**
 * What does the file store ask of a file system?
 *
 * The few calls it makes, as a port: the Node implementation is `node-disk.ts`, the one that crashes,
 * tears and forgets is `testing/faulty-disk.ts`. Everything is synchronous. Failures are thrown as
 * `NodeJS.ErrnoException`-like errors with a `code` ("ENOENT", "ENOSPC", …).
 *
 * Files are created private to the user (0600), folders 0700.
 */
export interface Disk {
  /** `read`: must exist. `append`: must exist; every write goes to the end. `update`: must exist; positional
   * writes. `create`: must not exist (EEXIST), opened as `append`. `begin`: the same, for a file that will be
   * synced often: where it matters, away from what was created just before. */
  open(path: string, how: "read" | "append" | "update" | "create" | "begin"): number;
  /** Bytes read, 0 at the end of the file; may be short. */
  read(file: number, into: Uint8Array, position: number): number;
  /** Bytes written; may be short. `position` is for files opened with `update` only. */
  write(file: number, bytes: Uint8Array, position?: number): number;
  /** The file's content, and its length, are on the medium when this returns. */
  sync(file: number): void;
  truncate(file: number, length: number): void;
  /** `links` is 0 for a file that was removed while open. */
  stat(file: number): { readonly size: number; readonly links: number };
  /** Is the open file still the one at its path? Asked before every append, where `stat` would be too dear. */
  isInPlace(file: number, path: string): boolean;
  close(file: number): void;
  /** Atomic; replaces a file at `to`. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** EEXIST when there. */
  makeFolder(path: string): void;
  removeFolder(path: string): void;
  /** Names in the folder, in no order. */
  list(path: string): readonly string[];
  /** What stands at the path; a missing path is "nothing", any other trouble is thrown. */
  kind(path: string): "file" | "folder" | "nothing";
  /** Does anything stand at the path? Asked before every read and add, where `kind` would be too dear; where it
   * cannot be known, the answer is no. */
  has(path: string): boolean;
  /** Do all who see this folder see every write and every name at once? Not over a network; where it cannot be known,
   * the answer is no. */
  isLocal(path: string): boolean;
  /** Names created, renamed and removed in the folder are on the medium when this returns. */
  syncFolder(path: string): void;
}

/** The code of a failed disk call ("ENOENT"), or "" for anything else that was thrown. */
export function errnoOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return error instanceof Error && typeof code === "string" ? code : "";
}
