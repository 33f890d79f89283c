// Which global names does a file use? An identifier counts when nothing in the scopes around it declares
// that name, and when it is not merely the name of a property.
import ts from "typescript";
import { eachNode } from "./project.mjs";

/**
 * Uses of globals, as expression or as type. `globalThis.x` counts as a use of `x`.
 * @returns {{ name: string, node: ts.Node }[]}
 */
export function globalUses(file) {
  const uses = [];
  eachNode(file.tree, (node) => {
    if (!ts.isIdentifier(node)) return;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
      if (isGlobalThis(parent.expression)) uses.push({ name: node.text, node: parent });
    } else if (!isMereName(node) && !isDeclared(node)) uses.push({ name: node.text, node });
  });
  return uses;
}

function isGlobalThis(expression) {
  return ts.isIdentifier(expression) && expression.text === "globalThis";
}

/** The name of a property, member, label, or import: it names a thing, it does not read a variable. */
function isMereName(node) {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isBindingElement(parent) || ts.isImportSpecifier(parent)) return true;
  if (ts.isExportSpecifier(parent)) return true;
  return parent.name === node || parent.label === node;
}

function isDeclared(node) {
  for (let scope = node.parent; scope; scope = scope.parent) {
    if (declaredIn(scope).has(node.text)) return true;
  }
  return false;
}

const declaredNames = new WeakMap();

function declaredIn(scope) {
  let names = declaredNames.get(scope);
  if (!names) {
    names = new Set(declarationsIn(scope).flatMap(namesOf));
    declaredNames.set(scope, names);
  }
  return names;
}

/** The declarations that are visible in the whole of `scope`; `var` is not used here (the linter sees to it). */
function declarationsIn(scope) {
  if (ts.isSourceFile(scope) || ts.isBlock(scope) || ts.isModuleBlock(scope)) return scope.statements;
  if (ts.isCaseBlock(scope)) return scope.clauses.flatMap((clause) => [...clause.statements]);
  if (ts.isFunctionLike(scope)) return [...scope.parameters, ...(scope.typeParameters ?? []), scope];
  if (ts.isForStatement(scope) || ts.isForOfStatement(scope) || ts.isForInStatement(scope)) {
    return scope.initializer ? [scope.initializer] : [];
  }
  if (ts.isCatchClause(scope)) return scope.variableDeclaration ? [scope.variableDeclaration] : [];
  if (ts.isClassLike(scope) || ts.isInterfaceDeclaration(scope) || ts.isTypeAliasDeclaration(scope)) {
    return [scope, ...(scope.typeParameters ?? [])];
  }
  return ts.isMappedTypeNode(scope) ? [scope.typeParameter] : [];
}

function namesOf(declaration) {
  if (ts.isVariableStatement(declaration)) return namesOf(declaration.declarationList);
  if (ts.isVariableDeclarationList(declaration)) return declaration.declarations.flatMap(namesOf);
  if (ts.isImportDeclaration(declaration)) return importedNames(declaration.importClause);
  const { name } = declaration;
  if (!name) return [];
  if (ts.isIdentifier(name)) return [name.text];
  if (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name))
    return name.elements.flatMap(namesOf);
  return [];
}

function importedNames(clause) {
  if (!clause) return [];
  const names = clause.name ? [clause.name.text] : [];
  const bindings = clause.namedBindings;
  if (!bindings) return names;
  if (ts.isNamespaceImport(bindings)) return [...names, bindings.name.text];
  return [...names, ...bindings.elements.map((element) => element.name.text)];
}
