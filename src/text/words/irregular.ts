/**
 * Which English words are irregular forms of another word? "took" is "take", "children" is "child".
 *
 * Left out: forms that are mostly words of their own ("found", "left", "saw", "felt", "bit", "lives", "leaves").
 */
const FORMS =
  `arise arose arisen|awake awoke awoken|bear borne|beat beaten|become became|begin began begun|bend bent|
  bite bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|
  burn burnt|buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|
  draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|
  fight fought|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|
  freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|
  hold held|keep kept|kneel knelt|know knew known|lead led|lean leant|leap leapt|learn learnt|lend lent|lose lost|
  make made|meet met|pay paid|prove proven|ride rode ridden|ring rang rung|rise risen|run ran|say said|
  seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|show shown|shrink shrank shrunk|
  sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spend spent|spill spilt|spin spun|
  spit spat|spoil spoilt|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung|stink stank stunk|
  strike struck|swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|take took taken|teach taught|
  tear tore torn|tell told|throw threw thrown|understand understood|wake woke woken|wear wore worn|weave wove woven|
  weep wept|win won|withdraw withdrew withdrawn|write wrote written|
  child children|person people|man men|woman women|mouse mice|goose geese|tooth teeth|foot feet|wife wives|
  knife knives|half halves|loaf loaves|shelf shelves|wolf wolves|calf calves|thief thieves`
    .split("|")
    .map((line) => line.trim().split(/\s+/));

const BASES: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap(([base = "", ...forms]) => forms.map((form) => [form, base] as const)),
);

const IRREGULAR: ReadonlyMap<string, readonly string[]> = new Map(
  FORMS.map(([base = "", ...forms]) => [base, forms] as const),
);

/** The irregular forms of the word. */
export function irregularForms(word: string): readonly string[] {
  return IRREGULAR.get(word) ?? [];
}

/** The base of an irregular form; any other word unchanged. */
export function regular(word: string): string {
  return BASES.get(word) ?? word;
}
