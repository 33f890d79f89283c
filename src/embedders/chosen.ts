/**
 * How do the surfaces of a workspace get the encoder that its owner chose? It is looked for when it is first needed: a
 * command that embeds nothing does not ask whether the packages are still there.
 *
 * The vectors keep the name under which they were chosen. If another encoder is found in its place, it is refused.
 */
import { TidelineError } from "../errors.ts";
import type { ChosenEmbedder } from "../log/settings.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import { LocalEmbedder } from "./local.ts";
import { ownEmbedder } from "./ready.ts";

export function chosenEmbedder(chosen: ChosenEmbedder): EmbedderAdapter {
  const { name, dimensions, model, folder, digest } = chosen;
  let opened: EmbedderAdapter | undefined;
  const open = (): EmbedderAdapter => {
    if (opened !== undefined) return opened;
    const local = new LocalEmbedder({ model, folder, digest: folder === undefined ? undefined : digest });
    if (local.model !== name || local.dimensions !== dimensions) throw isAnother(name, local.model);
    opened = ownEmbedder(local);
    return opened;
  };
  return {
    model: name,
    dimensions,
    get thresholds() {
      return opened?.thresholds;
    },
    get spread() {
      return opened?.spread;
    },
    // Not before the promise: whoever embeds expects a rejection, not a throw.
    embed: async (texts, role) => await open().embed(texts, role),
    close: () => opened?.close?.(),
  };
}

function isAnother(chosen: string, found: string): TidelineError {
  const what = `This workspace was set to the encoder "${chosen}", and "${found}" is installed now.`;
  return new TidelineError("bad-model", `${what} Choose again: tideline embedder use local`);
}
