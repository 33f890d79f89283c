/** Read threads for tests: questions that only they answer, and a workspace with a few facts. */
import { pathToFileURL } from "node:url";
import { onTestFinished, vi } from "vitest";
import { isTidelineError } from "../../src/errors.ts";
import { LOCAL_OWNER } from "../../src/serve/caller.ts";
import type { Rendered } from "../../src/serve/http/rendered.ts";
import type { Operation } from "../../src/serve/operations/operation.ts";
import { OPERATIONS } from "../../src/serve/operations/table.ts";
import { type Asked, ReadThreads } from "../../src/serve/read-threads/read-threads.ts";
import type { Workspace } from "../../src/serve/workspace.ts";
import { childPath } from "./child.ts";
import { openWorkspace } from "./serve.ts";

export const PROGRAM = pathToFileURL(childPath("reader"));
export const FRAGILE = pathToFileURL(childPath("fragile-reader"));

export function operationNamed(name: string): Operation {
  return OPERATIONS.find((one) => one.name === name) as Operation;
}

/** A question that this thread does not answer, unless `here` says how. */
export function asking(
  name: string,
  given: Readonly<Record<string, unknown>> = {},
  more: Partial<Asked> = {},
): Asked {
  return {
    caller: LOCAL_OWNER,
    operation: operationNamed(name),
    given,
    origin: undefined,
    here: () => Promise.reject(new Error("asked here")),
    ...more,
  };
}

export interface Opened {
  readonly threads: ReadThreads;
  readonly troubles: readonly unknown[];
  /** Asks a reader: two at once, as a question that is alone is answered here. */
  by(asked: Asked): Promise<Rendered>;
}

export async function openReadThreads(workspace: Workspace, program = PROGRAM, count = 1): Promise<Opened> {
  const troubles: unknown[] = [];
  const threads = ReadThreads.over(workspace, { count, program }, (error) =>
    troubles.push(error),
  ) as ReadThreads;
  onTestFinished(() => threads.close());
  const here = async () => ({ type: "", text: "" });
  for (let n = 0; n < count; n++) {
    // More than those that are ready take: the rest asks for another.
    await Promise.all(
      Array.from({ length: 20 }, () => threads.ask(asking("recall", { query: "x" }, { here }))),
    );
    await vi.waitUntil(() => threads.readyCount > n, 300_000);
  }
  const by = async (asked: Asked) => {
    const [first] = await Promise.allSettled([threads.ask(asked), threads.ask(asked)]);
    if (first.status === "rejected") throw first.reason;
    return first.value;
  };
  return { threads, troubles, by };
}

export async function codeOf(work: Promise<unknown>): Promise<{ code: string; message: string } | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (isTidelineError(error)) return { code: error.code, message: error.message };
    throw error;
  }
}

const SENTENCES = [
  ["I keep a strict vegetarian diet.", "preference"],
  ["Anna plays the cello in the city orchestra.", "relationship"],
  ["The rent is due on the first of the month.", "knowledge"],
  ["The team meeting is on Monday.", "project"],
  ["The canteen has a salad bar and vegetarian soup.", "knowledge"],
] as const;

export async function furnished(): Promise<{
  readonly workspace: Workspace;
  readonly ids: readonly string[];
}> {
  const workspace = openWorkspace("readers");
  const added = await workspace
    .memory("owner")
    .addMany(SENTENCES.map(([content, segment]) => ({ content, segment })));
  const ids = added.flatMap((one) => (one.outcome === "refused" ? [] : [one.fact.id]));
  return { workspace, ids };
}
