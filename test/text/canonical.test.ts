/** When do two facts say the same, and when must they not? */
import { describe, expect, test } from "vitest";
import { canonical } from "../../src/text/sameness/canonical.ts";

/** Every text of a row says the same. */
const SAME: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "case, punctuation and spacing": [
    [
      "The server is in Berlin.",
      "the server is in berlin",
      "THE SERVER IS IN BERLIN!",
      " The  server is\tin Berlin… ",
    ],
    ["I live in a well-known street", "I live in a well known street"],
    [
      "Anna - my sister - is here",
      "Anna — my sister — is here",
      "Anna—my sister—is here",
      "Anna, my sister, is here",
    ],
    ["Anna —my sister— is here", "Anna - my sister- is here"],
    [
      "- Anna lives in Rome",
      "-Anna lives in Rome",
      "— Anna lives in Rome",
      "—Anna lives in Rome",
      "Anna lives in Rome",
    ],
    [
      "No, meat is fine",
      "No. Meat is fine!",
      "no - meat is fine",
      "No, the meat is fine",
      "NO: MEAT IS FINE",
    ],
    ["No. 5 is my room", "No 5 is my room"],
    ["My plan is A—we go", "My plan is A - we go"],
    ["He got an A- in maths", "he got an a- in maths", "He got an A− in maths", "HE GOT AN A- IN MATHS!"],
    ["We use --force.", "we use (--force)", "We use `--force`"],
    ['My book is called "Dune"', "My book is called Dune", "My book is called “Dune”."],
  ],
  "case of plain words, and of names that are spelt as one likes": [
    ["NASA called", "nasa called", "Nasa called"],
    ["I use GitHub", "i use github", "I USE GITHUB", "I use Github"],
    ["I have two iPhones", "i have two iphones"],
    ["McDonald met O'Brien", "mcdonald met o'brien"],
    ["We sell PDFs", "we sell pdfs", "WE SELL PDFS"],
    ["I take vitamin B12", "i take vitamin b12"],
    ["Q3 was good", "q3 was good"],
    ["Mail JSmith@Example.com", "mail jsmith@example.com"],
    ["It runs at 5 GHz", "it runs at 5 ghz", "IT RUNS AT 5 GHZ"],
    ["I ran a 5K", "i ran a 5k"],
    ["I take 500 mg", "I TAKE 500 MG"],
    ["I drink 500 ml", "I drink 500 mL"],
    ["The disk has 5 MB", "the disk has 5 mb"],
    ["The line has 10 MB/s", "the line has 10 mb/s"],
    ["I drive 100 km/h", "I DRIVE 100 KM/H"],
    ["My flight is LH123", "my flight is lh123"],
    ["The room is EG07", "the room is eg07"],
    ["The laser has 5 mW", "the laser has 5mW"],
    ["The call is on the 1ST of May", "The call is on the 1st of May"],
  ],
  "Unicode form": [
    ["My café is open", "My cafe\u0301 is open", "My caf\u00e9 is\u00a0open"],
    ["The ﬁle is ready", "The file is ready", "Ｔｈｅ ｆｉｌｅ ｉｓ ｒｅａｄｙ"],
    ["The pass\u200bword is set", "The password is set", "The pass\u00adword is set"],
    ["Anna’s office is here", "Anna's office is here", "Annaʼs office is here"],
  ],
  contractions: [
    [
      "I'm allergic to peanuts",
      "I am allergic to peanuts",
      "Im allergic to peanuts",
      "I’m allergic to peanuts",
    ],
    ["I don't eat meat", "I do not eat meat", "i dont eat meat"],
    ["I can't swim", "I cannot swim", "I can not swim"],
    ["It's cold", "It is cold"],
    ["It's been cold", "It has been cold"],
    ["She's married to Bob", "She is married to Bob"],
    ["We won't move", "We will not move"],
    ["They've moved", "They have moved"],
    ["I'd like a dog", "I would like a dog"],
    ["Let's use Rust", "Let us use Rust"],
    ["The meeting's at noon", "The meeting is at noon"],
  ],
  articles: [
    ["The A team won", "the A team won.", "Please note that the A team won"],
    ["I have a dog", "I HAVE A DOG", "I've a dog", "I'VE A DOG"],
    ["It is late. A dog barks", "It is late. a dog barks", "It is late: dog barks"],
    ['I read "A Tale"', 'I read "a tale"'],
    ["The rent is due on the first Monday of a month", "Rent is due on first Monday of the month"],
  ],
  "number format": [
    ["The rent is 1,400 euros", "The rent is 1400 euros", "The rent is €1,400", "The rent is EUR 1400.00"],
    [
      "The rent is 1 400 euros",
      "The rent is 1\u202f400 €",
      "The rent is 1.400,00 €",
      "The rent is 1'400 EUR",
    ],
    ["Coffee costs $3.50", "Coffee costs 3.5 dollars", "Coffee costs USD 3.50", "Coffee costs 3,50 $"],
    ["My salary is $85k", "My salary is 85,000 dollars"],
    ["I have three cats", "I have 3 cats"],
    ["I have twenty-one cats", "I have 21 cats"],
    [
      "We have 1.5 million users",
      "We have 1,500,000 users",
      "We have one million five hundred thousand users",
    ],
    ["It grew by 5%", "It grew by 5 percent", "It grew by five per cent"],
    ["ten percent", "10 %", "10 percent"],
    ["I am 1.80 m tall", "I am 1.8 m tall", "I am 1,80 m tall", "I am 1,8 m tall"],
    ["The laser has 2.50 kW", "The laser has 2.5 kW", "the laser has 2.50 kw"],
    ["My office is on the third floor", "My office is on the 3rd floor"],
    ["It is -5 degrees", "It is −5°", "It is minus 5 degrees"],
    ["I run 5 km", "I run 5km", "I run five kilometres"],
    ["It is 20°C", "It is 20 degrees Celsius"],
    ["I work 5-10 hours", "I work 5 – 10 hrs"],
  ],
  dates: [
    [
      "The launch is on 3 May 2026",
      "The launch is on May 3rd, 2026",
      "The launch is on 2026-05-03",
      "The launch is on the third of May 2026",
      "The launch is on 03.05.2026",
    ],
    ["The launch is on 3 May", "The launch is on May 3", "The launch is on the 3rd of May"],
    ["We met on 13/05/2026", "We met on 05/13/2026", "We met on 13 May 2026"],
    ["It starts in Sept 2026", "It starts in September 2026"],
  ],
  times: [
    ["The call is at 3 pm", "The call is at 15:00", "The call is at 3:00pm", "The call is at 3 p.m."],
    ["The call is at 9 am", "The call is at 09:00", "The call is at 9:00 AM"],
    ["Lunch is at noon", "Lunch is at 12:00", "Lunch is at 12 pm"],
  ],
  "order of plain lists": [
    ["I like apples, pears and plums", "I like pears, plums, and apples", "I like plums & apples & pears"],
    ["I am allergic to peanuts and shellfish", "I'm allergic to shellfish and peanuts"],
    ["Anna and Bob live in Rome", "Bob and Anna live in Rome"],
    ["My children are Tim, Tom and Ann", "My children are Ann, Tim and Tom"],
    ["I drink tea or coffee", "I drink coffee or tea"],
    ["I have a red car and a blue bike", "I have a blue bike and a red car"],
    ["My hobbies are hiking, reading and chess", "My hobbies are chess, hiking, and reading"],
    ["My favourite colours are red, green and blue", "My favourite colours are blue, red and green"],
    ["The dish consists of rice, beans and corn", "The dish consists of corn, beans and rice"],
    ["I packed socks and shirts", "I packed shirts and socks"],
    ["Anna, Bob and Carol attended the talk", "Carol, Anna and Bob attended the talk"],
    ["The team uses Rust and Go", "The team uses Go and Rust"],
    ["I live with my wife and my son", "I live with my son and my wife"],
  ],
  "fillers at the edge": [
    [
      "My dog is a poodle",
      "Please note that my dog is a poodle",
      "BTW, my dog is a poodle",
      "FYI my dog is a poodle, thanks",
      "Remember that my dog is a poodle",
      "By the way, remember that my dog is a poodle",
      "Note: my dog is a poodle",
    ],
  ],
};

