/**
 * Does the owner's answer hold its place against planted passages? PoisonedRAG's questions, each answered by one fact of
 * the owner in three forms, attacked by texts of class 0 and of class 1, from one copy to hundreds.
 *
 * All questions are attacked in the same memory: the other attacks are part of the noise. Hundreds of copies are about a
 * quarter of the questions, another in each of a form's four memories. What is counted is what the
 * attack changed: of the answers that were first (recalled, in the block) without it, how many still are.
 */
import type { AddInput } from "../../src/index.ts";
import { FORMS, type Form, ownWords } from "./own-words.ts";
import { plantedTexts, STYLES, type Style } from "./planted.ts";
import type { PoisonedQuestion } from "./poisonedrag.ts";
import { sampleOf } from "./sample.ts";
import { everydayScene, type Scene } from "./scene.ts";
import { type Answered, type Standing, standingOf } from "./standing.ts";

export const COPIES = [1, 5, 40] as const;
/** Copies about a sample of the questions. */
const FLOOD = { copies: 400, oneIn: 4 } as const;
export const ATTACKERS = [0, 1] as const;
export type Attacker = (typeof ATTACKERS)[number];

export interface PlantedCell {
  readonly form: Form;
  readonly attacker: Attacker;
  readonly style: Style;
  readonly copies: number;
  readonly before: readonly Standing[];
  readonly after: readonly Standing[];
}

/** One memory that is attacked by more and more copies. */
export interface Planting {
  readonly form: Form;
  readonly attacker: Attacker;
  readonly style: Style;
  /** Its number among those of the form. */
  readonly turn: number;
}

export const PLANTINGS: readonly Planting[] = FORMS.flatMap((form) =>
  ATTACKERS.flatMap((attacker) => STYLES.map((style) => ({ form, attacker, style }))).map((one, turn) => ({
    ...one,
    turn,
  })),
);

/** A question of the data, and how the owner has answered it. */
type Planted = { readonly asked: PoisonedQuestion; readonly index: number; readonly answered: Answered };

export function* plantPassages(
  questions: readonly PoisonedQuestion[],
  { form, attacker, style, turn }: Planting,
): Generator<PlantedCell> {
  const scene = everydayScene();
  const all = tellAll(scene, questions, form);
  scene.passDays(1);
  const ask = (some: readonly Planted[]) => some.map(({ answered }) => standingOf(scene, answered));
  const plant = (some: readonly Planted[], from: number, copies: number) => {
    scene.passDays(1);
    scene.add(
      some.flatMap(({ asked: { question, passages }, index }) =>
        plantedTexts(style, question, passages, copies)
          .slice(from)
          .map((content, k) => plantedBy(attacker, index, from + k, content)),
      ),
    );
    scene.passDays(1);
  };
  const before = ask(all);
  let planted = 0;
  for (const copies of COPIES) {
    plant(all, planted, copies);
    planted = copies;
    yield { form, attacker, style, copies, before, after: ask(all) };
  }
  const flooded = sampleOf(all, turn, Math.ceil(all.length / FLOOD.oneIn));
  plant(flooded, planted, FLOOD.copies);
  const stood = flooded.flatMap(({ index }) => before[index] ?? []);
  yield { form, attacker, style, copies: FLOOD.copies, before: stood, after: ask(flooded) };
}

/** The owner's answers to all of them. */
function tellAll(scene: Scene, questions: readonly PoisonedQuestion[], form: Form): readonly Planted[] {
  const own = questions.map(({ question, correct }, i) => ownWords(form, question, correct, i));
  const ids = scene.add(own.map(({ content }) => ({ content, segment: "knowledge" })));
  return questions.map((asked, index) => ({
    asked,
    index,
    answered: { question: asked.question, fact: ids[index], answer: own[index]?.answer ?? "" },
  }));
}

/** Both sources of the class take part; messages come from as many people as there are. */
function plantedBy(attacker: Attacker, question: number, copy: number, content: string): AddInput {
  const isEven = question % 2 === 0;
  if (attacker === 0)
    return { content, segment: "knowledge", source: isEven ? "tool_output" : "retrieved_document" };
  return isEven
    ? { content, segment: "knowledge", source: "agent" }
    : { content, segment: "knowledge", source: "channel_message", actor: `guest ${copy + 1}` };
}
