/**
 * Which words show that a place in a sentence can hold only one value? Closed lists, written by hand.
 */
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Liking and disliking are one attitude; the sign says which. */
export const ATTITUDES: ReadonlyMap<string, 1 | -1> = new Map([
  ...[..."like likes love loves enjoy enjoys adore adores".split(" ")].map((word) => [word, 1] as const),
  ...[..."dislike dislikes hate hates detest detests loathe loathes despise despises".split(" ")].map(
    (word) => [word, -1] as const,
  ),
]);

/**
 * Verbs in the form that `root` (in `claims/claim.ts`) gives. Nobody does two opposites of these to the same object.
 */
export const CONTRARY_VERBS = set(
  `accept reject refus agre disagre allow forbid prohibit approv disapprov enabl disabl includ exclud support oppos
  trust distrust prefer avoid eat drink us want`,
);

/** Things that happen once, on one day. */
export const EVENTS_WITH_ONE_DATE = set("born died founded established married incorporated opened launched");

const ONE_PERSON =
  "boss|manager|supervisor|lead|leader|wife|husband|partner|spouse|girlfriend|boyfriend|doctor|dentist|landlord|ceo|cto|cfo";
const ONE_THING = "capital|headquarters|hometown|employer|owner|author";

/** Roles that only one person has at a time: "my manager", "the ceo of Acme". */
export const ROLE_OF_ONE = new RegExp(
  `^(?:(?:my|our|his|her|their) (?:new )?)?(?:${ONE_PERSON})(?: of .{1,40})?$`,
);

/** A name after one of these is the only one. Matched against the words before the name. */
export const SINGLE_RELATIONS = new RegExp(
  [
    "(?:live|lives|living|reside|resides|based|born|located|headquartered|grew up|hosted|deployed) (?:in|on|at)$",
    "(?:work|works|working|employed) (?:at|for|by)$",
    "(?:report|reports|reporting) to$",
    "(?:married|engaged) to$",
    "(?:led|owned|founded|managed|run|headed) by$",
    "(?:is|are) (?:named|called)$",
    `(?:${ONE_PERSON}|${ONE_THING}) (?:of .{1,40} )?(?:is|are)$`,
  ].join("|"),
);

/** After one of these openings of a sentence only one thing can follow. */
export const SINGLE_LEADS = new RegExp(
  [
    "(?:is|was) (?:married|engaged|related) to$",
    "(?:is|was) (?:citizen|capital|president|chairperson) of$",
    "(?:is|was) (?:founded|created|performed|written|directed|developed|produced|employed|owned|led) by$",
    "(?:city|country|continent|sport|position|religion|language|town|state|province) of$",
    "(?:is|was) (?:famous|known) for$",
    "^(?:name|type|kind|official|original|current)\\b.* is$",
    "^(?:[\\w'-]+ ){1,3}(?:of|that|where) .+ is$",
    "^(?!my |our |i |we )\\S+(?: \\S+){0,5}'s? \\S+ is$",
  ].join("|"),
);

const WIDER_PLACES = set(
  `europe asia africa america oceania antarctica scandinavia eu
  afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain bangladesh
  belarus belgium belize bolivia botswana brazil bulgaria cambodia cameroon canada chile china colombia croatia cuba
  cyprus czechia denmark ecuador egypt england estonia ethiopia fiji finland france georgia germany ghana greece
  guatemala haiti honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan
  kenya kosovo kuwait laos latvia lebanon liberia libya liechtenstein lithuania luxembourg madagascar malaysia maldives
  malta mexico moldova monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands nicaragua niger
  nigeria norway oman pakistan panama paraguay peru philippines poland portugal qatar romania russia rwanda scotland
  senegal serbia singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tanzania thailand
  tunisia turkey uganda uk ukraine uruguay usa uzbekistan venezuela vietnam wales yemen zambia zimbabwe
  california texas florida bavaria catalonia tuscany`,
);

export function isWiderPlace(name: string): boolean {
  return WIDER_PLACES.has(name);
}
