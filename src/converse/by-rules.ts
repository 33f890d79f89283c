/** What do rules propose to remember, where no model is asked? The distiller of every memory that was given no other. */
import type { Distiller } from "./distiller.ts";
import { proposeByRules } from "./rules/rules.ts";

const NO_USAGE = { calls: 0, inputTokens: 0, outputTokens: 0 } as const;

export const byRules: Distiller = {
  name: "rules",
  async distil(batch) {
    return { proposals: proposeByRules(batch), setAside: [], usage: NO_USAGE };
  },
};
