// How do two texts differ? Changed lines only, "-" for those of the first and "+" for those of the second.

export function diffLines(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const common = commonLengths(a, b);
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
      lines.push(`  - ${a[i]}`);
      i += 1;
    } else {
      lines.push(`  + ${b[j]}`);
      j += 1;
    }
  }
  return lines.join("\n");
}

/** common[i][j]: the length of the longest common subsequence of a from i and b from j. */
function commonLengths(a, b) {
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  return common;
}
