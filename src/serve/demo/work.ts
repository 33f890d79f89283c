/**
 * What does the demo's assistant know about Mara's work? Fjordlight makes software for small ferry companies; its teams
 * build Lantern (booking), Beacon (a migration) and, from autumn, Compass (route planning). All of it is invented.
 *
 * Long because it is prose, one fact per line.
 */
import type { Block } from "./block.ts";

export const WORK: readonly Block[] = [
  {
    to: 60,
    as: { segment: "project", tags: ["fjordlight"] },
    lines: `
      I lead the Lantern team at Fjordlight.
      Lantern is the booking app for ferry passengers.
      Beacon moves timetables from the old database to PostgreSQL.
      Priya owns the backend of Lantern.
      Tomás writes the mobile apps.
      Hanna designs everything a passenger sees.
      Oskar is our CTO and signs off on releases.
      Wei runs the data platform and Beacon.
      Nadia leads customer support and knows every harbour by name.
      Our largest customer is Nordbelt Ferries with eleven ships.
      Lantern is written in TypeScript and Kotlin.
      The staging environment is rebuilt every night at two.
      Releases go out on Tuesdays, never on Fridays.
      The on-call week begins on Monday at nine.
      Incidents are written up within two working days, without names.
      The architecture decisions are in the repository under docs/decisions.
    `,
  },
  {
    as: { segment: "project", tags: ["lantern", "meeting"] },
    lines: `
      Stand-up: Priya is blocked on the calendar sync and waits for the partner.
      Stand-up: Tomás has the boarding pass working offline.
      Hanna showed three drafts for the seat map; the second won.
      Oskar asked for the cost of the push service by Friday.
      Nadia reports forty tickets about the confirmation mail going to spam.
      Wei found 312 duplicate stops in the old timetable.
      The retro agreed to shorter pull requests, again.
      Stand-up: the refund webhook retries twice now.
      Tomás is on parental leave for the next two weeks.
      Nordbelt wants group bookings before Easter.
      Priya measured the search at 180 milliseconds in the worst harbour.
      Hanna wants to drop the carousel from the start page.
      The load test broke at 900 bookings a minute; the pool was too small.
      Oskar approved the second support engineer.
      Stand-up: accessibility audit found nine issues, two of them serious.
      Wei moved the first harbour to the new database without anybody noticing.
      Nadia asks for a way to rebook a whole sailing at once.
      The rebooking tool is planned for the next sprint.
      Priya and Tomás disagree about optimistic updates; decide on Thursday.
      Decided: no optimistic updates for payments.
      Stand-up: the seat map is live for Nordbelt only.
      Hanna's usability test: five of six found the luggage option.
      The incident on the bank holiday was a certificate that expired.
      We now check certificates every night.
      Oskar wants a plan for the summer peak by the end of the week.
      The summer peak plan: freeze on 20 June, on-call in pairs.
      Wei needs two more weeks for the island timetables.
      Nadia's team answered 1,200 tickets in July.
      Stand-up: the heat made the server room throttle; the fan is replaced.
      Tomás found the battery drain: location was never switched off.
      Priya's talk was accepted for the conference in Utrecht.
      The design review of Compass is moved to after the holidays.
      Hanna is going to four days a week from October.
      Stand-up: Compass can draw its first route.
      Oskar introduced Lene, who takes over the Beacon team.
      Compass plans with tides now; the first answer was wrong by six hours.
      Nordbelt's new ship has no seat map yet.
      Wei finished the migration; the old database is read-only.
      The old database is switched off on the last day of the month.
      Priya wants to hire a second backend developer before spring.
      Stand-up: the winter timetable is imported, three conflicts left.
      Nadia collected the ten most asked questions for the help page.
      Tomás cut the app's start to 1.4 seconds.
      Hanna's new icons are merged, all but the wheelchair one.
      Retro: fewer meetings on Wednesday, more pairing.
      Oskar asks for the budget for next year, with one surprise taken out.
    `,
  },
  {
    as: { segment: "project", tags: ["lantern", "bug"] },
    lines: `
      LAN-201: the ferry list flickers on Android 12; fixed by debouncing the refresh.
      LAN-207: refunds were rounded down by a cent; fixed with integer cents.
      LAN-214: the harbour search ignores accents; fixed with a folded index.
      LAN-219: two taps made two bookings; fixed with an idempotency key.
      LAN-226: the ticket PDF cut off long names; fixed by wrapping.
      LAN-233: the night ferry shows on the wrong day in Iceland; time zone of the harbour is used now.
      LAN-238: the confirmation mail lacks a plain text part; added.
      LAN-240: the seat map loses the selection on rotation; state moved up.
      LAN-247: the discount code field accepts emojis; rejected now.
      LAN-251: a cancelled sailing stays bookable for five minutes; cache is cleared at once now.
      LAN-259: VoiceOver reads the price twice; label fixed.
      LAN-262: the island filter forgets itself; kept in the address now.
      LAN-268: the receipt shows tax of the wrong country; open.
      LAN-270: group bookings over 50 people time out; batch by 20.
      LAN-275: the map tiles fail behind a hotel login page; open.
      LAN-281: the QR code is too dense for old scanners; error correction lowered.
      LAN-284: midnight sailings sort first; fixed by the departure day.
      LAN-290: the app asks for location at the start; asks at the map now.
      LAN-296: dark mode hides the disabled button; contrast raised.
      LAN-301: the calendar file has no alarm; added one an hour before.
      LAN-305: the rebooking tool writes to passengers twice; open.
      LAN-309: the language falls back to English for Faroese; open.
    `,
  },
  {
    as: { segment: "knowledge", tags: ["how-to"], kind: "fact" },
    lines: `
      To deploy Lantern: merge to main, wait for the green build, press release in the pipeline.
      To roll back Lantern: release the previous tag; the database is always one version behind compatible.
      To rebuild staging by hand: run the nightly job with the flag fresh.
      To see the slow queries: open the dashboard called Lighthouse, tab database.
      To rotate the payment key: ask Oskar for the second half.
      To run the end-to-end tests on a train: use the recorded network mode.
      To get a test boarding pass: book the ship called Test Heron on any Sunday.
      To find who owns a harbour: search the table contacts in the handbook.
      To reset a customer's password: support does it, never engineering.
      To add a language: copy the English file and open a pull request for the translators.
      To start Beacon locally: make seed, then make run.
      To read the logs of one booking: filter by its trace, not by its number.
      To write a decision record: copy number 000 and keep it to a page.
      To skip the cache in a test: send the header Cache-Control no-store.
      To compare two timetables: the script is called tt-diff and prints only changes.
      To join the on-call rota: ask Nadia; the pager app needs version 4.
      To record a demo: use the quiet room, the door code is on the calendar entry.
      To book the large meeting room: two days ahead, by the front desk.
    `,
  },
  {
    from: 15,
    as: { segment: "knowledge", tags: ["engineering"] },
    lines: `
      A deploy takes eleven minutes from merge to production.
      The booking service has four replicas in summer and two in winter.
      The database backup is taken at three and kept for 35 days.
      Harbour codes have four letters; the last one is a check letter.
      A sailing is closed for booking twenty minutes before departure.
      Payments are captured when the ship leaves, not when it is booked.
      The seat map is a drawing with named places, not a grid.
      Feature flags older than ninety days fail the build.
      The mobile apps support the last three versions of each system.
      We keep passenger names for thirty days after the sailing.
      The error budget is 43 minutes a month.
      Compass uses tide tables of the hydrographic office.
      The partner calendar allows 60 requests a minute.
      Tickets carry a signature that works without network.
      The push service costs 0.4 cents per message.
      Translations are frozen two days before a release.
      The old database is from 2009 and has no foreign keys.
      Beacon copies a harbour in about four minutes.
      The design system is called Pebble.
      The load test runs every Thursday night.
      Secrets live in the vault and expire after ninety days.
      Search results are cached for thirty seconds.
    `,
  },
  {
    from: 5,
    as: { segment: "relationship", tags: ["colleagues"] },
    lines: `
      Priya plays the sitar and is allergic to cats.
      Tomás is from Porto and has a newborn called Rosa.
      Hanna cycles to work in any weather and collects enamel signs.
      Oskar was a ship's engineer before he wrote software.
      Wei bakes on Fridays and brings the results.
      Nadia used to work on the Nordbelt ships.
      Lene comes from the railway and likes checklists.
      Marit at Nordbelt is the one who really decides.
      Our contact at the payment provider is called Stefano.
      The translator for Danish is Karen and answers at night.
      Jürgen from the hydrographic office prefers the telephone.
      The recruiter Oskar works with is called Philippa.
    `,
  },
];
