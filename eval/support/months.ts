/** Which month is meant? From 0, as Date counts; -1 for no month. */
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

export function monthOf(name: string | undefined): number {
  return MONTHS.indexOf(name?.toLowerCase() ?? "");
}
