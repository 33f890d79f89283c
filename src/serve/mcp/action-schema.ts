/**
 * What does a tool with several actions take? One flat object, because models and providers handle unions at the top
 * level badly. Each field says what it means for which action, in that action's own words and within its limits.
 */
import type { Fields, JsonSchema } from "../fields.ts";
import { flag } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";

/** The actions of a tool, by the name that a model uses. */
export type Actions = ReadonlyMap<string, Operation>;

/** One meaning of a field, and the actions for which it has it. */
interface Meaning {
  readonly schema: JsonSchema;
  readonly actions: string[];
}

export function actionSchema(actions: Actions): JsonSchema {
  const asks = [...actions.values()].some(mayBeFinal);
  return {
    type: "object",
    properties: {
      action: {
        type: "string",
        enum: [...actions.keys()],
        description: [...actions].map(([name, { doc, input }]) => `${name}${needs(input)}: ${doc}`).join(" "),
      },
      ...Object.fromEntries(
        [...meaningsIn(actions)].map(([field, all]) => [field, fieldSchema(all, actions)]),
      ),
      ...(asks ? { confirm: flag("The user has agreed to this action, which cannot be undone").schema } : {}),
    },
    required: ["action"],
    additionalProperties: false,
  };
}

/** May it do what cannot be undone? */
export function mayBeFinal({ effect, isFinal }: Operation): boolean {
  return effect === "destructive" || isFinal !== undefined;
}

function needs(input: Fields): string {
  const names = Object.keys(input).filter((name) => input[name]?.required);
  return names.length === 0 ? "" : ` (needs ${names.join(", ")})`;
}

function meaningsIn(actions: Actions): ReadonlyMap<string, readonly Meaning[]> {
  const fields = new Map<string, Meaning[]>();
  for (const [action, { input }] of actions)
    for (const [field, { schema }] of Object.entries(input)) {
      const meanings = fields.get(field) ?? [];
      const same = meanings.find((one) => JSON.stringify(one.schema) === JSON.stringify(schema));
      if (same === undefined) meanings.push({ schema, actions: [action] });
      else same.actions.push(action);
      fields.set(field, meanings);
    }
  return fields;
}

function fieldSchema(meanings: readonly Meaning[], actions: Actions): JsonSchema {
  const described = meanings.map(({ schema, actions: these }) =>
    these.length === actions.size
      ? String(schema.description ?? "")
      : `${these.join(", ")}: ${String(schema.description ?? "")}`,
  );
  const forms = [
    ...new Set(meanings.map(({ schema }) => JSON.stringify({ ...schema, description: undefined }))),
  ];
  const form =
    forms.length === 1 ? JSON.parse(forms[0] as string) : { anyOf: forms.map((one) => JSON.parse(one)) };
  return { ...form, description: described.join(". ") };
}
