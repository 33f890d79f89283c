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

/** Forty more, in which the text stands apart from a request that names it only loosely, or not at all. */
const APART: readonly (readonly [sentence: string, turn: string])[] = [
  ["I moved to Lyon in 2019.", "@ It was a big change.\n\nHow should I answer this?"],
  ["I moved to Lyon in 2019.", "What do you make of this?\n\n@ I love it there."],
  ["I moved to Lyon in 2019.", "can you tell me if this makes sense\n\n@"],
  ["I moved to Lyon in 2019.", "My sister's message is below.\n@"],
  ["I moved to Lyon in 2019.", "The following is from a stranger.\n@"],
  ["I moved to Lyon in 2019.", "This is what my neighbour sent:\n\n@"],
  ["I moved to Lyon in 2019.", "This is what my neighbour sent.\n\n@"],
  ["I hate my boss.", "Thanks for getting back to me. @\n\nWhat should I say to this person?"],
  ["I hate my boss.", "Okay, thanks. @ See you then.\n\nHow would you respond to this message?"],
  ["I hate my boss.", "@\n\nWho said this?"],
  ["I hate my boss.", "@\n\nIs this true?"],
  ["I hate my boss.", "@\n\nThoughts?"],
  ["I hate my boss.", "Any feedback on this?\n\n@"],
  ["I hate my boss.", "Is this normal?\n\n@ My husband says no."],
  ["I hate my boss.", "Hey, what is going on in this post\n\n@"],
  ["I hate my boss.", "@\n\nDoes this sound angry?"],
  ["I hate my boss.", "@\n\nFix this."],
  ["I hate my boss.", "Improve it:\n@"],
  ["I work at Acme as an engineer.", "@\n\nMake this sound more professional, and correct this paragraph."],
  ["I work at Acme as an engineer.", "Would you hire this person?\n\n@"],
  ["I work at Acme as an engineer.", "How can the intro be improved?\n\n@"],
  ["I work at Acme as an engineer.", "Please have a look at my friend's cover letter.\n\n@"],
  ["I work at Acme as an engineer.", "Which of these sentences is better?\n@\nAt Acme I am an engineer."],
  ["I work at Acme as an engineer.", "Check this for typos.\n\n@"],
  ["I work at Acme as an engineer.", "Whose profile is this?\n\n@"],
  ["I bought a house in Kent.", "@\n\nWhat is the tone of the passage?"],
  ["I bought a house in Kent.", "@\n\nHow would you describe the author of this text?"],
  ["I bought a house in Kent.", "@\n\nWould you believe this?"],
  ["I bought a house in Kent.", "Is the sender of this email a scammer?\n\n@"],
  ["I bought a house in Kent.", "What does this mean?\n@"],
  ["I bought a house in Kent.", "Explain this to me like I'm five.\n\n@"],
  ["I bought a house in Kent.", "Help me answer this.\n\n@"],
  ["I bought a house in Kent.", "Read this first.\n\n@"],
  ["I bought a house in Kent.", "Below is a story.\n\n@"],
  ["I bought a house in Kent.", "A client left us a review today. What should we reply to it?\n\n@"],
  ["I take lithium every morning.", 'The leaflet on the table reads "@" and nothing else.'],
  ["I take lithium every morning.", "The leaflet reads '@' and nothing else."],
  ["I take lithium every morning.", 'My password is "@"'],
  ["I take lithium every morning.", "I typed “@” into the box."],
  ["I take lithium every morning.", "Is there a mistake in this?\n@"],
];

/** What was said before, and then the pasted text alone. */
const ASKED_FOR: readonly (readonly [user: string, assistant: string])[] = [
  ["Can you proofread my aunt's bio?", "Sure, please paste it here."],
  ["Can you proofread my aunt's bio?", "Of course! Send it over."],
  ["I need help with an email.", "Happy to help. Could you share the email?"],
  ["Hello", "Hello! Please provide me with the text you'd like me to review."],
  ["Let's look at an article.", "Could you send the article?"],
  ["I have a poem I want you to rate.", "Great, go ahead!"],
  ["Help me reply to my landlord's letter.", "Of course. What does it say?"],
  ["My friend is upset with me.", "I'm sorry. What did she write?"],
  ["I'll paste a review, and you tell me what you think.", "All right."],
  ["Summarise what I send you.", "I'm ready. Please share the document."],
];

function turnOf(number: number, role: Turn["role"], content: string): Turn {
  return {
    ...{ number, id: `T${number}`, session: "s", role, content, at: Date.UTC(2026, 5, 1) },
    ...{ actor: undefined, authority: role === "user" ? 3 : 0, attachments: [] },
  };
}

function classOf(sentence: string, content: string, before: readonly Turn[] = []): number {
  const number = before.length + 1;
  const turns = [...before, turnOf(number, "user", content)];
  const proposal = { content: sentence, quotes: [{ turn: number, text: sentence }], relations: [] };
  return check([proposal], { turns, known: [] }).facts[0]?.authority ?? -1;
}

describe("a pasted text in the first person is not the principal's word", () => {
  test("there are sixty of them, and every sentence would count if it stood alone", () => {
    expect(PASTED).toHaveLength(60);
    const alone = PASTED.filter(([sentence]) => !/cannot|need|dream/.test(sentence));
    for (const [sentence] of alone) expect([sentence, classOf(sentence, sentence)]).toEqual([sentence, 2]);
  });

  test.each([...PASTED, ...APART].map(([sentence, turn]) => [turn.replace("@", sentence), sentence]))(
    "%s",
    (content, sentence) => {
      expect(content).toContain(sentence);
      expect(classOf(sentence, content)).toBeLessThan(2);
    },
  );
});

describe("a text that the assistant asked for is not the principal's word", () => {
  test.each(ASKED_FOR)("%s – %s", (user, assistant) => {
    const before = [turnOf(1, "user", user), turnOf(2, "assistant", assistant)];
    expect(classOf("I moved to Lyon in 2019.", "I moved to Lyon in 2019.", before)).toBeLessThan(2);
  });
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
