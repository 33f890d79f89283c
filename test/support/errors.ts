/** What do tests say of an error? */
import { expect } from "vitest";

/** Equal to each error with this code and such a message. */
export function coded(code: string, message: RegExp = /./) {
  return expect.objectContaining({ code, message: expect.stringMatching(message) });
}

/** The error of a call that must fail. */
export async function errorOf(
  call: Promise<unknown>,
): Promise<Error & { code: string; details: Record<string, unknown> }> {
  return await call.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: unknown) => error as never,
  );
}