/** No two texts of a row say the same. */
const DIFFERENT: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "codes and units by their case": [
    ["The token is aB3x", "The token is ab3X", "The token is ab3x", "The token is AB3X"],
    ["The locker code is XyZ9", "The locker code is xyz9", "The locker code is Xyz9"],
    ["My password is Hunter2", "My password is hunter2", "My password is HUNTER2"],
    ["My password is QwErTy", "My password is qwerty"],
    ["My password is CorrectHorse", "My password is correcthorse"],
    ["The key is k-aB3x", "The key is k-ab3x"],
    ["The class is MyThing.ts", "The class is Mything.ts"],
    ["The laser has 5 mW", "The laser has 5 MW", "The laser has 5 kW"],
    ["The laser has 5mW", "The laser has 5MW"],
    ["It has two mh", "It has two MH", "It has two mH"],
    ["The signal is 2 mHz", "The signal is 2 MHz"],
    ["The cell holds 3 mV", "The cell holds 3 MV"],
    ["It stores 4 pF", "It stores 4 PF"],
    ["The bag weighs 5 mg", "The bag weighs 5 Mg"],
    ["The line carries 5 Mb", "The line carries 5 MB"],
    ["The line carries 10 Mb/s", "The line carries 10 MB/s"],
    ["The line carries 3 Gb/s", "The line carries 3 GB/s", "The line carries 3 Mb/s"],
    ["The line carries 3Gb/s", "The line carries 3GB/s"],
    ["The line carries 3 Gbps", "The line carries 3 GBps"],
    ["The token is lH123", "The token is LH123"],
    ["It is 5 m", "It is 5 M"],
    ["It is 5m", "It is 5M"],
    ["It is 20 mΩ", "It is 20 MΩ"],
  ],
  negation: [
    ["I am allergic to peanuts", "I am not allergic to peanuts", "I'm never allergic to peanuts"],
    ["I can swim", "I can't swim"],
    ["I drink tea with sugar", "I drink tea without sugar"],
    ["No one likes it", "No. 1 likes it"],
    ["No, meat is fine", "No meat is fine"],
    ["No. The meat is fine", "No meat is fine"],
    ["Anna says no, meat is fine", "Anna says no meat is fine"],
    ["Never. Eat meat", "Never eat meat"],
    ["Nothing: works fine", "Nothing works fine"],
    ["No, 5 is fine", "No 5 is fine"],
    ["No, como carne", "No como carne"],
    ["Não, como carne", "Não como carne"],
    ["Nie, jem mięso", "Nie jem mięso"],
    ["لا، أحب الشاي", "لا أحب الشاي"],
    ["I have a few friends", "I have few friends"],
    ["I speak a little French", "I speak little French"],
  ],
  numbers: [
    [
      "The rent is 1,400 euros",
      "The rent is 1,450 euros",
      "The rent is 14,00 euros",
      "The rent is -1,400 euros",
    ],
    ["We use Python 3.10", "We use Python 3.1", "We use Python 310", "We use Python 3"],
    [
      "I am 1.80 m tall",
      "I am 1.08 m tall",
      "I am 1.80 M tall",
      "I am 18 m tall",
      "I am 1.80 tall",
      "I am 1.8 tall",
    ],
    ["The rope is 1.400 m", "The rope is 1.4 m"],
    ["Clause 1.10 m applies", "Clause 1.1 m applies"],
    ["The train is at 3.30 h", "The train is at 3.3 h"],
    ["The version is 1.10", "The version is 1.1"],
    ["The version is 1.2", "The version is 12", "The version is 1.2.0"],
    ["The area is 10² units", "The area is 102 units"],
    ["It takes 3½ days", "It takes 31/2 days"],
    ["The price is 1.400 euros", "The price is 1.4 euros"],
    ["Call +49 170 123", "Call 49 170 123"],
    ["I have 5 $100 bills", "I have $5,100 bills"],
    ["It is about ~5", "It is about 5"],
    ["a != b", "a = b"],
    ["The debt is -$5", "The debt is $5"],
    ["Room 007 is mine", "Room 7 is mine"],
  ],
  "units and currencies": [
    ["I run 5 km", "I run 5 miles", "I run 5 metres"],
    ["I owe 100 USD", "I owe 100 EUR", "I owe 100 CAD", "I owe $100 AUD", "I owe ¥100"],
    ["The parcel is £5", "The parcel is 5 lbs"],
    ["It is 20°C", "It is 20°F", "It is 20 degrees"],
    ["It grew by 5%", "It grew by 5"],
  ],
  "dates and times": [
    ["The launch is on 3 May", "The launch is on 13 May", "The launch is on 3 June", "The launch is in May"],
    ["We met on 03/05/2026", "We met on 3 May 2026", "We met on 5 March 2026"],
    ["The call is at 3 pm", "The call is at 3 am", "The call is at 3:30 pm", "The call is at 3:00"],
  ],
  names: [
    ["Anna leads the team", "Hanna leads the team"],
    ["Mail anna.b@example.com", "Mail annab@example.com", "Mail anna.b@example.org"],
    ["See https://example.com/a", "See https://example.com/A", "See http://example.com/a"],
    ["I use C++", "I use C#", "I use C"],
    ["I use .NET", "I use net"],
    ["They moved to the US", "They moved to us"],
    ["They sell in the US / Canada", "They sell in the US / Mexico", "They sell in the US / not"],
    ["I take vitamin A daily", "I take a vitamin daily", "I take vitamin D daily"],
    ["A reports to B", "B reports to A", "Reports to B"],
    ["I live in apartment A-1", "I live in apartment 1", "I live in apartment B-1"],
    ["He is the one", "He is one"],
    ["The A team won", "The team won"],
    ["It is late. The A team won", "It is late. The team won"],
    ["We took the A 5 to Basel", "We took the 5 to Basel"],
    ["She works at A GmbH", "She works at GmbH"],
    ["Hello Kitty is my cat", "Kitty is my cat"],
  ],
  "signs beside words": [
    ["My blood type is A-", "My blood type is A", "My blood type is A+"],
    ["My blood type is AB-", "My blood type is AB", "My blood type is AB+"],
    ["My blood type is a−", "My blood type is a", "My blood type is a+"],
    ["He got a B- in maths", "He got a B in maths"],
    ["We run ls -a", "We run ls a"],
    ["We use --force", "We use force", "We use -force"],
    ['We use "--force"', 'We use "force"'],
    ["--force is off", "Force is off"],
  ],
  "who did what": [
    ["The dog bit the man", "The man bit the dog"],
    ["The man bit the dog and the cat ran", "The man bit the cat and the dog ran"],
    ["I have a black dog and a cat", "I have a black cat and a dog"],
    ["I fly from Rome to Paris", "I fly from Paris to Rome"],
    ["I like tea and not coffee", "I like coffee and not tea"],
    ["We test and then deploy", "We deploy and then test"],
    ["He was tried and arrested", "He was arrested and tried"],
    ["My top picks are Rust, Go and Zig", "My top picks are Go, Rust and Zig"],
    ["Anna likes Bob and Carl likes Dan", "Anna likes Carl and Bob likes Dan"],
  ],
  "the order of paired lists": [
    ["My sons Tom and Jim are 5 and 7", "My sons Tom and Jim are 7 and 5", "My sons Jim and Tom are 5 and 7"],
    ["The min and max are 5 and 10", "The min and max are 10 and 5"],
    ["Anna and Ben are 30 and 35 years old", "Ben and Anna are 30 and 35 years old"],
    ["Anna and Ben are 30, 35 years old", "Ben and Anna are 30, 35 years old"],
    ["Anna and Ben are 30/35", "Ben and Anna are 30/35"],
    ["The score was 3 and 2", "The score was 2 and 3"],
    ["The heights are 3 m and 2 m", "The heights are 2 m and 3 m"],
    ["The username and password are admin and secret", "The username and password are secret and admin"],
    ["Mother and father are German and French", "Mother and father are French and German"],
    [
      "We use Postgres and Redis for storage and caching",
      "We use Postgres and Redis for caching and storage",
    ],
    ["Anna and Ben are fine, the former in Rome", "Ben and Anna are fine, the former in Rome"],
  ],
  "words that carry meaning": [
    ["He prefers dark mode", "He prefers light mode"],
    ["She lives in Rome", "She lived in Rome"],
    ["You must pay", "You may pay", "You can pay"],
    ["I sold it to Bob", "I bought it from Bob", "I sold it for Bob"],
    ["Call me before lunch", "Call me after lunch"],
    ["Anna leads the team", "Anna leads the team?"],
  ],
};

