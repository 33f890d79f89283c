/** Who wrote it, by name? Events and facts hold the id of a token; the owner of the workspace is shown its name. */
import type { Call } from "./operation.ts";

/** Names of tokens by id; empty for callers who may not know them. */
async function namesFor({ caller, workspace }: Call): Promise<ReadonlyMap<string, string>> {
  const isKeeper = caller.role === "owner" && caller.origin === "owner";
  return isKeeper && workspace.tokens !== undefined ? await workspace.tokens.names() : new Map();
}

/** A token may be given by its name; the log holds its id. */
export async function writerAsked(call: Call, by: string | undefined): Promise<string | undefined> {
  if (by === undefined) return undefined;
  const found = await tokensNamed(call, by);
  return found.length === 1 ? found[0] : by;
}

/** The ids of the tokens with this id or name, revoked ones included. */
export async function tokensNamed(call: Call, asked: string): Promise<readonly string[]> {
  const names = await namesFor(call);
  if (names.has(asked)) return [asked];
  return [...names].flatMap(([id, name]) => (name === asked ? [id] : []));
}

/** The names of all tokens, as far as the caller may know them. */
export async function tokenNames(call: Call): Promise<readonly string[]> {
  return [...(await namesFor(call)).values()];
}

/** The names of these writers' tokens; empty if there are none. */
export async function namesOf(
  call: Call,
  writers: readonly ({ readonly token?: string | undefined } | undefined)[],
): Promise<{ readonly tokens?: Readonly<Record<string, string>> }> {
  const ids = new Set(writers.flatMap((one) => (one?.token === undefined ? [] : [one.token])));
  if (ids.size === 0) return {};
  const named = [...(await namesFor(call))].filter(([id]) => ids.has(id));
  return named.length === 0 ? {} : { tokens: Object.fromEntries(named) };
}
