// What does the package promise? Prints every public name of every entry point with its full declaration, and
// compares it with the snapshot in docs/api/. A change of the public API is thereby a visible line in a review.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { diffLines } from "./diff.mjs";

const FOLDER = "docs/api";
const UPDATE = "npm run tidy -- --update";

export const api = {
  name: "public API snapshot",
  check: (project) =>
    Object.entries(apiTexts(project)).flatMap(([path, text]) => {
      const committed = project.readText(path);
      if (committed === text) return [];
      const difference =
        committed === undefined ? "it is missing" : `it differs:\n${diffLines(committed, text)}`;
      return [{ file: path, line: 1, message: `${difference}\n  If this change is meant: ${UPDATE}` }];
    }),
};

/** Writes the snapshots; removes those of entry points that are gone. */
export function updateApi(project) {
  const texts = apiTexts(project);
  mkdirSync(join(project.root, FOLDER), { recursive: true });
  for (const name of readdirSync(join(project.root, FOLDER))) {
    if (!(posix.join(FOLDER, name) in texts)) rmSync(join(project.root, FOLDER, name));
  }
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(project.root, path), text);
}

/** The snapshot of each entry point, by the path it is committed at. */
export function apiTexts(project) {
  const entries = entryPoints(project.manifest).filter(({ source }) => project.files.has(source));
  if (entries.length === 0) return {};
  const program = declarationProgram(project, entries);
  // What the first entry point mentions without exporting it stands there, and not again for each other one.
  const told = new Set();
  return Object.fromEntries(
    entries.map(({ name, source }) => {
      const file = program.getSourceFile(declarationPath(project.root, source));
      return [`${FOLDER}/${name}.txt`, printApi(program.getTypeChecker(), file, project.root, told)];
    }),
  );
}

/** `{ "./testing": { default: "./dist/testing.js" } }` is the entry point `testing` of src/testing.ts. */
export function entryPoints(manifest) {
  return Object.values(manifest.exports ?? {}).flatMap((target) => {
    const match = /^\.\/dist\/(.+)\.js$/.exec(typeof target === "string" ? target : (target.default ?? ""));
    return match ? [{ name: match[1], source: `src/${match[1]}.ts` }] : [];
  });
}

const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.es2024.string.d.ts"],
  types: ["node"],
  module: ts.ModuleKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  verbatimModuleSyntax: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  skipLibCheck: true,
};

/**
 * A program over the declarations that the compiler would publish: they have inferred types spelt out and
 * no bodies, which is exactly what a user of the package sees.
 */
function declarationProgram(project, entries) {
  const absolute = (path) => posix.join(project.root, path);
  const sources = new Map([...project.files.values()].map((file) => [absolute(file.path), file.text]));
  const emitOptions = { ...OPTIONS, declaration: true, emitDeclarationOnly: true };
  const roots = entries.map(({ source }) => absolute(source));
  const declarations = new Map();
  const sourceProgram = ts.createProgram(roots, emitOptions, virtualHost(emitOptions, sources, project.root));
  sourceProgram.emit(undefined, (path, text) => declarations.set(path, text), undefined, true);
  const declarationRoots = entries.map(({ source }) => declarationPath(project.root, source));
  const host = virtualHost(OPTIONS, declarations, project.root, (path) => !sources.has(path));
  return ts.createProgram(declarationRoots, OPTIONS, host);
}

function declarationPath(root, source) {
  return posix.join(root, source.replace(/\.ts$/, ".d.ts"));
}

/** Reads `texts` first and the disk (the standard library, packages) after, where `isOnDisk` allows. */
function virtualHost(options, texts, root, isOnDisk = () => true) {
  const host = ts.createCompilerHost(options);
  const read = (path) => texts.get(path) ?? (isOnDisk(path) ? ts.sys.readFile(path) : undefined);
  return {
    ...host,
    getCurrentDirectory: () => root,
    fileExists: (path) => texts.has(path) || (isOnDisk(path) && ts.sys.fileExists(path)),
    directoryExists: (path) => path.startsWith(root) || ts.sys.directoryExists(path),
    readFile: read,
    getSourceFile: (path, version) => {
      const text = read(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version, true);
    },
  };
}

function printApi(checker, file, root, told) {
  const resolve = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
  const seen = new Set(exported.map(resolve));
  const reached = [...seen].flatMap((symbol) => namedTypes(checker, symbol, root));
  // Types that public names mention without exporting them are part of the promise too.
  const hidden = [];
  for (const symbol of reached) {
    if (seen.has(symbol)) continue;
    seen.add(symbol);
    hidden.push(symbol);
    reached.push(...namedTypes(checker, symbol, root));
  }
  const print = (symbol, name = symbol.name) => printSymbol(checker, name, symbol);
  const texts = [
    ...exported.map((symbol) => print(resolve(symbol), symbol.name)).sort(),
    ...hidden
      .filter((symbol) => !told.has(symbol))
      .map((symbol) => `(not exported) ${print(symbol)}`)
      .sort(),
  ];
  if (told.size === 0) for (const symbol of seen) told.add(symbol);
  return `${texts.join("\n\n")}\n`;
}

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