const neighbours = (row: readonly string[]) => row.slice(1).map((b, i) => [row[i] as string, b] as const);
const allPairs = (row: readonly string[]) =>
  row.flatMap((a, i) => row.slice(i + 1).map((b) => [a, b] as const));

describe("the same", () => {
  for (const [kind, rows] of Object.entries(SAME)) {
    test.each(rows.flatMap(neighbours))(`${kind}: %s = %s`, (a, b) => {
      expect(canonical(a)).toBe(canonical(b));
    });
  }
});

describe("not the same", () => {
  for (const [kind, rows] of Object.entries(DIFFERENT)) {
    test.each(rows.flatMap(allPairs))(`${kind}: %s ≠ %s`, (a, b) => {
      expect(canonical(a)).not.toBe(canonical(b));
    });
  }
});

describe("without words", () => {
  test("signs speak for themselves", () => {
    const forms = ["👍", "👎", "...", "!!!", "?", "—", "", "★★★", "★★★★"].map(canonical);
    expect(new Set(forms).size).toBe(forms.length);
    expect(forms.slice(0, 3)).toEqual(["👍", "👎", "..."]);
  });

  test("signs beside words count too", () => {
    expect(canonical("The review was 👍")).not.toBe(canonical("The review was 👎"));
  });
});

