// What does each operation answer with over HTTP? Read off the types of the functions that answer, so that the
// description for clients cannot say something else than the compiler knows. Written to src/serve/http/answers.json by
// `npm run tidy -- --update`; a change of an answer is thereby a visible line in a review.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { diffLines } from "./diff.mjs";

const PATH = "src/serve/http/answers.json";
const FOLDER = "src/serve/operations/";
/** How many there are, where an answer carries only some: on every fact in an answer. */
const COUNTS = ["linkCount", "backlinkCount", "evidenceCount", "textCount"];
/** Whatever JSON can hold needs no description, and generators of clients cannot write down a union of itself. */
const ANY_VALUE = "Json";
const FLAGS = ts.TypeFlags;

export const answers = {
  name: "answers over HTTP",
  check(project) {
    if (![...project.files.keys()].some((path) => path.startsWith(FOLDER))) return [];
    const text = answersText(project);
    const committed = project.readText(PATH);
    if (committed === text) return [];
    const difference =
      committed === undefined ? "it is missing" : `it differs:\n${diffLines(committed, text)}`;
    const message = `${difference}\n  If this change is meant: npm run tidy -- --update`;
    return [{ file: PATH, line: 1, message }];
  },
};

export function updateAnswers(project) {
  writeFileSync(join(project.root, PATH), answersText(project));
}

function answersText(project) {
  const files = [...project.files.keys()].filter((path) => path.startsWith(FOLDER));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(project.root, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    project.root,
  );
  const program = ts.createProgram(
    files.map((path) => join(project.root, path)),
    options,
  );
  const schemas = new Schemas(program.getTypeChecker());
  const operations = {};
  for (const path of files) visit(program.getSourceFile(join(project.root, path)), schemas, operations);
  return `{${inLines("operations", operations)},${inLines("schemas", schemas.named)}\n}\n`;
}

/** One line for each name, so that a difference shows what changed. */
function inLines(heading, record) {
  const names = Object.keys(record).sort();
  const lines = names.map((name) => `\n${JSON.stringify(name)}: ${JSON.stringify(record[name])}`);
  return `\n${JSON.stringify(heading)}: {${lines.join(",")}\n}`;
}

/** Every `operation({ name: "…", run })`. */
function visit(node, schemas, operations) {
  const [spec] = ts.isCallExpression(node) && node.expression.getText() === "operation" ? node.arguments : [];
  if (spec !== undefined && ts.isObjectLiteralExpression(spec)) {
    const own = (name) => spec.properties.find((one) => one.name?.getText() === name);
    const { text: name } = own("name").initializer;
    operations[name] = schemas.answerOf(own("run"), name);
  }
  ts.forEachChild(node, (child) => visit(child, schemas, operations));
}

class Schemas {
  constructor(checker) {
    this.checker = checker;
    this.named = {};
    this.types = new Map();
  }

  answerOf(property, name) {
    const symbol = this.checker.getSymbolAtLocation(property.name);
    const [signature] = this.checker.getTypeOfSymbolAtLocation(symbol, property).getCallSignatures();
    const answer = this.checker.getAwaitedType(signature.getReturnType());
    if (answer.flags & (FLAGS.Any | FLAGS.Unknown))
      throw new Error(`${name} answers with "unknown": give its function the type of its answer.`);
    return this.of(answer);
  }

