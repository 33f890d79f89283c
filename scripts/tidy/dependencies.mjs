// Is everything that is imported declared, and nothing installed with us? The package has no dependencies:
// src/ may use Node, libraries that the build bundles (devDependencies), and optional peers imported lazily.
import { builtinModules } from "node:module";
import { importsOf, isRelative, packageOf } from "./imports.mjs";
import { filesIn, findingAt } from "./project.mjs";

/** Tools that build and test the package: never part of it. */
const TOOLS = new Set([
  ...["@biomejs/biome", "@types/node", "esbuild", "fast-check", "tsdown", "typescript", "vite", "vitest"],
]);

/** Programs of users, compiled against packages that `npm run interop` installs apart. */
const INTEROP = "scripts/interop/";

export const dependencies = {
  name: "declared dependencies",
  check: (project) => [
    ...checkManifest(project),
    ...filesIn(project, "src").flatMap((file) =>
      checkImports(file, (entry) => sourceProblem(project, entry)),
    ),
    ...filesIn(project, "test", "scripts", "bench", "eval", "dashboard")
      .filter((file) => !file.path.startsWith(INTEROP))
      .flatMap((file) => checkImports(file, (entry) => developmentProblem(project, file, entry))),
    ...filesIn(project, "examples").flatMap((file) =>
      checkImports(file, (entry) => exampleProblem(project, entry)),
    ),
  ],
};

function checkManifest({ manifest }) {
  const message = "the package has no dependencies: bundle a devDependency, or declare an optional peer";
  return Object.keys(manifest.dependencies ?? {}).map((name) => ({
    file: "package.json",
    line: 1,
    message: `dependencies has ${name}: ${message}`,
  }));
}

function checkImports(file, problemOf) {
  return importsOf(file)
    .filter(({ specifier }) => !isRelative(specifier) && !isBuiltin(specifier))
    .flatMap((entry) => {
      const problem = problemOf({ ...entry, name: packageOf(entry.specifier) });
      return problem ? [findingAt(file, entry.position, problem)] : [];
    });
}

function isBuiltin(specifier) {
  return specifier.startsWith("node:") || builtinModules.includes(specifier);
}

function sourceProblem({ manifest }, { name, kind }) {
  if (TOOLS.has(name))
    return `src/ imports ${name}, which is a tool of development and not part of the package`;
  if (manifest.peerDependenciesMeta?.[name]?.optional && manifest.peerDependencies?.[name]) {
    return kind === "static"
      ? `${name} is an optional peer: import it lazily, with import("${name}")`
      : undefined;
  }
  if (manifest.devDependencies?.[name]) return undefined;
  return `${name} is not declared: add it to devDependencies (bundled) or as an optional peer`;
}

function developmentProblem({ manifest, benchManifest }, file, { name }) {
  const declared = [manifest.devDependencies, manifest.peerDependencies];
  // Both run against rivals, which are installed for them alone.
  const hasRivals = file.path.startsWith("bench/") || file.path.startsWith("eval/");
  if (hasRivals) declared.push(benchManifest.dependencies, benchManifest.devDependencies);
  if (declared.some((list) => list?.[name])) return undefined;
  // The page is the first user of the package's own client.
  if (file.path.startsWith("dashboard/") && name === manifest.name) return undefined;
  return `${name} is not declared: add it to devDependencies${hasRivals ? " or bench/package.json" : ""}`;
}

function exampleProblem({ manifest }, { name, specifier }) {
  if (name !== manifest.name) return `an example uses the package and Node only, not ${name}`;
  const entry = `.${specifier.slice(name.length)}`;
  return manifest.exports?.[entry] ? undefined : `${specifier} is no entry point of package.json`;
}
