/**
 * What does the file store need from a file system?
 *
 * This port lists its few calls. `node-disk.ts` implements it on Node; `testing/faulty-disk.ts` implements a disk that
 * crashes, tears writes and loses them. All calls are synchronous. Failures are thrown as errors with a `code`
 * ("ENOENT", "ENOSPC", …), like `NodeJS.ErrnoException`.
 *
 * Files are created private to the user (0600), folders too (0700).
 */
export interface Disk {
  /** `read`: the file must exist. `append`: it must exist; every write goes to the end. `update`: it must exist; writes
   * have positions. `create`: it must not exist (EEXIST); opened as `append`. `begin`: like `create`, for a file that
   * will be synced often; where it speeds up syncing, its inode is placed away from those of recently created files. */
  open(path: string, how: "read" | "append" | "update" | "create" | "begin"): number;
  /** Returns the number of bytes read: 0 at the end of the file, perhaps fewer than asked for. */
  read(file: number, into: Uint8Array, position: number): number;
  /** Returns the number of bytes written, perhaps fewer than given. `position` only for files opened with `update`. */
  write(file: number, bytes: Uint8Array, position?: number): number;
  /** When this returns, the content and the length of the file are on the medium. */
  sync(file: number): void;
  truncate(file: number, length: number): void;
  /** `links` is 0 for a file that was removed while open. */
  stat(file: number): { readonly size: number; readonly links: number };
  /** Is the open file still the one at its path? Called before every append, where `stat` would be too slow. */
  isInPlace(file: number, path: string): boolean;
  close(file: number): void;
  /** Atomic; replaces a file at `to`. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Throws EEXIST if the path exists. */
  makeFolder(path: string): void;
  removeFolder(path: string): void;
  /** The names in the folder, in no particular order. */
  list(path: string): readonly string[];
  /** What is at the path. A missing path is "nothing"; other failures are thrown. */
  kind(path: string): "file" | "folder" | "nothing";
  /** Does the path exist? Called before every read and add, where `kind` would be too slow. If it cannot be known, the
   * answer is no. */
  has(path: string): boolean;
  /** Does every process that uses this folder see every write and every name at once? Not over a network. If it cannot
   * be known, the answer is no. */
  isLocal(path: string): boolean;
  /** When this returns, names created, renamed and removed in the folder are on the medium. */
  syncFolder(path: string): void;
}

/** The code of a failed disk call ("ENOENT"), or "" for anything else that was thrown. */
export function errnoOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return error instanceof Error && typeof code === "string" ? code : "";
}
