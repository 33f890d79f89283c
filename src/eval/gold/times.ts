/**
 * What is in the gold set of times? The same things again and again over two years, and questions that only a time
 * tells apart: "last week", "in May 2024", "before the move". For every answer there is a fact of another month with
 * the same words.
 *
 * Long because it is a table: a line per fact, a line per question.
 */
import { ask, fact, session } from "./sessions.ts";
import type { GoldSet } from "./shape.ts";

export const TIMES_GOLD: GoldSet = {
  name: "times",
  // A Wednesday.
  asked: "2025-09-17T09:00:00Z",
  facts: [
    ...session(
      "2023-09-20T19:00:00Z",
      "september 2023",
      fact("flat-old", "We have taken a flat above the pharmacy, the landlord is called Mr Petrakis."),
      fact("dinner-sep23", "We had dinner at the Lighthouse, the mussels were excellent."),
      fact("job-kiln", "I started at the tile works, in the glazing shop."),
    ),
    ...session(
      "2024-02-11T18:00:00Z",
      "february 2024",
      fact("hike-feb24", "We hiked up the Brocken in deep snow with Ilse."),
      fact("read-feb24", "I finished a novel about a lighthouse keeper."),
      fact("doctor-feb24", "The doctor looked at my shoulder and ordered physiotherapy."),
    ),
    ...session(
      "2024-05-19T20:00:00Z",
      "may 2024",
      fact("trip-may24", "We took the night train to Trieste for a long weekend."),
      fact("dinner-may24", "We had dinner at the Oak Tree to celebrate Ilse's exam."),
      fact("hike-may24", "We hiked along the gorge near Thale."),
      fact("read-may24", "I finished a biography of Ada Lovelace."),
    ),
    ...session(
      "2024-08-03T17:00:00Z",
      "august 2024",
      fact("trip-aug24", "We took the ferry to Bornholm and cycled round the island."),
      fact("swim-aug24", "I swim two kilometres in the lake every morning."),
      fact("choir-aug24", "The choir sang at the harbour festival."),
    ),
    ...session(
      "2024-11-23T16:00:00Z",
      "november 2024",
      fact("move", "We moved into the house by the canal on 23 November."),
      fact("doctor-nov24", "The doctor looked at my knee and gave me a brace."),
      fact("read-nov24", "I finished a history of salt."),
    ),
    ...session(
      "2025-01-12T19:00:00Z",
      "january 2025",
      fact("heating-jan25", "The heating broke down and was repaired by a Mr Sandoval."),
      fact("choir-jan25", "The choir sang in the hospital chapel."),
      fact("dinner-jan25", "We had dinner at the Oak Tree with the new neighbours."),
    ),
    ...session(
      "2025-03-09T18:00:00Z",
      "march 2025",
      fact("job-school", "I teach pottery at the evening school now, on Tuesdays."),
      fact("hike-mar25", "We hiked to the Wartburg in the rain."),
      fact("read-mar25", "I finished a crime novel set in Lisbon."),
    ),
    ...session(
      "2025-05-18T20:00:00Z",
      "may 2025",
      fact("trip-may25", "We took the train to Ghent for the flower festival."),
      fact("read-may25", "I finished a book of essays about rivers."),
      fact("hike-may25", "We hiked along the coast at Rerik."),
    ),
    ...session(
      "2025-07-12T21:00:00Z",
      "july 2025",
      fact("trip-jul25", "We took the car to the Dolomites and slept in huts."),
      fact("operation", "My knee operation went well, I may walk again in ten days."),
      fact("swim-jul25", "I swim in the indoor pool because of the algae in the lake."),
    ),
    ...session(
      "2025-08-21T18:00:00Z",
      "august 2025",
      fact("choir-aug25", "The choir sang at Ilse's wedding."),
      fact("dinner-aug25", "We had dinner at the Lighthouse, they have a new cook."),
      fact("heating-aug25", "The heating engineer installed a heat pump."),
    ),
    ...session(
      "2025-09-10T19:00:00Z",
      "last week",
      fact("doctor-sep25", "The doctor looked at my ears and found nothing."),
      fact("read-sep25", "I finished a guide to mushrooms."),
      fact("hike-sep25", "We hiked through the heath to look at the heather."),
    ),
    ...session(
      "2025-09-16T21:00:00Z",
      "yesterday",
      fact("dinner-yesterday", "We had dinner at the noodle bar by the station."),
      fact("call-yesterday", "Ilse called about the wedding photographs."),
    ),
  ],
  cases: [
    ask("temporal", "dinner-yesterday", "Where did we have dinner yesterday?", "dinner-yesterday"),
    ask("temporal", "doctor-last-week", "What did the doctor look at last week?", "doctor-sep25"),
    ask("temporal", "hike-last-week", "Where did we hike last week?", "hike-sep25"),
    ask("temporal", "read-may-2024", "What did I finish reading in May 2024?", "read-may24"),
    ask("temporal", "read-february-2024", "Which novel did I finish in February 2024?", "read-feb24"),
    ask("temporal", "trip-last-summer", "Where did we take a trip to in summer 2024?", "trip-aug24"),
    ask("temporal", "trip-this-summer", "What trip did we take this summer?", "trip-jul25"),
    ask("temporal", "trip-may-2024", "Where did we take the train in May 2024?", "trip-may24"),
    ask("temporal", "trip-may-2025", "Where did we take the train in May 2025?", "trip-may25"),
    ask("temporal", "hike-march", "Where did we hike in March?", "hike-mar25"),
    ask("temporal", "choir-last-month", "Where did the choir sing last month?", "choir-aug25"),
    ask("temporal", "choir-january", "Where did the choir sing in January?", "choir-jan25"),
    ask("temporal", "doctor-ten-months", "What did the doctor look at ten months ago?", "doctor-nov24"),
    ask("temporal", "dinner-two-years", "Where did we have dinner two years ago?", "dinner-sep23"),
    ask("temporal", "heating-last-winter", "What happened to the heating last winter?", "heating-jan25"),
    ask("temporal", "heating-august", "What was done about the heating in August 2025?", "heating-aug25"),
    ask("temporal", "swim-august-2024", "Where did I swim in August 2024?", "swim-aug24"),
    ask("temporal", "swim-july", "Where did I swim in July 2025?", "swim-jul25"),
    ask("temporal", "day", "What did I finish on 9 March 2025?", "read-mar25"),
    ask("temporal", "dinner-may-day", "Where did we have dinner on May 19, 2024?", "dinner-may24"),
    ask(
      "temporal",
      "doctor-before-move",
      "What did the doctor look at before the move to the house by the canal?",
      "doctor-feb24",
    ),
    ask("temporal", "dinner-before-2024", "Where did we have dinner before 2024?", "dinner-sep23"),
    ask(
      "temporal",
      "doctor-after-operation",
      "What did the doctor look at after my knee operation?",
      "doctor-sep25",
    ),
    ask("temporal", "hike-since-april", "Where have we hiked since April 2025?", "hike-may25", "hike-sep25"),
    ask(
      "temporal",
      "choir-before-move",
      "Where did the choir sing before we moved into the house?",
      "choir-aug24",
    ),
    ask("temporal", "read-last-november", "What did I finish reading last November?", "read-nov24"),
    ask("temporal", "ilse-yesterday", "Who called yesterday?", "call-yesterday"),
    ask("temporal", "dinner-last-month", "Where did we have dinner last month?", "dinner-aug25"),
  ],
};
