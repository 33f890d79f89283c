/** How is a text quoted, so that a shell takes it for one word? In commands that a person is shown and may copy. */
export function inShell(word: string): string {
  return /^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
