/**
 * What is in the first gold set? One person's first two months with an assistant, mostly in single statements. It has
 * every kind of question but multilingual ones, none in its hardest form: if one of these fails, something is broken.
 *
 * Long because it is a table: a line per fact, a line per question.
 */
import { ask, by, fact, session } from "./sessions.ts";
import type { GoldSet } from "./shape.ts";

export const SYNTHETIC_GOLD: GoldSet = {
  name: "synthetic",
  asked: "2025-03-03T09:00:00Z",
  facts: [
    ...session(
      "2025-01-06T18:10:00Z",
      "first evening",
      fact("name", "My name is Mara Lindqvist.", { segment: "identity" }),
      fact("job", "I work as a landscape architect for the city of Gothenburg.", {
        segment: "identity",
        subject: "me",
        attribute: "job",
      }),
      fact("home-old", "I live in a two-room flat in Majorna.", {
        segment: "identity",
        subject: "me",
        attribute: "home",
      }),
      fact("vegetarian", "I keep a strict vegetarian diet.", { segment: "preference" }),
      fact("coriander", "Coriander tastes like soap to me, please leave it out of recipes.", {
        segment: "preference",
      }),
      fact("partner", "My partner is called Jonas; we have been together since 2019.", {
        segment: "relationship",
      }),
      fact("cat", "Our cat Pickle is a grey tabby who turned eleven in December.", {
        segment: "relationship",
      }),
    ),
    ...session(
      "2025-01-09T07:40:00Z",
      "thursday commute",
      fact("tram", "I take tram number 11 to the office and it needs about 25 minutes."),
      fact("bike", "My bicycle was stolen outside the central library last autumn."),
      fact("gym", "I go bouldering at the hall in Hisingen on Tuesday evenings."),
      fact("knee", "My left knee hurts when I run downhill, the physiotherapist calls it runner's knee."),
    ),
    ...session(
      "2025-01-14T12:00:00Z",
      "work lunch",
      fact("park", "I am redesigning Slottsskogen's north entrance; the budget is 4.2 million kronor.", {
        segment: "project",
      }),
      fact("boss", "My manager Petra Holm wants the first drawings by 28 February.", { segment: "project" }),
      fact("cad", "At work we draw in Vectorworks, I find it clumsy compared with Rhino.", {
        segment: "preference",
      }),
      fact("meetings", "I do not take meetings before ten in the morning.", { segment: "preference" }),
      fact("standup", "The planning team meets every Monday at 13:15 in room Kastanj.", {
        segment: "project",
      }),
    ),
    ...session(
      "2025-01-19T20:30:00Z",
      "sunday call with mother",
      fact("mother", "My mother Gunilla lives in Kalmar and teaches the cello.", { segment: "relationship" }),
      fact("mother-birthday", "My mother's birthday is on 2 April.", { segment: "relationship" }),
      fact("brother", "My brother Emil is a ship's cook and is at sea until midsummer.", {
        segment: "relationship",
      }),
      fact("aunt", "Aunt Birgit broke her wrist on the ice in front of her house.", {
        segment: "relationship",
      }),
    ),
    ...session(
      "2025-01-25T10:00:00Z",
      "weekend plans",
      fact("sourdough", "I baked my first sourdough loaf today; it came out dense but tasty."),
      fact("lisbon", "Jonas and I flew to Lisbon for his thirtieth birthday in November."),
      fact("ghent", "We are spending Easter in Ghent and have booked a room near the canal.", {
        segment: "project",
      }),
      fact("ferry", "The ferry tickets to Visby cost 1,140 kronor for two.", { segment: "context" }),
    ),
    ...session(
      "2025-02-02T19:00:00Z",
      "the flat",
      fact("home-new", "We have moved: I now live in a row house in Mölndal with a small garden.", {
        segment: "identity",
        subject: "me",
        attribute: "home",
      }),
      fact("garden", "In the new garden I want to plant quince, currants and a hedge of hornbeam.", {
        segment: "project",
      }),
      fact("landlord", "Our former landlord still owes us the deposit of 18,000 kronor."),
      fact("internet", "The new house has fibre from Bahnhof, the router stands in the hallway cupboard."),
      fact("neighbour", "Our neighbour Mr Öberg feeds Pickle when we are away.", { segment: "relationship" }),
    ),
    ...session(
      "2025-02-10T17:30:00Z",
      "doctor",
      fact("allergy", "I am allergic to penicillin, I got a rash from it as a child.", {
        segment: "identity",
      }),
      fact("dentist", "My dentist appointment is on 12 March at 8:30 with Dr Sandberg.", {
        segment: "context",
      }),
      fact("glasses", "My new glasses have minus 2.25 on both eyes."),
      by("Jonas", "jonas-migraine", "I get migraines from red wine, so I stick to beer."),
      by("Jonas", "jonas-marathon", "I signed up for the Gothenburg half marathon in May."),
    ),
    ...session(
      "2025-02-16T15:00:00Z",
      "tuning",
      fact("cello-lesson", "I started cello lessons again after fifteen years; my teacher is Ms Brandt."),
      fact("coffee-old", "I drink three cups of filter coffee a day.", {
        segment: "preference",
        subject: "me",
        attribute: "coffee",
      }),
      fact("project-name", "The park project is filed under the working title Northgate.", {
        segment: "project",
      }),
      fact("laptop", "My work laptop is a ThinkPad with 32 GB of memory."),
      fact("languages", "I speak Swedish, English and passable Portuguese.", { segment: "identity" }),
    ),
    ...session(
      "2025-02-24T08:00:00Z",
      "news of the week",
      fact("coffee-new", "I quit coffee, I only drink rooibos tea now.", {
        segment: "preference",
        subject: "me",
        attribute: "coffee",
      }),
      fact("renamed", "Northgate has been renamed Elmgate because another department used the name.", {
        segment: "project",
        links: [{ kind: "transition", to: "project-name" }],
      }),
      fact("deadline-new", "Petra moved the deadline for the drawings to 14 March.", { segment: "project" }),
      fact("interview", "On Friday I interviewed two interns; Samira was the better one."),
      fact("paint", "We painted the kitchen sage green on Saturday."),
      fact("boots", "My hiking boots are size 39 and made by Lundhags."),
    ),
  ],
  cases: [
    ask("single-session", "who-am-i", "What is my name?", "name"),
    ask("single-session", "commute", "Which tram do I take to the office?", "tram"),
    ask("single-session", "bike-theft", "Where was my bicycle stolen?", "bike"),
    ask("single-session", "climb", "When do I go bouldering?", "gym"),
    ask("single-session", "budget", "What is the budget for the Slottsskogen entrance?", "park"),
    ask("single-session", "room", "In which room does the planning team meet?", "standup"),
    ask("single-session", "router", "Where is the router?", "internet"),
    ask("single-session", "deposit", "How much deposit does the landlord owe us?", "landlord"),
    ask("single-session", "penicillin", "Am I allergic to any medicine?", "allergy"),
    ask("single-session", "eyes", "What strength are my glasses?", "glasses"),
    ask("single-session", "bread", "How did my first sourdough turn out?", "sourdough"),
    ask("single-session", "shoe-size", "What size are my hiking boots?", "boots"),
    ask("single-session", "intern", "Which intern did I like better in the interviews?", "interview"),
    ask("single-session", "ferry-price", "How much were the ferry tickets to Visby?", "ferry"),
    ask("single-session", "kitchen", "What colour did we paint the kitchen?", "paint"),
    ask("multi-session", "travel", "Which trips abroad have Jonas and I made or planned?", "lisbon", "ghent"),
    ask("multi-session", "pickle", "Tell me about Pickle.", "cat", "neighbour"),
    ask("multi-session", "cello", "Who teaches the cello, and who teaches me?", "mother", "cello-lesson"),
    ask("multi-session", "petra", "What has Petra asked for?", "boss", "deadline-new"),
    ask(
      "multi-session",
      "jonas",
      "What do I know about Jonas?",
      "partner",
      "lisbon",
      "jonas-migraine",
      "jonas-marathon",
    ),
    ask("temporal", "dentist-when", "When is my dentist appointment?", "dentist"),
    ask("temporal", "last-week", "What happened last week with the interns?", "interview"),
    ask("temporal", "november", "Where were we in November?", "lisbon"),
    ask("temporal", "easter", "Where are we going at Easter?", "ghent"),
    ask("temporal", "mothers-day", "On which day is my mother's birthday?", "mother-birthday"),
    ask("temporal", "together-since", "Since when have Jonas and I been together?", "partner"),
    ask("knowledge-update", "home", "Where do I live?", "home-new"),
    ask("knowledge-update", "coffee", "What do I drink, coffee or tea?", "coffee-new"),
    ask("knowledge-update", "deadline", "What is the new deadline for the drawings?", "deadline-new"),
    ask("preference", "eat", "What do I eat?", "vegetarian"),
    ask("preference", "herbs", "Which herb should be left out of recipes?", "coriander"),
    ask("preference", "cad-tool", "Which drawing software do I like less at work?", "cad"),
    ask("preference", "morning", "Can you put a meeting at nine in the morning?", "meetings"),
    ask("abstention", "blood", "What is my blood type?"),
    ask("abstention", "car", "Which car do I drive?"),
    ask("abstention", "football", "Which football club do I support?"),
    ask("abstention", "sister", "How old is my sister?"),
    ask("abstention", "passport", "When does my passport expire?"),
    ask("abstention", "piano", "Who tuned the piano?"),
    ask("transition", "elmgate", "What is Northgate called now?", "renamed"),
    ask("transition", "moved", "Did we move house?", "home-new"),
    ask("transition", "quit", "What did I quit?", "coffee-new"),
    ask("about-whom", "jonas-wine", "What gives Jonas migraines?", "jonas-migraine"),
    ask("about-whom", "jonas-race", "What race is Jonas running in May?", "jonas-marathon"),
    ask("about-whom", "my-knee", "What is wrong with my knee?", "knee"),
    ask("about-whom", "emil", "What is my brother's job?", "brother"),
    ask("about-whom", "birgit", "What happened to Birgit?", "aunt"),
    ask("about-whom", "gunilla", "Where does Gunilla live?", "mother"),
    ask("typo", "bycicle", "wher was my bycicle stollen", "bike"),
    ask("typo", "alergic", "what am i alergic to", "allergy"),
    ask("typo", "vegtarian", "am I a vegtarian", "vegetarian"),
    ask("typo", "neighbor", "who is our nieghbour", "neighbour"),
    ask("typo", "hornbeem", "hornbeem hedge in the gardn", "garden"),
    ask("typo", "landlrd", "how much does the landlrd owe", "landlord"),
  ],
};
