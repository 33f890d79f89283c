// Which modules does a file name, and where? Every way of importing counts: static, type-only, re-export,
// dynamic, `import("x").Type` and require().
import { posix } from "node:path";
import ts from "typescript";
import { eachNode } from "./project.mjs";

/**
 * @typedef {{ specifier: string, position: number, kind: "static" | "type" | "dynamic" }} Import
 * @returns {Import[]}
 */
export function importsOf(file) {
  const imports = [];
  eachNode(file.tree, (node) => {
    const found = importIn(node);
    if (found) imports.push({ ...found, position: node.getStart() });
  });
  return imports;
}

function importIn(node) {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
    return { specifier: node.moduleSpecifier.text, kind: isTypeOnly(node) ? "type" : "static" };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: node.argument.literal.text, kind: "type" };
  }
  if (ts.isCallExpression(node) && isImportCall(node) && ts.isStringLiteralLike(node.arguments[0])) {
    return { specifier: node.arguments[0].text, kind: "dynamic" };
  }
  return undefined;
}

function isTypeOnly(node) {
  return ts.isImportDeclaration(node) ? (node.importClause?.isTypeOnly ?? false) : node.isTypeOnly;
}

function isImportCall(call) {
  const called = call.expression;
  const isRequire = ts.isIdentifier(called) && called.text === "require";
  return (called.kind === ts.SyntaxKind.ImportKeyword || isRequire) && call.arguments.length > 0;
}

export function isRelative(specifier) {
  return specifier.startsWith("./") || specifier.startsWith("../");
}

/** The project path that a relative import of `fromPath` names. */
export function targetOf(fromPath, specifier) {
  return posix.normalize(posix.join(posix.dirname(fromPath), specifier));
}

/** `@scope/name/deep/file` and `name/deep` name the packages `@scope/name` and `name`. */
export function packageOf(specifier) {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
