/** Are standing instructions and preferences told from what only sounds like them? */
import { describe, expect, test } from "vitest";
import { readWish } from "../../src/text/claims/wish.ts";

const wished = (text: string) => {
  const read = readWish(text);
  return read === undefined ? undefined : `${read.wish}: ${text.slice(read.from, read.to)}`;
};

describe("a standing instruction", () => {
  test.each([
    "Always answer in metric.",
    "Please never suggest restaurants with shellfish.",
    "From now on, keep your answers short.",
    "When I ask for a recipe, give the weights in grams.",
    "Include version numbers whenever I ask about libraries.",
    "Call me Al.",
    "Answer in plain words, no jargon.",
    "Antworte immer auf Deutsch.",
    "Réponds toujours en français.",
    "Usa siempre el sistema métrico.",
    "Rispondi sempre in italiano.",
    "Responda sempre em português.",
    "Antwoord altijd in het Nederlands.",
    "请始终用中文回答。",
    "いつも日本語で答えてください。",
  ])("%s", (text) => {
    expect(readWish(text)?.wish).toBe("instruction");
  });

  test.each([
    "I always answer in metric.",
    "My boss always asks for sources.",
    "Never give up, as my coach used to say.",
    "Never use oil on a lock, the locksmith said.",
    "Never Let Me Go made me cry.",
    '"Always use sunscreen" is what the doctor told me.',
    "Translate this letter into German.",
    "Call me tomorrow.",
    "Whenever I visit my mother I bring tulips.",
    "From now on I take the stairs.",
    "Should I always use winter tyres?",
    "Usa siempre zapatillas rojas.",
    "他从来不用手机付款。",
    "必ず牛乳を買ってください。",
  ])("is not: %s", (text) => {
    expect(readWish(text)?.wish).not.toBe("instruction");
  });

  test("a document or a program is not read for instructions", () => {
    const line = "Always answer in metric.";
    expect(wished(`${"The river was high that year. ".repeat(30)}${line}`)).toBeUndefined();
    expect(wished(`\`\`\`\n${line}\n\`\`\``)).toBeUndefined();
  });
});

describe("a preference", () => {
  test("is the sentence that says it, or the clause of a long one", () => {
    expect(wished("I prefer window seats.")).toBe("preference: I prefer window seats.");
    const long = `I am planning a small budget app for the family that runs at home, and I prefer simple, minimal dependencies, how can I keep it that way while there is a deadline in April?`;
    expect(wished(long)).toBe("preference: I prefer simple, minimal dependencies");
  });

  test.each(["Anna prefers tea.", "She told me which seats I prefer.", "I'd rather not say."])(
    "is not: %s",
    (text) => {
      expect(readWish(text)).toBeUndefined();
    },
  );
});

test("reading takes time in proportion to the text", () => {
  for (const hostile of [
    "when i ".repeat(20_000),
    "always ".repeat(20_000),
    "a.".repeat(50_000),
    "i ".repeat(50_000),
  ])
    expect(readWish(`${hostile}prefer`)?.wish ?? "none").toBeTypeOf("string");
});
