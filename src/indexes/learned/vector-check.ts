/**
 * Are vectors what their embedder promised? One per text, of the promised length, finite and not zero.
 *
 * Every embedder is checked, a host's own too: one bad vector in an index spoils searches without a trace.
 */
import { TidelineError } from "../../errors.ts";

/** What a vector belongs to: vectors of different spaces are never compared. */
export interface VectorSpace {
  readonly model: string;
  readonly dimensions: number;
}

export function checkVectors(
  value: unknown,
  count: number,
  { model, dimensions }: VectorSpace,
): readonly Float32Array[] {
  if (!Array.isArray(value)) throw badVectors(model, "did not answer with a list of vectors");
  if (value.length !== count)
    throw badVectors(model, `answered with ${value.length} vectors for ${count} texts`);
  for (const vector of value as readonly unknown[]) {
    if (!(vector instanceof Float32Array))
      throw badVectors(model, "answered with something that is no Float32Array");
    if (vector.length !== dimensions) {
      throw badVectors(
        model,
        `answered with ${vector.length} dimensions, and ${dimensions} were promised: give the dimensions that it has`,
      );
    }
    const square = squareOf(vector);
    if (!Number.isFinite(square)) throw badVectors(model, "answered with a figure that is not finite");
    if (square === 0) throw badVectors(model, "answered with a zero vector, which has no direction");
  }
  return value as readonly Float32Array[];
}

function squareOf(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) ** 2;
  return sum;
}

export function badVectors(model: string, what: string): TidelineError {
  return new TidelineError("bad-vectors", `The embedder "${model.slice(0, 80)}" ${what}.`);
}
