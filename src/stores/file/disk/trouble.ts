/**
 * What does a failed disk call mean to a person, and what can they do about it?
 */
import { type ErrorCode, TidelineError } from "../../../errors.ts";
import { errnoOf } from "./disk.ts";

const CODES: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: "disk-full",
  EDQUOT: "disk-full",
  EROFS: "not-writable",
  EACCES: "not-writable",
  EPERM: "not-writable",
  ENOENT: "file-vanished",
  ENOTDIR: "not-a-workspace",
};

const REMEDIES: Readonly<Partial<Record<ErrorCode, string>>> = {
  "disk-full": "Free some space (or raise the quota) and try again; nothing acknowledged is lost",
  "not-writable": "Check who owns it and whether it is mounted read-only",
  "not-readable": "Check who owns it and its permissions",
  "file-vanished":
    "It, or the folder it belongs in, is not there: check the path. If something removed it while it was in use, restore it from a backup, or run repair",
  "not-a-workspace": "Give the path of a folder",
};

/** A `TidelineError` for the error of a disk call at `path`; any other error is returned unchanged. */
export function troubleWith(path: string, doing: "read" | "write", error: unknown): unknown {
  const errno = errnoOf(error);
  if (error instanceof TidelineError || errno === "") return error;
  let code = CODES[errno] ?? "disk-failed";
  if (code === "not-writable" && doing === "read") code = "not-readable";
  const remedy = REMEDIES[code] ?? "Check the disk and try again; nothing acknowledged is lost";
  return new TidelineError(
    code,
    `Cannot ${doing} ${path} (${errno}). ${remedy}.`,
    { file: path, errno },
    error,
  );
}

/** The error for a damaged place in a file. `position` is a byte offset. */
export function corrupt(file: string, position: number, what: string, seq?: number): TidelineError {
  const which = seq === undefined ? "" : ` (event ${seq})`;
  return new TidelineError(
    "corrupt",
    `${file} is damaged at byte ${position}${which}: ${what}. Restore the file from a backup, or run repair, which keeps every intact line and a copy of the file.`,
    { file, position, seq },
  );
}
