/** Does a sentence say that something stated before no longer holds? */
import { describe, expect, test } from "vitest";
import { denialOf } from "../../src/text/claims/denial.ts";
import { frame } from "../../src/text/claims/frame.ts";
import { canonical } from "../../src/text/sameness/canonical.ts";

describe("a negation denies what it ends", () => {
  test.each([
    ["I no longer work at Acme", "I work at Acme"],
    ["I no longer work at Acme", "I'm working at Acme"],
    ["Anna no longer works at Acme.", "Anna works at Acme"],
    ["Anna no longer works at Acme.", "Anna is working at Acme"],
    ["I don't work at Acme any more", "I work at Acme"],
    ["I don't work at Acme anymore!", "I am working at Acme"],
    ["She doesn't live in Berlin anymore", "She lives in Berlin"],
    ["He does not study law any longer", "He studies law"],
    ["We are not using Jenkins any longer", "We are using Jenkins"],
    ["We are not using Jenkins any longer", "We use Jenkins"],
    ["I’m no longer a vegetarian", "I am a vegetarian"],
    ["I am no longer allergic to peanuts", "I'm allergic to peanuts"],
    ["I can no longer eat gluten", "I can eat gluten"],
    ["I no longer use the token aB3x", "I use the token aB3x"],
    ["I stopped smoking", "I smoke"],
    ["I stopped smoking last year", "I smoke"],
    ["I've quit running marathons", "I run marathons"],
    ["We gave up using Jenkins in 2024", "We use Jenkins"],
    ["Anna has stopped eating meat", "Anna eats meat"],
    ["I used to live in Rome", "I live in Rome"],
    ["Anna used to work at Acme", "Anna works at Acme"],
    ["I used to be a teacher", "I am a teacher"],
    ["It is not true that I live in Berlin", "I live in Berlin"],
    ["It's no longer true that Anna leads the team", "Anna leads the team"],
    ["Don't call me Bob anymore", "Call me Bob"],
    ["Actually, I no longer work at Acme", "I work at Acme"],
  ])("%s ends %s", (text, denied) => {
    const denial = denialOf(text);
    expect(denial?.kind).toBe("negation");
    expect(denial?.denies).toContain(canonical(denied));
  });

  test("and nothing else", () => {
    expect(denialOf("I no longer work at Acme")).toEqual({
      kind: "negation",
      denies: [canonical("I work at Acme"), canonical("I am working at Acme")],
      statement: "I no longer work at Acme",
    });
  });
});

describe("a negation within limits ends what it names, and not the whole", () => {
  test.each([
    ["I no longer drink coffee after 5 pm", "I drink coffee"],
    ["I stopped drinking coffee after lunch", "I drink coffee"],
    ["I don't drink coffee anymore after dinner", "I drink coffee"],
    ["I do not drink coffee any more after dinner", "I drink coffee"],
    ["I no longer run after 10", "I run"],
    ["I no longer get headaches due to stress", "I get headaches"],
    ["I no longer get headaches because of stress", "I get headaches"],
    ["I no longer work at Acme as of next month", "I work at Acme"],
    ["I no longer work at Acme as of 2031", "I work at Acme"],
    ["I no longer work today", "I work"],
    ["I no longer work this week", "I work"],
    ["I no longer work on 24 December", "I work"],
    ["I no longer work in building 5", "I work"],
    ["I stopped working on project 7", "I work"],
  ])("%s does not end %s", (text, whole) => {
    const denial = denialOf(text);
    expect(denial?.kind).toBe("negation");
    expect(denial?.denies).not.toContain(canonical(whole));
  });

  test("it ends the same within the same limits", () => {
    const { denies } = denialOf("I no longer drink coffee after 5 pm") ?? {};
    expect(denies).toContain(canonical("I drink coffee after 17:00"));
  });

  test.each([
    ["I no longer smoke since the surgery", "I smoke"],
    ["I don't smoke anymore since 2020", "I smoke"],
    ["I no longer smoke because it made me ill in 2020", "I smoke"],
    ["I no longer work at Acme as of today", "I work at Acme"],
    ["I no longer work at Acme now", "I work at Acme"],
    ["I stopped smoking two years ago", "I smoke"],
    ["I stopped smoking a few years ago", "I smoke"],
    ["I stopped smoking a long time ago", "I smoke"],
    ["I stopped smoking today", "I smoke"],
    ["I stopped smoking this week", "I smoke"],
    ["I stopped smoking on 3 May", "I smoke"],
    ["I stopped smoking in May 2024", "I smoke"],
  ])("a reason and a beginning are no limits: %s ends %s", (text, whole) => {
    expect(denialOf(text)?.denies).toContain(canonical(whole));
  });
});

