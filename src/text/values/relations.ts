/**
 * Who is "my daughter", "our boss", "the dog"? Words for the people and animals of somebody's life, and whom a text
 * says they are: "Ella, our daughter", "my kids, Ella and Oscar", "Bram is my team lead".
 */

/** Words for one relation. `narrow` words say more ("husband") than `broad` ones ("spouse") and never mean each other. */
interface Relation {
  readonly broad: readonly string[];
  readonly narrow: readonly (readonly string[])[];
}

const words = (text: string): readonly string[] => text.split(" ");
const relation = (broad: string, ...narrow: string[]): Relation => ({
  broad: words(broad),
  narrow: narrow.map(words),
});

const RELATIONS: readonly Relation[] = [
  relation("spouse partner half fiancé fiancée fiance fiancee", "husband hubby boyfriend", "wife girlfriend"),
  relation("child children kid kids toddler baby", "son sons boy boys", "daughter daughters girl girls"),
  relation(
    "grandchild grandchildren grandkid grandkids",
    "grandson grandsons",
    "granddaughter granddaughters",
  ),
  relation("sibling siblings twin", "brother brothers", "sister sisters"),
  relation("parent parents folks", "mother mum mom mam mama mummy mommy", "father dad daddy papa"),
  relation(
    "grandparent grandparents",
    "grandmother granny grandma nan gran nana",
    "grandfather grandad grandpa granddad",
  ),
  relation("cousin cousins"),
  relation("aunt auntie aunty"),
  relation("uncle"),
  relation("niece nieces"),
  relation("nephew nephews"),
  relation("boss manager supervisor lead"),
  relation("colleague colleagues coworker coworkers workmate workmates teammate teammates"),
  relation("roommate roommates flatmate flatmates housemate housemates"),
  relation("neighbour neighbours neighbor neighbors"),
  relation("landlord landlady"),
  relation("doctor gp physician"),
  relation("dentist"),
  relation("teacher"),
  relation("therapist counsellor counselor"),
  relation("pet pets", "dog dogs puppy pup", "cat cats kitten"),
];

/** By word: the words of the same relation that may mean the same person. */
const SAME = new Map<string, ReadonlySet<string>>(
  RELATIONS.flatMap(({ broad, narrow }) => [
    ...broad.map((word) => [word, new Set([...broad, ...narrow.flat()])] as const),
    ...narrow.flatMap((group) => group.map((word) => [word, new Set([...broad, ...group])] as const)),
  ]),
);

const ALL = [...SAME.keys()].sort((a, b) => b.length - a.length).join("|");
const NAME = "\\p{Lu}[\\p{L}\\p{M}'’-]*(?: \\p{Lu}[\\p{L}\\p{M}'’-]*)?";
const NAMES = `${NAME}(?:(?:, | and |, and | & )${NAME}){0,3}`;
const OWN = "(?:my|our|My|Our|The|the)(?: [\\p{Ll}-]+){0,2}? ";
const RELATION = `(?<relation>${ALL})`;
/** "my husband Piotr", "my kids, Ella and Oscar", "our dog is called Rex" */
const BEFORE = new RegExp(
  `${OWN}${RELATION}(?:(?: is| are|'s)?(?: called| named)? (?<names>${NAMES})(?!\\p{L})|, (?<aside>${NAMES})(?=[,.;!?)]|$))`,
  "gu",
);
/** "two kids, Ella and Oscar" */
const COUNTED = new RegExp(
  `(?:two|three|four|five|six) ${RELATION}(?:,|:)? (?<names>${NAMES})(?![\\p{L}])`,
  "gu",
);
/** "Ella, our daughter", "Annelies is my team lead" */
const AFTER = new RegExp(`(?<names>${NAMES})(?:,| is| are|'s)? ${OWN}${RELATION}(?![\\p{L}])`, "gu");
const BETWEEN_NAMES = /, and |, | and | & /;

/** The words that may name the same person as this one, itself included; undefined if it is no relation. */
export function sameRelation(word: string): ReadonlySet<string> | undefined {
  return SAME.get(word);
}

/** Whom the text says the speaker's relations of these words are, as written. */
export function bearersIn(text: string, relations: ReadonlySet<string>): readonly string[] {
  return [BEFORE, COUNTED, AFTER].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups }) =>
      groups !== undefined && relations.has(groups.relation as string)
        ? (groups.names ?? groups.aside ?? "").split(BETWEEN_NAMES)
        : [],
    ),
  );
}
