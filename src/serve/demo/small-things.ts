/**
 * Which small things fill the demo's year? Words learned, money spent, appointments: many short facts.
 *
 * Long because it is lists.
 */

/** English and Danish: what Mara learns in the evenings. */
export const DANISH: readonly (readonly [english: string, danish: string])[] = [
  ...([
    ["lunch box", "madkasse"],
    ["ferry", "færge"],
    ["tide", "tidevand"],
    ["harbour", "havn"],
  ] as const),
  ...([
    ["stairwell", "opgang"],
    ["caretaker", "vicevært"],
    ["rent", "husleje"],
    ["cargo bike", "ladcykel"],
  ] as const),
  ...([
    ["rain trousers", "regnbukser"],
    ["nursery", "børnehave"],
    ["school bag", "skoletaske"],
  ] as const),
  ...([
    ["referral", "henvisning"],
    ["pharmacy", "apotek"],
    ["chess", "skak"],
    ["peanut", "jordnød"],
  ] as const),
  ...([
    ["lantern", "lanterne"],
    ["lighthouse", "fyrtårn"],
    ["compass", "kompas"],
    ["beacon", "båke"],
  ] as const),
  ...([
    ["washing room", "vaskekælder"],
    ["roof terrace", "tagterrasse"],
    ["waste", "affald"],
  ] as const),
  ...([
    ["receipt", "kvittering"],
    ["refund", "refusion"],
    ["booking", "bestilling"],
    ["seat", "sæde"],
  ] as const),
  ...([
    ["deposit", "depositum"],
    ["neighbour", "nabo"],
    ["moving van", "flyttebil"],
    ["key", "nøgle"],
  ] as const),
  ...([
    ["rye bread", "rugbrød"],
    ["cinnamon bun", "kanelsnegl"],
    ["beetroot", "rødbede"],
  ] as const),
  ...([
    ["parsnip", "pastinak"],
    ["mushroom", "svamp"],
    ["lentil", "linse"],
    ["spinach", "spinat"],
  ] as const),
  ...([
    ["headwind", "modvind"],
    ["ice", "is"],
    ["fog", "tåge"],
    ["storm surge", "stormflod"],
  ] as const),
  ...([
    ["midwife", "jordemoder"],
    ["sailing course", "sejlerkursus"],
    ["starling", "stær"],
  ] as const),
];

export const SPENT: readonly (readonly [what: string, euros: number])[] = [
  ...([
    ["the violin string", 14],
    ["two pairs of wellingtons", 58],
    ["the knee brace", 39],
  ] as const),
  ...([
    ["a tin of green tea", 17],
    ["the boiler service", 126],
    ["swimming goggles", 12],
  ] as const),
  ...([
    ["the vet's check-up", 64],
    ["new running shoes", 135],
    ["a washer for the tap", 2],
  ] as const),
  ...([
    ["Ella's birthday cake tin", 18],
    ["four train tickets to Kiel", 96],
    ["a bicycle pump", 27],
  ] as const),
  ...([
    ["the aquarium", 52],
    ["sunglasses for Jonas", 44],
    ["a parking fine", 35],
  ] as const),
  ...([
    ["the half marathon's entry", 48],
    ["twelve jam jars", 11],
    ["a tent peg set", 9],
  ] as const),
  ...([
    ["the conference dinner", 55],
    ["a sitar concert with Priya", 40],
    ["46 removal boxes", 138],
  ] as const),
  ...([
    ["the removal", 2_860],
    ["a lamp for Theo's room", 33],
    ["the chess clock", 29],
  ] as const),
  ...([
    ["a rain jacket", 119],
    ["the Danish course", 210],
    ["three rail passes", 870],
  ] as const),
  ...([
    ["the bowl from Kyoto", 88],
    ["a head torch", 31],
    ["winter tyres for the cargo bike", 74],
  ] as const),
  ...([
    ["a whale lantern", 16],
    ["the school photographs", 25],
    ["a kettle descaler", 6],
  ] as const),
  ...([
    ["the clarinet concert", 20],
    ["cheese for the calendar", 37],
    ["skates for Ella", 42],
  ] as const),
];

/** Who or what, and where. */
export const APPOINTMENTS: readonly string[] = [
  ...["Dentist for me at Dr Sommer's", "Parents' evening in Ella's class", "Boiler service by Petersen"],
  ...["Vet with Biscuit", "Blood test for Theo at Dr Albers's", "Haircut for both children"],
  ...["Call with Marit at Nordbelt", "Eye test for Ella", "Budget round with Oskar"],
  ...["Physiotherapy for the knee", "Piano tuner", "Coffee with Lucia, by video"],
  ...["Interview with a backend candidate", "Nursery summer party", "Tax adviser, third floor"],
  ...["Bicycle inspection", "Book club at Amira's", "Usability test with Hanna"],
  ...["Flat viewing in Vesterbro", "Flat viewing in Nørrebro", "Handing over the keys to Mr Voss"],
  ...["Registration at the municipality", "First day at the new school", "Residents' meeting"],
  ...["Danish course, first evening", "Doctor's check-up with Dr Holm", "Chess tournament for Ella"],
  ...["Design review of Compass", "Yearly talk with Oskar", "Lantern procession of the nursery"],
  ...["Sailing weekend for Jonas's birthday", "Call with Anouk about Compass", "Vaccination for Biscuit"],
  ...["Concert of Mrs Winther", "Skating with Freya and the children", "Reading at the bookshop"],
];
