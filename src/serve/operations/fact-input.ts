/**
 * Which fields does a surface take for a new fact? Those of the table (`model/fact-fields.ts`) that a caller may give on
 * surfaces, and a few that are not fields of a fact by themselves. What is used most comes first in `--help`.
 */
import { FACT_FIELDS, type FactFields, fieldsWhere } from "../../model/fact-fields.ts";
import type { FieldInput, Form } from "../../model/field-input.ts";
import { DEFAULT_SEGMENT } from "../../model/segment.ts";
import {
  type Field,
  flag,
  type InputOf,
  json,
  listOf,
  number,
  oneOf,
  required,
  text,
  time,
} from "../fields.ts";

type ParsedOf<F> = F extends { readonly input: FieldInput<infer T, unknown> } ? T : never;

type TableInput = {
  readonly [N in keyof FactFields as FactFields[N] extends { readonly input: { readonly form: Form } }
    ? N
    : never]: Field<ParsedOf<FactFields[N]>>;
};

function tableInput(): TableInput {
  const names = fieldsWhere<keyof TableInput>(({ input }) => input?.form !== undefined);
  return Object.fromEntries(
    names.map((name) => [name, fieldFor(FACT_FIELDS[name].input.form, FACT_FIELDS[name].doc)]),
  ) as unknown as TableInput;
}

function fieldFor(form: Form, doc: string): Field<unknown> {
  switch (form.is) {
    case "text":
      return text(doc, { max: form.most });
    case "choice":
      return oneOf(form.of, doc);
    case "number":
      return number(doc, form.least, form.most);
    case "flag":
      return flag(doc);
    case "time":
      return time(doc);
    case "json":
      return json(doc);
    case "list":
      return listOf(fieldFor(form.of, form.each), doc, form.most);
  }
}

const { content, segment, tags, aliases, actor, episode, position, ...others } = tableInput();

/** Without what a new fact gets by default. */
export const SEGMENT_INPUT = segment;

export const FACT_INPUT = {
  content: required(content),
  segment: withDefault(segment),
  subject: text(
    "Who or what it is about. Together with attribute it names a slot, which holds one current value",
  ),
  attribute: text("The property of the subject that it states"),
  tags,
  aliases,
  source: text("Where it comes from, such as tool_output or retrieved_document"),
  actor,
  episode,
  position,
  ...others,
  heardAt: time("When memory heard it, for turns and imports: ageing begins then. Default: now"),
  idempotencyKey: text(
    "A key of your own: a second write with the same key writes nothing and returns the same answer",
  ),
};
export type FactInput = InputOf<typeof FACT_INPUT>;

function withDefault<T extends string>(field: Field<T>): Field<T> {
  const doc = `${field.doc}. Default: by its words if the owner says it, otherwise ${DEFAULT_SEGMENT}`;
  return { ...field, doc, schema: { ...field.schema, description: doc } };
}
