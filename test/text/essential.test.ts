/** Is what must not be forgotten recognised, and nothing that only looks like it? */
import { describe, expect, test } from "vitest";
import { essentialOf } from "../../src/text/claims/essential/essential.ts";

describe("who somebody is", () => {
  test.each([
    "My name is Priya Raman.",
    "Please call me Sam.",
    "I was born on 3 March 1988.",
    "My birthday is 23 November, I turned 31 last time.",
    "My daughter Nell was born on 2 May 2019.",
    "I speak Portuguese and a little Danish.",
    "My native language is Tamil.",
    "I live in Leeds.",
    "We've lived in Porto since 2014.",
    "I'm originally from Algeria.",
    "I hold a Dutch passport.",
    "My home town is Lamego.",
    "Ich heiße Katrin.",
    "Wir wohnen seit drei Jahren in Leipzig.",
    "Je m'appelle Odile et j'habite à Nantes.",
    "Me llamo Graciela.",
    "Vivo en Querétaro.",
    "Mi chiamo Elena e abito a Torino.",
    "Moro em Lisboa.",
    "Ik heet Wouter en ik woon in Utrecht.",
    "Jag heter Linnea.",
    "Jeg hedder Mads.",
    "Jeg heter Ingrid og bor i Bergen.",
    "Nimeni on Aino.",
    "Asun Turussa.",
    "Ich bin am 4. Juli 1979 geboren.",
    "My first language is Welsh.",
    "I have dual citizenship of Chile and Spain.",
    "I moved to Lisbon.",
    "Меня зовут Ирина.",
    "我叫林晓。",
    "私の名前は健一です。",
  ])("%s", (text) => {
    expect(essentialOf(text)).toBe("identity");
  });
});

describe("what harms when it is forgotten", () => {
  test.each([
    "I'm allergic to peanuts.",
    "My son has a severe nut allergy, so no cake with almonds.",
    "Tiago is allergic to cats.",
    "June can't have gluten, she was diagnosed coeliac in 2011.",
    "I'm on warfarin, five milligrams every evening.",
    "I take 75 micrograms of levothyroxine before breakfast.",
    "I'm a type 1 diabetic.",
    "My mother has dementia.",
    "One EpiPen is in the glove box.",
    "My emergency contact is my sister Kasia, 555 0142.",
    "In case of emergency, ring Noor.",
    "There is a restraining order against my ex.",
    "I'm not legally allowed to contact my former clients.",
    "Never share my address with recruiters.",
    "Please don't ever call my office line.",
    "You must never give the dog chocolate.",
    "My blood type is O negative.",
    "Ich bin allergisch gegen Nüsse.",
    "Je suis allergique aux crustacés.",
    "Soy alérgica a la penicilina.",
    "Sono allergico alle noci.",
    "Sou alérgica a amendoim.",
    "Ik ben allergisch voor pinda's.",
    "Jag är allergisk mot nötter.",
    "Jeg er allergisk over for skaldyr.",
    "Olen allerginen pähkinöille.",
    "У меня аллергия на орехи.",
    "我对芒果过敏。",
    "そばアレルギーなので、うどんもだめです。",
    "Niemals meine Adresse weitergeben.",
    "Im Notfall meine Schwester Silke anrufen.",
    "Ich bin gegen Wespenstiche allergisch.",
    "Auf keinen Fall Aspirin geben.",
    "Gib den Kindern nie Honig.",
    "There's a restraining order against my former partner.",
    "I had an anaphylactic reaction to latex.",
    "I'm on dialysis three times a week.",
    "I have a bleeding disorder.",
    "I'm a recovering alcoholic.",
    "She uses a wheelchair.",
    "I can't have MRI scans because of a metal implant.",
    "The emergency contact for Wren is Jo.",
  ])("%s", (text) => {
    expect(essentialOf(text)).toBe("harm");
  });
});

describe("what only looks like it", () => {
  test.each([
    "I'm not allergic to anything.",
    "I am allergic to Mondays.",
    "Are you allergic to peanuts?",
    "I read an article about diabetes.",
    "I bake for people who have a nut allergy.",
    "I used to be allergic to milk.",
    "If I were allergic to cats I would still keep mine.",
    "I'm on antibiotics until Friday.",
    "A cup of coffee has about 95 mg of caffeine.",
    "Never been to Spain.",
    "Never mind the noise.",
    "Never watched a single episode.",
    "I never drink coffee after six.",
    "I live in a small house.",
    "I live for the weekend.",
    "I'm living in Boston this week.",
    "I want to live in Paris one day.",
    "I no longer live in York.",
    "My name is hard to spell.",
    "I was born in the wrong century.",
    "I can't speak German.",
    "I speak in public a lot.",
    "The name of the project is Tern.",
    "She has a big heart.",
    "I have a friend with no sense of humour.",
    "Ich bin nicht allergisch.",
    "Ich wohne in einer kleinen Wohnung.",
    "Je voudrais habiter à Lyon.",
    "No soy alérgico a nada.",
    "Quiero vivir en Madrid.",
    "我对芒果不过敏。",
    "I live in Excel.",
    "We moved to Postgres.",
    "I'm from IT.",
    "My home is a Mac.",
    "My primary language is Rust.",
    "We live-stream on Fridays.",
    "I am blind to her faults.",
    "I'm deaf to excuses.",
    "My plant has depression-like leaves.",
    "Our support page lists emergency contacts.",
    "Ich bin gegen nichts allergisch.",
    "Si soy alérgico a algo, no lo sé.",
    "Se sono allergico a qualcosa, non lo so.",
    "Se sou alérgico a algo, não sei.",
  ])("%s", (text) => {
    expect(essentialOf(text)).toBeUndefined();
  });

  test("a declared slot says it where the words do not", () => {
    expect(essentialOf("23 November", { subject: "user", attribute: "birthday" })).toBe("identity");
    expect(essentialOf("penicillin", { subject: "Ella", attribute: "allergies" })).toBe("harm");
    expect(essentialOf("TypeScript", { subject: "the api", attribute: "language" })).toBeUndefined();
  });
});
