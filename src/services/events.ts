/**
 * What does a service send that answers piece by piece? Server-sent events: lines of `data:`, ended by an empty line.
 * The lines may be cut anywhere on their way.
 */

/** The data of every event, in order. */
export async function* eventsIn(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of linesOf(pieces)) {
    if (line === "" && data.length > 0) {
      yield data.join("\n");
      data = [];
    }
    const [, text] = /^data:[ ]?(.*)$/s.exec(line) ?? [];
    if (text !== undefined) data.push(text);
  }
  if (data.length > 0) yield data.join("\n");
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const piece of pieces) {
    rest.push(piece);
    // A line without end in a thousand pieces is looked at once, not a thousand times.
    if (!/[\r\n]/.test(piece)) continue;
    const lines = rest.join("").split(/\r\n|\n|\r(?!$)/);
    rest = [lines.pop() ?? ""];
    yield* lines;
  }
  yield* rest.join("").split(/\r\n|\n|\r/);
}