  of(type) {
    if (type.flags & (FLAGS.Any | FLAGS.Unknown)) return {};
    if (type.flags & FLAGS.StringLike && !type.isUnion())
      return type.isStringLiteral() ? { const: type.value } : { type: "string" };
    if (type.flags & FLAGS.NumberLiteral) return { const: type.value };
    if (type.flags & FLAGS.Number) return { type: "number" };
    if (type.flags & FLAGS.BooleanLiteral) return { const: type.intrinsicName === "true" };
    if (type.flags & FLAGS.Boolean) return { type: "boolean" };
    if (type.flags & FLAGS.Null) return { type: "null" };
    if (type.flags & FLAGS.ESSymbolLike || type.flags & FLAGS.Undefined) return undefined;
    if (type.isUnion()) return this.ofUnion(type);
    if (this.checker.isTupleType(type)) return this.ofTuple(type);
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type);
      return { type: "array", items: this.of(item) };
    }
    // A text with a brand.
    if (type.isIntersection() && type.types.some((one) => one.flags & FLAGS.StringLike))
      return { type: "string" };
    return this.ofObject(type);
  }

  ofUnion(type) {
    const parts = type.types.filter((one) => !(one.flags & FLAGS.Undefined));
    const name = this.nameOf(type);
    if (name === ANY_VALUE) return {};
    if (name !== undefined) return this.reference(name, type, () => this.ofParts(parts));
    return this.ofParts(parts);
  }

  ofParts(parts) {
    const schemas = [
      ...new Map(parts.map((one) => this.of(one)).map((one) => [JSON.stringify(one), one])).values(),
    ];
    const constants = schemas.filter((one) => "const" in one).map((one) => one.const);
    const others = schemas.filter((one) => !("const" in one));
    const isBoolean = constants.includes(true) && constants.includes(false);
    const left = isBoolean ? constants.filter((one) => typeof one !== "boolean") : constants;
    const all = [
      ...(isBoolean ? [{ type: "boolean" }] : []),
      ...(left.length === 1 ? [{ const: left[0] }] : []),
      ...(left.length > 1 ? [{ enum: left.sort() }] : []),
      ...others,
    ];
    return all.length === 1 ? all[0] : { anyOf: all };
  }

  ofTuple(type) {
    const items = this.checker
      .getTypeArguments(type)
      .map((one) => this.of(this.checker.getNonNullableType(one)));
    const some = [...new Map(items.map((one) => [JSON.stringify(one), one])).values()];
    return { type: "array", items: some.length === 1 ? some[0] : { anyOf: some } };
  }

  ofObject(type) {
    const name = this.nameOf(type);
    return name === undefined ? this.plain(type) : this.reference(name, type, () => this.plain(type));
  }

  /** Declared types of ours have a name, unless it stands for several (a generic one). */
  nameOf(type) {
    const symbol = type.aliasSymbol ?? (type.isUnion() ? undefined : type.symbol);
    const args = type.aliasSymbol ? type.aliasTypeArguments : type.typeArguments;
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? "";
    const isOurs = file !== "" && !file.includes("node_modules") && !symbol.name.startsWith("__");
    return isOurs && (args === undefined || args.length === 0) ? symbol.name : undefined;
  }

  reference(name, type, schemaOf) {
    const known = this.types.get(name);
    if (known !== undefined && known !== type) return schemaOf();
    if (known === undefined) {
      this.types.set(name, type);
      this.named[name] = {};
      this.named[name] = { ...schemaOf(), ...docOf(type, this.checker) };
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  plain(type) {
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const properties = {};
    const required = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const value = this.checker.getTypeOfSymbol(property);
      if (property.name.startsWith("__@") || value.getCallSignatures().length > 0) continue;
      const schema = this.of(value);
      if (schema === undefined) continue;
      properties[property.name] = { ...schema, ...(schema.$ref ? {} : describe(property, this.checker)) };
      if (!mayBeMissing(property, value)) required.push(property.name);
    }
    const isFact = "backlinks" in properties && "authority" in properties && "content" in properties;
    if (isFact) for (const name of COUNTS) properties[name] ??= { type: "integer" };
    return {
      type: "object",
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required }),
      ...(index === undefined ? {} : { additionalProperties: this.of(index.type) ?? {} }),
    };
  }
}

function mayBeMissing(property, type) {
  const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional);
  const parts = type.isUnion() ? type.types : [type];
  return isOptional || parts.some((one) => one.flags & (FLAGS.Undefined | FLAGS.Unknown | FLAGS.Any));
}

function describe(symbol, checker) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, " ").trim();
  return text === "" ? {} : { description: text };
}

function docOf(type, checker) {
  return describe(type.aliasSymbol ?? type.symbol, checker);
}
