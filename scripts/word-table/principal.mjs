// Which directions hold most of what vectors differ in? Principal components, by Jacobi rotations: slow, simple,
// and exact enough for a table that is built once.
const SWEEPS = 12;

/** Vectors (equally long) in `count` dimensions; each dimension divided by its spread to the power `whitening`. */
export function reduce(vectors, count, whitening) {
  const centred = centre(vectors);
  const { values, directions } = eigen(covariance(centred));
  const order = values.map((_, i) => i).sort((a, b) => values[b] - values[a]);
  const used = order.slice(0, count);
  return centred.map((vector) =>
    Float64Array.from(used, (column) => {
      let total = 0;
      for (let i = 0; i < vector.length; i++) total += vector[i] * directions[i][column];
      return total / values[column] ** (whitening / 2);
    }),
  );
}

export function centre(vectors) {
  const mean = new Float64Array(vectors[0].length);
  for (const vector of vectors) for (let i = 0; i < mean.length; i++) mean[i] += vector[i] / vectors.length;
  return vectors.map((vector) => Float64Array.from(vector, (value, i) => value - mean[i]));
}

function covariance(vectors) {
  const size = vectors[0].length;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) {
    for (let i = 0; i < size; i++) {
      const row = matrix[i];
      const value = vector[i] / vectors.length;
      for (let j = i; j < size; j++) row[j] += value * vector[j];
    }
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) matrix[i][j] = matrix[j][i];
  return matrix;
}

/** Of a symmetric matrix, which is used up. Directions are columns. */
function eigen(matrix) {
  const size = matrix.length;
  const directions = matrix.map((_, i) => Float64Array.from({ length: size }, (__, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(matrix, directions, p, q);
  }
  return { values: Array.from(matrix, (row, i) => row[i]), directions };
}

/** Turns the plane of p and q so that both are independent. */
function rotate(matrix, directions, p, q) {
  const off = matrix[p][q];
  if (Math.abs(off) < 1e-15) return;
  const theta = (matrix[q][q] - matrix[p][p]) / (2 * off);
  const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const [rowP, rowQ] = [matrix[p], matrix[q]];
  for (const row of matrix) {
    const [a, b] = [row[p], row[q]];
    row[p] = cosine * a - sine * b;
    row[q] = sine * a + cosine * b;
  }
  for (let k = 0; k < matrix.length; k++) {
    const [a, b] = [rowP[k], rowQ[k]];
    rowP[k] = cosine * a - sine * b;
    rowQ[k] = sine * a + cosine * b;
  }
  for (const row of directions) {
    const [a, b] = [row[p], row[q]];
    row[p] = cosine * a - sine * b;
    row[q] = sine * a + cosine * b;
  }
}
