/**
 * Which facts speak of something by a name that it no longer has? The fact that tells of the new name gets a
 * `transition` link to them, so that whoever asks for the old name is led to the new one.
 *
 * Only onto facts of its own class: a link stands on the fact that tells of the rename, and what a lower class says
 * must not add to what a higher one holds. Who may join two names at all is settled in `indexes/names/entities.ts`.
 */
import { isAwake, type Stage } from "./stage.ts";

export interface Former {
  readonly by: string;
  readonly fact: string;
}

/** Facts by the old name that one rename is linked to, the latest. */
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
    if (!isAwake(from) || !isAwake(to) || to.authority !== from.authority) return [];
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
