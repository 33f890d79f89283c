// Do files and their text follow the house style? Small rules about names, types, catches, comments and size.
import ts from "typescript";
import { eachNode, findingAt } from "./project.mjs";

const BANNED_NAMES = new Set([
  ...["util", "utils", "helper", "helpers", "common", "misc", "base", "manager", "managers"],
]);
const UNFINISHED = /\b(TODO|FIXME|XXX)\b/;
const LONG_LINES = 400;

export const names = {
  name: "telling names",
  check: (project) =>
    allFiles(project).flatMap((file) => {
      const bad = file.path.split(/[/.-]/).find((word) => BANNED_NAMES.has(word.toLowerCase()));
      return bad
        ? [findingAt(file, 0, `"${bad}" says nothing: name it after the noun or stage it holds`)]
        : [];
    }),
};

export const noAny = {
  name: "no any",
  check: (project) =>
    matchingNodes(project, ts.isToken, (node) =>
      node.kind === ts.SyntaxKind.AnyKeyword
        ? "any switches the checks off: use unknown and parse it"
        : undefined,
    ),
};

export const noEmptyCatch = {
  name: "no empty catch",
  check: (project) => [
    ...matchingNodes(project, ts.isCatchClause, ({ block }) =>
      block.statements.length === 0
        ? "empty catch: handle it, rethrow it, or return what it means"
        : undefined,
    ),
    ...matchingNodes(project, ts.isCallExpression, (call) =>
      isEmptyCatchCall(call) ? "empty .catch(): handle it, or say in code what it means" : undefined,
    ),
  ],
};

export const finished = {
  name: "nothing unfinished",
  check: (project) =>
    allFiles(project).flatMap((file) =>
      commentsOf(file).flatMap(({ pos, end }) => {
        const match = UNFINISHED.exec(file.text.slice(pos, end));
        return match ? [findingAt(file, pos + match.index, `${match[0]}: do it, or open an issue`)] : [];
      }),
    ),
};

export const length = {
  name: "file length",
  check: (project) =>
    allFiles(project).flatMap((file) => {
      const lines = file.text.trimEnd().split("\n").length;
      const opening = (ts.getLeadingCommentRanges(file.text, 0) ?? []).map(({ pos, end }) =>
        file.text.slice(pos, end),
      );
      if (lines <= LONG_LINES || opening.join("\n").includes("Long because")) return [];
      return [
        findingAt(file, 0, `${lines} lines: split it, or open it with a comment that says "Long because …"`),
      ];
    }),
};

function allFiles(project) {
  return [...project.files.values()];
}

function matchingNodes(project, isKind, messageFor) {
  return allFiles(project).flatMap((file) => {
    const findings = [];
    eachNode(file.tree, (node) => {
      const message = isKind(node) ? messageFor(node) : undefined;
      if (message) findings.push(findingAt(file, node.getStart(), message));
    });
    return findings;
  });
}

function isEmptyCatchCall(call) {
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== "catch") return false;
  const [handler] = call.arguments;
  const isFunction = handler && (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler));
  return Boolean(isFunction && ts.isBlock(handler.body) && handler.body.statements.length === 0);
}

/** Every comment, found before and after each token: a scan of the text would trip over strings and regexes. */
function commentsOf(file) {
  const comments = new Map();
  const visit = (node) => {
    for (const find of [ts.getLeadingCommentRanges, ts.getTrailingCommentRanges]) {
      const from = find === ts.getLeadingCommentRanges ? node.pos : node.end;
      for (const range of find(file.text, from) ?? []) comments.set(range.pos, range);
    }
    for (const child of node.getChildren(file.tree)) visit(child);
  };
  visit(file.tree);
  return [...comments.values()];
}
