/**
 * What do rules propose to remember, where no model is asked? The distiller of every memory that was given no other.
 *
 * The rules are hundreds of patterns, so they are loaded when something is distilled: a process that only asks its memory
 * starts without them.
 */
import type { Distiller } from "./distiller.ts";

const NO_USAGE = { calls: 0, inputTokens: 0, outputTokens: 0 } as const;

export const byRules: Distiller = {
  name: "rules",
  ignoresKnown: true,
  async distil(batch, { breathe }) {
    const { proposingByRules } = await import("./rules/rules.ts");
    const steps = proposingByRules(batch);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return { proposals: value, setAside: [], usage: NO_USAGE };
      await breathe?.();
    }
  },
};
