/**
 * What does the demo's assistant know about harbours and ships? The dry knowledge of a trade: codes, masters, sailings.
 * The places exist; everything said about them is invented.
 *
 * Long because it is lists.
 */
import type { Block } from "./block.ts";

/** Place, harbour master, ship that sails from there. */
const HARBOURS: readonly (readonly [place: string, master: string, ship: string])[] = [
  ...([
    ["Kiel", "Antje Rohwer", "Heron"],
    ["Flensburg", "Uwe Thomsen", "Plover"],
  ] as const),
  ...([
    ["Husum", "Maike Hansen", "Curlew"],
    ["Cuxhaven", "Holger Brahms", "Gannet"],
  ] as const),
  ...([
    ["Travemünde", "Silke Behn", "Eider"],
    ["Wismar", "Jörg Wendt", "Dunlin"],
  ] as const),
  ...([
    ["Rostock", "Petra Lange", "Grebe"],
    ["Stralsund", "Kai Möller", "Avocet"],
  ] as const),
  ...([
    ["Sassnitz", "Doreen Kruse", "Tern"],
    ["Rønne", "Bodil Kofoed", "Puffin"],
  ] as const),
  ...([
    ["Ystad", "Lars Wiberg", "Osprey"],
    ["Malmö", "Eva Stenberg", "Lapwing"],
  ] as const),
  ...([
    ["Helsingborg", "Nils Ekman", "Siskin"],
    ["Göteborg", "Karin Dahl", "Skua"],
  ] as const),
  ...([
    ["Strömstad", "Per Olsson", "Turnstone"],
    ["Oslo", "Ragnhild Moe", "Razorbill"],
  ] as const),
  ...([
    ["Larvik", "Geir Haugen", "Fulmar"],
    ["Kristiansand", "Tone Lie", "Whimbrel"],
  ] as const),
  ...([
    ["Stavanger", "Odd Bakke", "Guillemot"],
    ["Bergen", "Inger Vik", "Kittiwake"],
  ] as const),
  ...([
    ["Hirtshals", "Mogens Juhl", "Sandpiper"],
    ["Frederikshavn", "Lone Krag", "Shearwater"],
  ] as const),
  ...([
    ["Aarhus", "Torben Friis", "Wagtail"],
    ["Ebeltoft", "Gitte Lund", "Redshank"],
  ] as const),
  ...([
    ["Gedser", "Poul Riis", "Godwit"],
    ["Rødby", "Anette Storm", "Merlin"],
  ] as const),
  ...([
    ["Svendborg", "Jytte Bach", "Wheatear"],
    ["Ærøskøbing", "Ole Klausen", "Pipit"],
  ] as const),
  ...([
    ["Esbjerg", "Henrik Toft", "Petrel"],
    ["Havneby", "Merete Holst", "Knot"],
  ] as const),
];

/** Ferry companies, their contact persons, and when their contract is renewed. */
const CUSTOMERS: readonly (readonly [name: string, contact: string, month: string])[] = [
  ...([
    ["Nordbelt Ferries", "Marit", "January"],
    ["Skagerrak Line", "Yngve", "March"],
  ] as const),
  ...([
    ["Island Hopper Rügen", "Steffi", "May"],
    ["Langeland Færgen", "Kaj", "June"],
  ] as const),
  ...([
    ["Wattexpress", "Enno", "April"],
    ["Bornholm Fast", "Pia", "October"],
  ] as const),
  ...([
    ["Fehmarn Shuttle", "Torsten", "February"],
    ["Öresund Water Taxi", "Linnea", "July"],
  ] as const),
  ...([
    ["Hardanger Boats", "Sigrid", "November"],
    ["Samsø Overfart", "Bent", "August"],
  ] as const),
  ...([
    ["Åland Post Boat", "Mikael", "September"],
    ["Hallig Linie", "Wiebke", "December"],
  ] as const),
];

const codeOf = (place: string): string => `H${place.slice(0, 3).toUpperCase()}`;

export const HARBOUR_FACTS: readonly Block[] = [
  {
    from: 40,
    to: 260,
    as: { segment: "relationship", tags: ["customer"] },
    lines: CUSTOMERS.map(([name, contact]) => `Our contact at ${name} is ${contact}.`).join("\n"),
  },
  {
    from: 270,
    as: { segment: "project", tags: ["customer"] },
    lines: CUSTOMERS.map(([name, , month]) => `${name} renews its contract in ${month}.`).join("\n"),
  },
  {
    from: 20,
    to: 200,
    as: { segment: "project", tags: ["beacon", "harbour"] },
    lines: HARBOURS.map(
      ([place], i) =>
        `Harbour ${codeOf(place)} is ${place}; it has ${2 + (i % 5)} berths and ${1 + (i % 3)} ramps.`,
    ).join("\n"),
  },
  {
    from: 288,
    as: { segment: "relationship", tags: ["harbour"] },
    lines: HARBOURS.map(([place, master]) => `The harbour master of ${place} is ${master}.`).join("\n"),
  },
  {
    from: 305,
    as: { segment: "project", tags: ["compass", "ship"] },
    lines: HARBOURS.map(
      ([place, , ship], i) =>
        `The ${ship} sails from ${place} and carries ${90 + ((i * 37) % 260)} passengers and ${6 + ((i * 11) % 40)} cars.`,
    ).join("\n"),
  },
  {
    from: 315,
    as: { segment: "knowledge", source: "tool_output", tags: ["timetable"] },
    lines: HARBOURS.map(
      ([place, , ship], i) =>
        `Winter timetable: the ${ship} leaves ${place} at ${String(6 + ((i * 7) % 13)).padStart(2, "0")}:${String((i * 5) % 60).padStart(2, "0")} daily.`,
    ).join("\n"),
  },
];
