/**
 * What do "&" and "/" join when they stand alone? "A & B" is "A and B", "cats / dogs" is "cats/dogs", and the slash of
 * "/etc/hosts" belongs to its path.
 */
import { hasListed, makeToken, rewrite, type Token } from "./token.ts";
import { listWords } from "./word-lists.ts";

const SIGNS = listWords(["/", "&"]);

export function joinSlashes(tokens: readonly Token[]): readonly Token[] {
  if (!hasListed(tokens, SIGNS)) return tokens;
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const left = out.at(-1);
    const right = tokens[i + 1];
    if (token.text === "&") out.push(rewrite(token, "and", "word"));
    else if (token.text !== "/") out.push(token);
    else if (right && (right.isGlued || left === undefined)) {
      out.push(rewrite(right, `/${right.text}`, "word", token.before));
      i++;
    } else if (right && left && !token.isGlued) {
      const [text, raw] = [`${left.text}/${right.text}`, `${left.raw}/${right.raw}`];
      out[out.length - 1] = makeToken(text, raw, left.kind, left.before, left.isGlued);
      i++;
    }
  }
  return out;
}
