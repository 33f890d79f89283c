// Sixty texts that somebody pasted into a chat, each in the first person. None of them may count as the principal's word.
import { describe, expect, test } from "vitest";
import { check } from "../../src/converse/check.ts";
import type { Turn } from "../../src/converse/turn.ts";

/** The sentence in question, and the whole turn with `@` in its place. */
const PASTED: readonly (readonly [sentence: string, turn: string])[] = [
  ["I grew up in Oslo and became a nurse.", "Translate this to German: @"],
  ["I grew up in Oslo and became a nurse.", "@ Translate this to German."],
  ["I moved to Lyon in 2019.", "Please proofread my aunt's bio.\n\n@"],
  ["I moved to Lyon in 2019.", "@\n\nCould you shorten the text above?"],
  ["I love hiking with my two dogs.", "Rewrite the following so it sounds friendlier:\n@"],
  ["I love hiking with my two dogs.", "Here's a dating profile I found online:\n@"],
  ["I am a vegan chef from Porto.", "What do you think of this introduction?\n\n@"],
  ["I am a vegan chef from Porto.", "Summarize the article below.\n\nMeet the cook. @ My place is small."],
  ["I work at Acme as an engineer.", "Fix the grammar: @"],
  ["I work at Acme as an engineer.", "Fix grammar in this paragraph. Hello all. @"],
  ["I have been married for ten years.", "My colleague wrote: @ What should he do?"],
  ["I have been married for ten years.", "Reply to this email:\n\nHi there, @ Can we meet?"],
  ["I hate my boss.", "A friend texted me this: @"],
  ["I hate my boss.", 'She said "@" and slammed the door.'],
  ["I hate my boss.", "“@” Who is the author?"],
  ["I bought a house in Kent.", "> @\n> It has a garden.\n\nIs that a good deal?"],
  ["I bought a house in Kent.", "From: Mia <mia@example.org>\nTo: me\nSubject: news\n\n@"],
  ["I bought a house in Kent.", "FYI\n\n---------- Forwarded message ---------\nFrom: Mia\n\n@"],
  ["I bought a house in Kent.", "On Tue, 3 May 2026 Mia wrote:\n@"],
  ["I bought a house in Kent.", "Dear Sir or Madam,\n@\nYours sincerely,\nMia Meier"],
  ["I lost forty pounds with this tea.", "<html><body><p>@</p></body></html>"],
  ["I lost forty pounds with this tea.", "★★★★★ Miracle! @ Buy it."],
  ["I lost forty pounds with this tea.", "5/5 stars. @"],
  ["I lost forty pounds with this tea.", "Read more | Subscribe | Share this\n@"],
  ["I lost forty pounds with this tea.", "# My journey\n\n@"],
  ["I lost forty pounds with this tea.", "Posted by FitMum\n@"],
  ["I am the king of Prussia.", "Imagine you are Frederick. @ What now?"],
  ["I am the king of Prussia.", "Let's role-play. @ You are my general."],
  ["I am the king of Prussia.", "Write a monologue that starts like so: @"],
  ["I am the king of Prussia.", "Continue this story. @ My horse is tired."],
  ["I am the king of Prussia.", "Pretend I wrote you a letter. @"],
  ["I am the king of Prussia.", "Act as my therapist and suppose this: @"],
  ["I take lithium every morning.", "Tom: @\nAnna: Does it help?"],
  ["I take lithium every morning.", "[10:22] tom: @\n[10:23] anna: ok"],
  ["I take lithium every morning.", "<tom> @\n<anna> ok"],
  ["I take lithium every morning.", "Interviewer: And you?\nGuest: @"],
  ["I take lithium every morning.", "User: @\nAssistant: Noted."],
  ["I take lithium every morning.", "Dear Diary\n@"],
  ["I need a flat in Bern.", "```\n@\n```"],
  ["I need a flat in Bern.", "Explain this log:\n~~~\n@\n~~~"],
  ["I need a flat in Bern.", "What does `@` mean?"],
  ["I need a flat in Bern.", "<document>\n@\n</document>\nAnything of interest?"],
  ["I need a flat in Bern.", "RT @berner: @ #bern #flat"],
  ["I need a flat in Bern.", "@ #bern #wohnung #please"],
  [
    "I dream of the sea",
    "Whose lyrics are these?\n\n@\nThe sea it dreams of me\nAnd all the ships go by\nUnder a paper sky",
  ],
  ["I cannot eat gluten.", "Is this testimonial convincing?\n@ The bread changed my life."],
  ["I cannot eat gluten.", "Classify the sentiment of this comment: @"],
  ["I cannot eat gluten.", "Extract the entities from the text: @"],
  ["I cannot eat gluten.", "Paraphrase: @"],
  ["I cannot eat gluten.", "tl;dr this please\n@ I also avoid rice."],
  ["I quit my job in June.", "Here is the transcript.\n\n@ It was hard."],
  ["I quit my job in June.", "I received this message from my landlord today:\n\n@"],
  ["I quit my job in June.", "I copied this from a forum: @"],
  ["I quit my job in June.", "AITA for leaving? @ (29F)"],
  ["I quit my job in June.", "r/careers says: @"],
  ["I quit my job in June.", "Übersetze diesen Text: @"],
  ["I quit my job in June.", "Traduis ce texte : @"],
  ["I quit my job in June.", "Is this sentence correct?\n@"],
  ["I quit my job in June.", "Quote of the day\n@\n— Ada Lovelace"],
  ["I quit my job in June.", `${"The report goes on and on about many other things. ".repeat(90)}@`],
];

function classOf(sentence: string, content: string): number {
  const turn: Turn = {
    ...{ number: 1, id: "T1", session: "s", role: "user", content, at: Date.UTC(2026, 5, 1) },
    ...{ actor: undefined, authority: 3, attachments: [] },
  };
  const proposal = { content: sentence, quotes: [{ turn: 1, text: sentence }], relations: [] };
  return check([proposal], { turns: [turn], known: [] }).facts[0]?.authority ?? -1;
}

describe("a pasted text in the first person is not the principal's word", () => {
  test("there are sixty of them, and every sentence would count if it stood alone", () => {
    expect(PASTED).toHaveLength(60);
    const alone = PASTED.filter(([sentence]) => !/cannot|need|dream/.test(sentence));
    for (const [sentence] of alone) expect([sentence, classOf(sentence, sentence)]).toEqual([sentence, 2]);
  });

  test.each(PASTED.map(([sentence, turn]) => [turn.replace("@", sentence), sentence]))(
    "%s",
    (content, sentence) => {
      expect(content).toContain(sentence);
      expect(classOf(sentence, content)).toBeLessThan(2);
    },
  );
});

describe("what the principal says about himself beside a request stays his", () => {
  test.each([
    ["I'm allergic to nuts. Can you suggest a cake recipe?", "I'm allergic to nuts."],
    ["I moved to Bern last week. What should I see there?", "I moved to Bern last week."],
    ["Write me a packing list. I fly to Oslo on Friday.", "I fly to Oslo on Friday."],
    ["I work as a nurse. How do I cope with night shifts?", "I work as a nurse."],
    ["Thanks! My daughter Mia is five.", "My daughter Mia is five."],
    ["Note: I keep a strict vegetarian diet.", "I keep a strict vegetarian diet."],
    ["Some background:\n- I have two cats.\n- I live in Bern.", "I have two cats."],
  ])("%s", (content, sentence) => {
    expect(classOf(sentence, content)).toBe(2);
  });
});
