// Can every file be understood before the files that use it? Reports import cycles, once each, at the file
// that comes first in the alphabet. Type-only imports count.

import { importsOf, isRelative, targetOf } from "./imports.mjs";
import { filesIn, findingAt } from "./project.mjs";

export const cycles = {
  name: "import cycles",
  check(project) {
    const graph = new Map();
    for (const file of filesIn(project, "src", "test", "bench", "eval", "scripts", "dashboard")) {
      graph.set(file.path, edgesOf(project, file));
    }
    return findCycles(graph).map((path) => {
      const file = project.files.get(path[0]);
      const { position } = graph.get(path[0]).find((edge) => edge.target === path[1 % path.length]);
      return findingAt(
        file,
        position,
        `${[...path, path[0]].join(" → ")}: move what they share into one of them`,
      );
    });
  },
};

function edgesOf(project, file) {
  return importsOf(file)
    .filter(({ specifier }) => isRelative(specifier))
    .map(({ specifier, position }) => ({ target: targetOf(file.path, specifier), position }))
    .filter(({ target }) => project.files.has(target));
}

/** One cycle per back edge of a depth-first walk: none when there is none, and at least one per tangle. */
function findCycles(graph) {
  const found = new Map();
  const done = new Set();
  const trail = [];
  const visit = (path) => {
    if (done.has(path)) return;
    const start = trail.indexOf(path);
    if (start >= 0) {
      const cycle = fromSmallest(trail.slice(start));
      found.set(cycle.join(), cycle);
      return;
    }
    trail.push(path);
    for (const { target } of graph.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of [...graph.keys()].sort()) visit(path);
  return [...found.values()];
}

function fromSmallest(cycle) {
  const smallest = cycle.indexOf([...cycle].sort()[0]);
  return [...cycle.slice(smallest), ...cycle.slice(0, smallest)];
}
