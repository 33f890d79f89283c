/**
 * Which facts call something by a name that it no longer has? The fact that tells of the new name gets a `transition`
 * link to them, so that a question about the old name leads to the new one.
 *
 * Both facts must be of the same class. The link is stored on the fact that tells of the rename, and a higher fact must
 * not be linked to what a lower class said. `indexes/names/entities.ts` decides who may join two names at all.
 */
import { isDreamable, type Stage } from "./stage.ts";

export interface Former {
  readonly by: string;
  readonly fact: string;
}

/** One rename is linked to at most this many facts with the old name, the latest ones. */
const MOST_LINKS = 8;

export const renameStage: Stage<Former> = {
  name: "rename",
  *items(view, { entities }) {
    for (const entity of entities.renamed(view)) {
      yield undefined;
      const { state } = view;
      for (const { name, by } of entity?.formerly ?? []) {
        const old = name.toLowerCase();
        const authority = state.facts.get(by)?.authority;
        const named = (entity?.facts ?? []).filter((id) => {
          const fact = state.facts.get(id);
          return id !== by && fact?.authority === authority && names(fact?.content, old);
        });
        for (const fact of named.slice(-MOST_LINKS)) yield { by, fact };
      }
    }
  },
  decide({ by, fact }, { state }) {
    const [from, to] = [state.facts.get(by), state.facts.get(fact)];
    if (!isDreamable(from) || !isDreamable(to) || to.authority !== from.authority) return [];
    if (from.links.some((link) => link.to === fact)) return [];
    return [
      {
        event: { type: "linked", fact: by, kind: "transition", to: fact },
        rule: "dream/rename",
        say: `${fact} speaks of it by its old name`,
      },
    ];
  },
};

function names(content: string | undefined, name: string): boolean {
  return content?.toLowerCase().includes(name) ?? false;
}
