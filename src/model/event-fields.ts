/**
 * Which fields of a fact do the events `added` and `revised` state, and in which shape? Derived from `fact-fields.ts`.
 *
 * Fields of these events that are not fields of a fact (an idempotency key, the parts of a slot) are in `event.ts`.
 */
import { clearable } from "./event-shape.ts";
import {
  FACT_FIELDS,
  type FactField,
  type FactFields,
  type FieldName,
  fieldsWhere,
  type Logged,
} from "./fact-fields.ts";
import { type Optional, optional, type Shape } from "./shape.ts";

type Part = "head" | "body";

type AddedShapes<P extends Part> = {
  readonly [N in keyof FactFields as FactFields[N] extends { readonly revisable: "only" }
    ? never
    : NameIn<P, N>]: FactFields[N] extends { readonly required: true }
    ? Shape<Logged<FactFields[N]>>
    : Optional<Logged<FactFields[N]>>;
};

type RevisedShapes<P extends Part> = {
  readonly [N in keyof FactFields as FactFields[N] extends { readonly revisable: unknown }
    ? NameIn<P, N>
    : never]: Optional<
    undefined extends FactFields[N]["blank"] ? Logged<FactFields[N]> | null : Logged<FactFields[N]>
  >;
};

/** The name, if events have the field in this part. */
type NameIn<P extends Part, N extends FieldName> = FactFields[N] extends { readonly [K in P]: unknown }
  ? N
  : never;

function addedFields<P extends Part>(part: P): readonly (keyof AddedShapes<P>)[] {
  return fieldsWhere((field) => field[part] !== undefined && field.revisable !== "only");
}

function revisedFields<P extends Part>(part: P): readonly (keyof RevisedShapes<P>)[] {
  return fieldsWhere((field) => field[part] !== undefined && field.revisable !== undefined);
}

/** In the header and in the body of an `added` event. */
export const ADDED_IN_HEAD = addedFields("head");
export const ADDED_IN_BODY = addedFields("body");
/** In the header and in the body of a `revised` event. */
export const REVISED_IN_HEAD = revisedFields("head");
export const REVISED_IN_BODY = revisedFields("body");

export function addedShapes<P extends Part>(part: P): AddedShapes<P> {
  return shapesOf(part, addedFields(part), ({ required }, logged) => (required ? logged : optional(logged)));
}

/** null removes a value, if a fact can be without one. */
export function revisedShapes<P extends Part>(part: P): RevisedShapes<P> {
  return shapesOf(part, revisedFields(part), ({ blank }, logged) =>
    optional(blank === undefined ? clearable(logged) : logged),
  );
}

function shapesOf<T>(
  part: Part,
  names: readonly FieldName[],
  shapeOf: (field: FactField, logged: Shape<unknown>) => Shape<unknown> | Optional<unknown>,
): T {
  const shapes = names.map((name) => {
    const field: FactField = FACT_FIELDS[name];
    return [name, shapeOf(field, field[part] as Shape<unknown>)];
  });
  return Object.fromEntries(shapes) as T;
}
