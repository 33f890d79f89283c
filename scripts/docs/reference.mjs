// What does each public name do? One page of Markdown per entry point, from the types and their comments: what an
// editor shows, in one place. The declarations are those of docs/api, which `npm run tidy` keeps true.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ENTRIES = [
  ["index", "brigade-tideline", "The library: memories, policies, adapters."],
  ["client", "brigade-tideline/client", "Memory over HTTP."],
  ["ai", "brigade-tideline/ai", "Tools and middleware for agents."],
  ["testing", "brigade-tideline/testing", "Suites for stores and policies."],
  ["eval", "brigade-tideline/eval", "How good is recall?"],
  ["sqlite", "brigade-tideline/sqlite", "A workspace in one SQLite file."],
  ["postgres", "brigade-tideline/postgres", "A workspace in a PostgreSQL database."],
  ["advanced", "brigade-tideline/advanced", "Parts of the engine, on a store without a handle."],
];
/** Members of these are listed one by one. */
const FACES = ["Tideline", "TidelineClient", "Keeper"];

export async function referencePages(root) {
  const files = ENTRIES.map(([name]) => join(root, "src", `${name}.ts`));
  const program = ts.createProgram(files, {
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true, noEmit: true },
    ...{ allowImportingTsExtensions: true, skipLibCheck: true },
  });
  const checker = program.getTypeChecker();
  const pages = ENTRIES.map(([name, entry, what], place) => {
    const declarations = declarationsIn(readFileSync(join(root, "docs", "api", `${name}.txt`), "utf8"));
    const source = program.getSourceFile(files[place]);
    const names = checker
      .getExportsOfModule(checker.getSymbolAtLocation(source))
      .map((symbol) => ({ name: symbol.name, symbol: targetOf(symbol, checker) }))
      .sort((a, b) => isType(a) - isType(b) || a.name.localeCompare(b.name));
    const parts = names.map((one) => described(one, declarations.get(one.name), checker));
    return [`api/${pageOf(name)}.md`, `# ${entry}\n\n${what}\n\n${parts.join("\n\n")}\n`];
  });
  const list = ENTRIES.map(([name, entry, what]) => `- [\`${entry}\`](${pageOf(name)}.md): ${what}`);
  return [["api/index.md", `# The API, name by name\n\n${list.join("\n")}\n`], ...pages];
}

/** The index of the folder is a page of its own. */
function pageOf(name) {
  return name === "index" ? "library" : name;
}

function targetOf(symbol, checker) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Types come after what a program can call. */
function isType({ symbol }) {
  return symbol.flags & ts.SymbolFlags.Value ? 0 : 1;
}

function described({ name, symbol }, declaration, checker) {
  const text = textOf(symbol, checker);
  const shown = FACES.includes(name) ? membersOf(symbol, checker) : (declaration && code(declaration)) || "";
  return `## ${name}\n\n${text}\n\n${shown}`;
}

function textOf(symbol, checker) {
  const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const example = symbol.getJsDocTags().find((tag) => tag.name === "example");
  return example === undefined ? doc : `${doc}\n\n${code(ts.displayPartsToString(example.text))}`;
}

function membersOf(symbol, checker) {
  const isShown = (member) =>
    !member.name.startsWith("__@") &&
    !(
      ts.getCombinedModifierFlags(member.valueDeclaration ?? symbol.valueDeclaration) &
      ts.ModifierFlags.Private
    );
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const statics = checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol));
  const members = [
    ...statics.filter((one) => one.name !== "prototype").map((one) => [`${symbol.name}.`, one]),
    ...checker.getPropertiesOfType(type).map((one) => ["", one]),
  ];
  return members
    .filter(([, member]) => isShown(member))
    .map(([before, member]) => {
      const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
      const shape = checker.typeToString(checker.getTypeOfSymbol(member), undefined, flags);
      return `### ${before}${member.name}\n\n${textOf(member, checker)}\n\n${code(`${before}${member.name}: ${shape}`)}`;
    })
    .join("\n\n");
}

/** The declarations of a snapshot, by name. */
function declarationsIn(snapshot) {
  return new Map(
    snapshot.split(/\n\n(?=\S)/).flatMap((block) => {
      const [, name, text] = /^(\w+): ([\s\S]*)$/.exec(block.trim()) ?? [];
      return name === undefined ? [] : [[name, text]];
    }),
  );
}

function code(text) {
  return `\`\`\`ts\n${text}\n\`\`\``;
}
