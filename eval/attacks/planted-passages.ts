/**
 * Does the owner's answer hold its place against planted passages? PoisonedRAG's questions, each answered by one fact of
 * the owner in three forms, attacked by texts of class 0 and of class 1, from one copy to hundreds.
 *
 * All questions are attacked in the same memory: the other attacks are part of the noise. What is counted is what the
 * attack changed: of the answers that were first (recalled, in the block) without it, how many still are.
 */
import type { AddInput } from "../../src/index.ts";
import { FORMS, type Form, ownWords } from "./own-words.ts";
import { plantedTexts, STYLES, type Style } from "./planted.ts";
import type { PoisonedQuestion } from "./poisonedrag.ts";
import { everydayScene, type Scene } from "./scene.ts";
import { type Answered, type Standing, standingOf } from "./standing.ts";

export const COPIES = [1, 5, 40, 400] as const;
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

export function* plantPassages(questions: readonly PoisonedQuestion[]): Generator<PlantedCell> {
  for (const form of FORMS)
    for (const attacker of ATTACKERS)
      for (const style of STYLES) yield* plantMore(questions, form, attacker, style);
}

/** One memory, attacked by more and more copies. */
function* plantMore(
  questions: readonly PoisonedQuestion[],
  form: Form,
  attacker: Attacker,
  style: Style,
): Generator<PlantedCell> {
  const scene = everydayScene();
  const answered = tellAll(scene, questions, form);
  scene.passDays(1);
  const before = answered.map((one) => standingOf(scene, one));
  let planted = 0;
  for (const copies of COPIES) {
    const from = planted;
    scene.passDays(1);
    scene.add(
      questions.flatMap(({ question, passages }, i) =>
        plantedTexts(style, question, passages, copies)
          .slice(from)
          .map((content, k) => plantedBy(attacker, i, from + k, content)),
      ),
    );
    planted = copies;
    scene.passDays(1);
    yield {
      form,
      attacker,
      style,
      copies,
      before,
      after: answered.map((one) => standingOf(scene, one)),
    };
  }
}

/** The owner's answers to all of them. */
function tellAll(scene: Scene, questions: readonly PoisonedQuestion[], form: Form): readonly Answered[] {
  const own = questions.map(({ question, correct }, i) => ownWords(form, question, correct, i));
  const ids = scene.add(own.map(({ content }) => ({ content, segment: "knowledge" })));
  return questions.map(({ question }, i) => ({
    question,
    fact: ids[i],
    answer: own[i]?.answer ?? "",
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