describe("other languages", () => {
  test.each([
    ["German", "Die Miete beträgt 1.400,00 €", "die Miete beträgt 1400 €!"],
    ["German: sharp s in capitals", "Ich wohne in der Hauptstraße", "ICH WOHNE IN DER HAUPTSTRASSE"],
    ["German: sharp s in Switzerland", "Die Größe ist dreißig", "Die Grösse ist dreissig"],
    ["French", "J’habite à Paris, près de la gare.", "j'habite à paris près de la gare"],
    ["Spanish", "¡Vivo en Madrid!", "vivo en madrid"],
    ["Chinese", "我喜欢茶。", "我 喜欢 茶"],
    ["Japanese", "ｶﾞｯｺｳへ行く", "ガッコウへ行く"],
    ["Arabic", "الإيجار ١٤٠٠ يورو", "الإيجار 1400 يورو."],
    ["Russian", "Я живу в Москве", "я живу в москве!"],
    ["Greek", "ΜΕΝΩ ΣΤΗ ΟΔΟΣ", "μενω στη οδος"],
  ])("%s: the same", (_language, a, b) => {
    expect(canonical(a)).toBe(canonical(b));
  });

  test.each([
    ["German: an accent", "Es ist schon da", "Es ist schön da"],
    ["German: sharp s in a name", "Anna Weiß wohnt hier", "Anna Weiss wohnt hier"],
    ["German: sharp s in a longer name", "Anna Strauß wohnt hier", "Anna Strauss wohnt hier"],
    ["German: sharp s", "Die Maße stimmen", "Die Masse stimmen"],
    ["German: a preposition, not an article", "Ich denke an Anna", "Ich denke Anna"],
    ["German: negation", "Ich mag Tee", "Ich mag keinen Tee"],
    ["French: a verb, not an article", "Il a fait un gâteau", "Il fait un gâteau"],
    ["French: an accent", "Je vais où", "Je vais ou"],
    ["Spanish: tense", "Hablo con Ana", "Habló con Ana"],
    ["Spanish: a preposition, not an article", "Quiero a mi perro", "Quiero mi perro"],
    ["Spanish: tilde", "Tengo un año", "Tengo un ano"],
    ["Russian: a letter, not an accent", "Это мой дом", "Это мои дом"],
    ["Japanese: a letter, not an accent", "かき", "がき"],
    ["Chinese: negation", "我喜欢茶", "我不喜欢茶"],
    ["Chinese: a pause", "不，可以", "不可以"],
    ["Chinese: who did what", "狗咬人", "人咬狗"],
    ["Thai", "ฉันชอบชา", "ฉันไม่ชอบชา"],
    ["Arabic: negation", "أنا أحب الشاي", "أنا لا أحب الشاي"],
    ["Arabic: a number", "الإيجار ١٤٠٠", "الإيجار ١٤٥٠"],
  ])("%s: not the same", (_language, a, b) => {
    expect(canonical(a)).not.toBe(canonical(b));
  });
});
