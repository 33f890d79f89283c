/**
 * Does an answer tell an agent what it may not see? The owner's door codes, one archived and one purged; an agent adds
 * guesses, dry and for good. If the right guess is answered in any other way than the wrong ones, it is found.
 */
import { everydayScene } from "./scene.ts";
import { serve } from "./surface.ts";

const GUESSES = 60;

export interface Guessed {
  readonly name: string;
  /** The right guess was answered unlike all others. */
  readonly isFound: boolean;
}

const SECRETS = [
  { door: "side door", code: 4083, hide: "archive" },
  { door: "cellar door", code: 7316, hide: "purge" },
] as const;

export async function guessCodes(): Promise<readonly Guessed[]> {
  const guessed: Guessed[] = [];
  for (const { door, code, hide } of SECRETS)
    for (const isDry of [true, false]) {
      const name = `${hide === "archive" ? "archived" : "purged"} code, ${isDry ? "dry run" : "written"}`;
      guessed.push({ name, isFound: await isFoundBy(door, code, hide, isDry) });
    }
  return guessed;
}

async function isFoundBy(
  door: string,
  code: number,
  hide: "archive" | "purge",
  isDry: boolean,
): Promise<boolean> {
  const scene = everydayScene();
  const saying = (guess: number): string => `The code of the ${door} is ${guess}.`;
  const [id = ""] = scene.add([{ content: saying(code), segment: "knowledge" }]);
  scene.memory[hide](id);
  const served = await serve(scene);
  try {
    const path = `/v1/memories${isDry ? "?dryRun=true" : ""}`;
    const answers = new Map<number, string>();
    for (let i = 0; i < GUESSES; i++) {
      const guess = code - 3 + i;
      const { status, text } = await served.ask({ method: "POST", path, body: { content: saying(guess) } });
      answers.set(guess, `${status} ${shapeOf(text)}`);
    }
    const right = answers.get(code);
    return [...answers].every(([guess, answer]) => guess === code || answer !== right);
  } finally {
    await served.close();
  }
}

/** An answer without what differs between any two: ids, digests and figures. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, "@")
    .replaceAll(/\b[0-9a-f]{16,}\b/g, "@")
    .replaceAll(/\d+(\.\d+)?/g, "#");
}
