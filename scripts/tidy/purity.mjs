// Is the core pure? Only the rooms at the edge touch Node, the network, the environment, the clock or chance;
// everything else gets them through a port, so that it runs anywhere and replays exactly.
import { builtinModules } from "node:module";
import ts from "typescript";
import { globalUses } from "./globals.mjs";
import { importsOf } from "./imports.mjs";
import { eachNode, filesIn, findingAt } from "./project.mjs";

const EDGE = [
  "src/index.ts",
  "src/stores/",
  "src/services/",
  "src/embedders/",
  "src/llms/",
  "src/serve/",
  "src/client.ts",
];

const NODE_GLOBALS = new Set([
  ...["process", "Buffer", "NodeJS", "__dirname", "__filename", "require", "module"],
  ...["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate"],
  ...["fetch", "WebSocket", "XMLHttpRequest", "localStorage"],
]);

/** object.member that reads the clock, chance or the environment. */
const AMBIENT_MEMBERS = {
  Date: ["now"],
  performance: ["now", "timeOrigin"],
  Math: ["random"],
  crypto: ["randomUUID", "getRandomValues"],
  process: ["env", "cwd", "hrtime", "uptime", "pid"],
};

export const nodeFree = {
  name: "Node-free core",
  check: (project) =>
    coreFiles(project).flatMap((file) => [
      ...importsOf(file)
        .filter(({ specifier }) => specifier.startsWith("node:") || builtinModules.includes(specifier))
        .map(({ specifier, position }) =>
          findingAt(
            file,
            position,
            `imports ${specifier}: only ${EDGE.join(", ")} may touch Node; use a port`,
          ),
        ),
      ...globalUses(file)
        .filter(({ name }) => NODE_GLOBALS.has(name))
        .map(({ name, node }) =>
          findingAt(
            file,
            node.getStart(),
            `uses the global ${name}: only ${EDGE.join(", ")} may; use a port`,
          ),
        ),
    ]),
};

export const ambient = {
  name: "ambient clock or randomness",
  check: (project) =>
    coreFiles(project).flatMap((file) =>
      ambientReads(file).map(({ text, node }) =>
        findingAt(
          file,
          node.getStart(),
          `reads ${text}: take it from a port (clock, random), so that it replays`,
        ),
      ),
    ),
};

function coreFiles(project) {
  return filesIn(project, "src").filter(({ path }) => !EDGE.some((edge) => path.startsWith(edge)));
}

function ambientReads(file) {
  const globals = new Set(globalUses(file).map(({ node }) => node));
  const isGlobal = (node) => globals.has(node);
  const reads = [];
  eachNode(file.tree, (node) => {
    const text = memberRead(node, isGlobal) ?? dateRead(node, isGlobal);
    if (text) reads.push({ text, node });
  });
  return reads;
}

/** `Math.random`, `Math["random"]` and `const { random } = Math`, called or not. */
function memberRead(node, isGlobal) {
  const named = (object, member) => {
    const name = ts.isPropertyAccessExpression(object) ? object.name.text : object.text;
    if (!isGlobal(object) || !Object.hasOwn(AMBIENT_MEMBERS, name)) return undefined;
    return AMBIENT_MEMBERS[name].includes(member) ? `${name}.${member}` : undefined;
  };
  if (ts.isPropertyAccessExpression(node)) return named(node.expression, node.name.text);
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return named(node.expression, node.argumentExpression.text);
  }
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && node.initializer) {
    const members = node.name.elements.map((element) => (element.propertyName ?? element.name).getText());
    return members.map((member) => named(node.initializer, member)).find(Boolean);
  }
  return undefined;
}

/** `new Date()` and `Date()`; a Date made from a given time is fine. */
function dateRead(node, isGlobal) {
  const isMaking = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (!isMaking || node.expression.getText() !== "Date" || !isGlobal(node.expression)) return undefined;
  if (ts.isCallExpression(node)) return "Date()";
  return (node.arguments?.length ?? 0) === 0 ? "new Date()" : undefined;
}
