// Do imports point up the walk? Data flows down this list, knowledge flows up: a file may import from its own
// room and from rooms above it, never from below. Type-only imports count: they are knowledge too.

import { importsOf, isRelative, targetOf } from "./imports.mjs";
import { filesIn, findingAt } from "./project.mjs";

/**
 * The rooms of src/ in the order of docs/ARCHITECTURE.md. Files that stand directly in src/ are named with
 * `.ts`. A new room is added where its data flows, with a line in the architecture page.
 */
export const WALK = [
  ["errors.ts", "limits.ts", "assert.ts"],
  ["model"],
  ["ports"],
  ["text"],
  ["lifecycle"],
  ["indexes"],
  ["log"],
  ["write"],
  ["recall"],
  ["context"],
  ["passes"],
  ["govern"],
  ["converse"],
  ["upkeep"],
  ["eval"],
  ["improve"],
  ["stores"],
  ["services"],
  ["embedders"],
  ["llms"],
  // Knows every stage above it, and nothing of how it is served.
  ["memory"],
  ["tideline.ts"],
  ["serve"],
  ["compat"],
  ["testing"],
  ["advanced"],
  // Entry points: the public names, one by one.
  ["index.ts", "advanced.ts", "eval.ts", "testing.ts", "client.ts", "ai.ts", "sqlite.ts", "postgres.ts"],
];

export const direction = {
  name: "import direction",
  check: (project) => [
    ...filesIn(project, "src").flatMap(checkSource),
    ...filesIn(project, "dashboard").flatMap(checkDashboard),
  ],
};

function checkSource(file) {
  const room = roomOf(file.path);
  const from = rankOf(room);
  if (from < 0)
    return [findingAt(file, 0, `src/${room} is no room of the walk: add it to WALK or move the file`)];
  return relativeImports(file).flatMap(({ target, position }) => {
    if (!target.startsWith("src/")) {
      return target === "package.json"
        ? []
        : [
            findingAt(
              file,
              position,
              `src/ imports ${target}: only src/ itself and packages can be imported`,
            ),
          ];
    }
    const targetRoom = roomOf(target);
    if (rankOf(targetRoom) <= from) return [];
    return [
      findingAt(
        file,
        position,
        `${room} imports ${targetRoom}, which is below it: move the shared part up the walk`,
      ),
    ];
  });
}

/** The page may name the engine's types and its vocabulary; whatever does something is reached by HTTP. */
function checkDashboard(file) {
  const isOwn = ({ target, kind }) =>
    target.startsWith("dashboard/") ||
    target.startsWith("src/model/") ||
    (kind === "type" && target.startsWith("src/"));
  return relativeImports(file)
    .filter((one) => !isOwn(one))
    .map(({ target, position }) =>
      findingAt(file, position, `dashboard/ imports ${target}: it talks to the engine by HTTP only`),
    );
}

function relativeImports(file) {
  return importsOf(file)
    .filter(({ specifier }) => isRelative(specifier))
    .map(({ specifier, position, kind }) => ({ target: targetOf(file.path, specifier), position, kind }));
}

/** `src/log/frame.ts` is in the room `log`, `src/errors.ts` is a room of its own. */
function roomOf(path) {
  return path.split("/")[1];
}

function rankOf(room) {
  return WALK.findIndex((rooms) => rooms.includes(room));
}