describe("a correction", () => {
  test.each([
    ["Actually, the launch is on 13 May", "the launch is on 13 May"],
    ["Actually the rent is 1,450 euros", "the rent is 1,450 euros"],
    ["Correction: my name is Bob", "my name is Bob"],
    ["I was wrong: the rent is 1,450 euros", "the rent is 1,450 euros"],
    ["No, actually, the launch is on 13 May", "the launch is on 13 May"],
    ["Sorry, my mistake: the launch is on 13 May", "the launch is on 13 May"],
    ["The rent is actually 1,450 euros", "The rent is 1,450 euros"],
    ["The launch is on 13 May, actually.", "The launch is on 13 May"],
  ])("%s has the frame of what it replaces", (text, statement) => {
    expect(denialOf(text)).toEqual({
      kind: "correction",
      denies: [],
      frame: frame(statement).key,
      statement,
    });
  });

  test.each([
    ["The launch is on 13 May, not 3 May", "The launch is on 13 May", "The launch is on 3 May"],
    ["No, the launch is on 13 May, not on 3 May.", "the launch is on 13 May", "The launch is on 3 May"],
    ["The rent is 1,450 euros, not 1,400 euros", "The rent is 1,450 euros", "The rent is 1,400 euros"],
    ["The rent is 1,450 euros, not 1,400", "The rent is 1,450 euros", "The rent is 1,400 euros"],
    ["My manager is Hanna, not Anna", "My manager is Hanna", "My manager is Anna"],
    ["I live in Berlin, not in Munich", "I live in Berlin", "I live in Munich"],
    ["I like green tea, not coffee", "I like green tea", "I like coffee"],
    ["Hanna leads the team, not Anna", "Hanna leads the team", "Anna leads the team"],
    ["We use Postgres instead of MySQL", "We use Postgres", "We use MySQL"],
  ])("%s denies the other value", (text, statement, denied) => {
    const denial = denialOf(text);
    expect(denial?.kind).toBe("correction");
    expect(denial?.statement).toBe(statement);
    expect(denial?.denies).toEqual([canonical(denied)]);
  });

  test("that names what it replaces does not reach for other names", () => {
    expect(denialOf("We use Postgres instead of MySQL")?.frame).toBeUndefined();
  });

  test("of something without a value has no frame", () => {
    expect(denialOf("Actually, I prefer dark mode")).toEqual({
      kind: "correction",
      denies: [],
      statement: "I prefer dark mode",
    });
  });
});

describe("no denial", () => {
  test.each([
    "I am not allergic to peanuts",
    "I don't want any more coffee",
    "No sugar in my coffee, please",
    "No",
    "Actually",
    "Do you no longer work at Acme?",
    "You no longer work at Acme?",
    "Why did you stop smoking",
    "He said that I no longer work at Acme",
    "According to Anna I no longer work at Acme",
    "Actually, Anna said the launch is on 13 May",
    "Actually, I think the launch is on 13 May",
    "If I no longer work at Acme, delete this",
    "Call me if I no longer work at Acme",
    "I wish I no longer worked at Acme",
    "I hope we no longer use Jenkins",
    "Maybe I no longer work at Acme",
    "I would use Postgres instead of MySQL",
    "I will no longer work at Acme",
    "I have not stopped smoking",
    "I never stopped smoking",
    "I stopped at the shop",
    "I stopped to smoke",
    "I am used to working late",
    "I used a hammer to fix it",
    "I take the bus instead of driving",
    "I prefer tea, not that it matters",
    "I like it, not only here",
    "It's not true that I no longer live in Berlin",
    "It is true that I live in Berlin",
    "Ich arbeite nicht mehr bei Acme",
  ])("%s", (text) => {
    expect(denialOf(text)).toBeUndefined();
  });
});
