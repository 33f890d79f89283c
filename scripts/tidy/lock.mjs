// Can everybody install what the lock files list? A lock must not name the registry of the machine that wrote
// it, and must list the optional packages of every platform: `npm ci` refuses one that does not.

const LOCKS = ["package-lock.json", "bench/package-lock.json", "eval/encoder/package-lock.json"];

export const lock = {
  name: "portable lock files",
  check: (project) =>
    LOCKS.flatMap((path) => {
      const text = project.readText(path);
      return text === undefined
        ? []
        : problemsOf(JSON.parse(text).packages).map((message) => ({ file: path, line: 1, message }));
    }),
};

function problemsOf(packages) {
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(entry.resolved && !entry.link
      ? [
          `${path} is tied to an address: install with the .npmrc of this project (omit-lockfile-registry-resolved)`,
        ]
      : []),
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !names.has(name))
      .map(
        (name) =>
          `${path} needs ${name}, which is not listed: choose a version whose platforms are all published`,
      ),
  ]);
}