function printSymbol(checker, name, symbol) {
  const nodes = [...new Set((symbol.declarations ?? []).map(declarationStatement))];
  const texts = nodes.map((node) => {
    const visible = withoutHiddenMembers(withComputedMembers(checker, node));
    return printer
      .printNode(ts.EmitHint.Unspecified, visible, node.getSourceFile())
      .replace(/^export (default )?/, "")
      .replace(/^declare /, "");
  });
  return `${name}: ${texts.join("\n")}`;
}

/** A variable is printed with its statement, so that `const` is shown. */
function declarationStatement(node) {
  return ts.isVariableDeclaration(node) ? node.parent.parent : node;
}

/**
 * An interface that extends a mapped type of ours (`extends ValuesOfTable`) is printed with the members that it gets from
 * it: they are what a user of the package sees.
 */
function withComputedMembers(checker, node) {
  if (!ts.isInterfaceDeclaration(node)) return node;
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types);
  if (!bases.some((base) => isComputedHere(checker.getTypeAtLocation(base)))) return node;
  const { factory } = ts;
  const members = checker
    .getPropertiesOfType(checker.getTypeAtLocation(node))
    .map((property) => memberOf(checker, property, node));
  const { modifiers, name, typeParameters } = node;
  return factory.updateInterfaceDeclaration(node, modifiers, name, typeParameters, undefined, members);
}

/** Is it a mapped type of our own? `Omit<Options, "limit">` says enough as it is written. */
function isComputedHere(type) {
  const isMapped = Boolean((type.objectFlags ?? 0) & ts.ObjectFlags.Mapped);
  const alias = type.aliasSymbol?.declarations?.[0]?.getSourceFile().fileName;
  return isMapped && alias !== undefined && !alias.includes("/node_modules/");
}

const SPELT_OUT = ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;

function memberOf(checker, property, node) {
  const { factory } = ts;
  const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional);
  const type = checker.typeToTypeNode(checker.getTypeOfSymbolAtLocation(property, node), node, SPELT_OUT);
  return factory.createPropertySignature(
    [factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)],
    property.name,
    isOptional ? factory.createToken(ts.SyntaxKind.QuestionToken) : undefined,
    type,
  );
}

function withoutHiddenMembers(node) {
  if (!ts.isClassDeclaration(node)) return node;
  const members = node.members.filter((member) => !isHidden(member));
  const { factory } = ts;
  return factory.updateClassDeclaration(
    node,
    node.modifiers,
    node.name,
    node.typeParameters,
    node.heritageClauses,
    members,
  );
}

function isHidden(member) {
  if (member.name && ts.isPrivateIdentifier(member.name)) return true;
  if (ts.isConstructorDeclaration(member) && member.parameters.some(isEngines)) return true;
  return Boolean(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private);
}

/** A parameter that only the engine can supply: what a verb runs on. Users never see it. */
function isEngines({ type }) {
  const isWritten = type !== undefined && type.pos >= 0;
  return isWritten && ["Memory", "Drive", "QueryVector | undefined"].includes(type.getText());
}

/** The symbols of this project that the declarations of `symbol` mention. */
function namedTypes(checker, symbol, root) {
  const found = new Set();
  const visit = (node) => {
    if (ts.isClassElement(node) && isHidden(node)) return;
    if (ts.isParameter(node) && isEngines(node)) return;
    if (ts.isIdentifier(node)) {
      // The nodes of computed members are in no file; they carry their symbols.
      const named = node.symbol ?? checker.getSymbolAtLocation(node);
      const target = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
      if (target && isTopLevelType(target, root)) found.add(target);
    }
    ts.forEachChild(node, visit);
  };
  for (const declaration of symbol.declarations ?? []) visit(withComputedMembers(checker, declaration));
  found.delete(symbol);
  return [...found];
}

function isTopLevelType(symbol, root) {
  return (symbol.declarations ?? []).some((declaration) => {
    const statement = declarationStatement(declaration);
    const path = declaration.getSourceFile().fileName;
    // A namespace import names a whole file, which has no parent.
    return (
      statement.parent !== undefined && ts.isSourceFile(statement.parent) && path.startsWith(`${root}/src/`)
    );
  });
}
