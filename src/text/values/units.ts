/**
 * Which words after a number are its unit, and which spellings mean the same unit?
 *
 * "$" and "dollars" are read as US dollars unless another code is given. "Pounds" equals "£" and never "lbs", because a
 * parcel may have both a price and a weight in pounds. Units whose short form has a second reading ("m", "g", "h") stay
 * as written.
 */
const spellings = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([unit, names]) => names.split(" ").map((name) => [name, unit] as const)),
  );

export const CURRENCIES = spellings({
  eur: "€ eur euro euros",
  usd: "$ usd dollar dollars us$ usa$",
  gbp: "£ gbp pound pounds",
  inr: "₹ inr rupee rupees",
  jpy: "jpy yen",
  "¥": "¥",
  cny: "cny rmb yuan",
  chf: "chf",
  cad: "cad ca$ c$",
  aud: "aud au$ a$",
  nzd: "nzd nz$",
  hkd: "hkd hk$",
  krw: "₩ krw",
  sek: "sek",
  nok: "nok",
  dkk: "dkk",
  pln: "pln zł",
  brl: "brl r$",
  mxn: "mxn mx$",
  ils: "₪ ils",
  try: "₺",
  uah: "₴ uah",
  rub: "₽ rub",
});

/** Codes and signs that may stand before the number. Words may not ("dollars 5"). */
export const LEADING_CURRENCIES: ReadonlySet<string> = new Set(
  [...CURRENCIES.keys()].filter((name) => !/^(yen|yuan|euros?|dollars?|pounds?|rupees?)$/.test(name)),
);

export const UNITS = spellings({
  // The sign, for any language. The word "percent" in a form would make the next pass take the text for English.
  "%": "% percent",
  km: "km kms kilometer kilometers kilometre kilometres",
  metre: "metre metres meter meters",
  cm: "cm cms centimeter centimeters centimetre centimetres",
  mm: "mm millimeter millimeters millimetre millimetres",
  mile: "mile miles mi",
  foot: "ft foot feet",
  inch: "inch inches",
  kg: "kg kgs kilo kilos kilogram kilograms",
  gram: "gram grams",
  lb: "lb lbs",
  oz: "oz ounce ounces",
  litre: "litre litres liter liters",
  ml: "ml milliliter milliliters millilitre millilitres",
  hour: "hour hours hr hrs",
  minute: "minute minutes min mins",
  sec: "second seconds sec secs",
  ms: "ms millisecond milliseconds",
  day: "day days",
  week: "week weeks wk wks",
  month: "month months",
  year: "year years yr yrs",
  kb: "kb kilobyte kilobytes",
  mb: "mb megabyte megabytes",
  gb: "gb gigabyte gigabytes",
  tb: "tb terabyte terabytes",
  kwh: "kwh",
  mph: "mph",
  "km/h": "km/h kmh kph",
  "°": "° degree degrees",
  "°c": "°c celsius",
  "°f": "°f fahrenheit",
});

/** Units that stay as written. ("h" and "s" are left out because they follow times: 3.30 h is not 3.3 h.) */
export const OTHER_UNITS: ReadonlySet<string> = new Set("m g mg l dl cl w kw v hz khz mhz ghz".split(" "));

/** Short scales after an amount of money. */
export const MONEY_SCALES: ReadonlyMap<string, number> = new Map([
  ["k", 1e3],
  ["m", 1e6],
  ["mn", 1e6],
  ["mio", 1e6],
  ["bn", 1e9],
]);
