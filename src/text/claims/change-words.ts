/**
 * Which words say that something has changed, that it adds to what was, that it was in the past, or that it is another
 * thing of its kind? Closed lists, written by hand, for all languages together. An underscore joins words that count
 * only together.
 */
const phrases = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/).map(asRead));

/** As `readStatement` leaves it: without articles and hyphens. */
function asRead(phrase: string): string {
  return phrase
    .split(/[_-]/)
    .filter((word) => word !== "the" && word !== "a" && word !== "an")
    .join(" ");
}

/** 0: says no word of change; 1: hints at one; 2: says so. */
export type Cue = 0 | 1 | 2;

/** Verbs and phrases of change. */
const PLAIN = phrases(
  `moved relocated switched switching swapped exchanged changed changing replaced replacing traded upgraded downgraded
  promoted demoted retired resigned quit stopped gave_up given_up giving_up gave_it_up cancelled canceled called_off
  dropped ditched sold got_rid gotten_rid gave_away given_away donated scrapped threw_out thrown_out chucked binned
  broke_up split_up broken_up split_from separated divorced divorcing filed_for tied_the_knot got_married getting_married
  got_engaged is_engaged are_engaged married_now remarried called_it_off no_longer any_more any_longer not_any no_more
  instead these_days nowadays from_now_on from_now from_this from_next as_of starting_monday with_effect turns_out
  turned_out turned_into turned_down became become becoming gone_off went_off gone_vegetarian gone_vegan went_vegan
  went_vegetarian went_freelance gone_freelance went_part-time went_full-time taken_up took_up took_over taken_over
  taking_over takes_over handed_over handed_us handed_me passed_on_to put_me_on put_us_on put_him_on put_her_on put_them_on
  took_me_off taken_me_off came_off come_off talked_me talked_us convinced_me persuaded_me won_me_over bumped raised
  upped doubled halved tripled increased lowered reduced trimmed extended shortened went_up gone_up put_up goes_up go_up
  went_down gone_down goes_down crept_up jumped_to climbed_to rose_to risen_to fell_to fallen_to dropped_to down_to up_to
  is_up_to postponed rescheduled brought_forward delayed pushed_back pushed_to put_off moved_to shifted
  rebooked closed_down closed_its shut_down shut_its went_bust gone_bust went_under bankrupt bought_by bought_out
  taken_over_by merged acquired renamed rebranded changed_hands passed_her passed_his passed_my passed_exam passed_test failed_exam failed_test
  passed_away died arrived had_enough have_had_it sick_of fed_up tired_of is_out are_out over_it overruled elected voted
  stepped_down stood_down handed_in joined signed_up double-booked double_booked took_his_first took_her_first
  took_their_first 1st_steps took_his_1st took_her_1st said_his_1st said_her_1st parted_ways let_go let_him_go
  let_her_go fired sacked laid_off made_redundant moved_out moved_in moved_up moved_down moved_back kicked wiped swore_off
  went_back going_back back_to came_back gave_back given_back took_back sent_back returned_to paid_back
  paid_off paid_me_back paid_him_back paid_her_back settled_up left started_at day_1 1st_day took_down switched_over
  now_it moving_to outgrew outgrown grew_out grown_out grown_into promoted_to made_partner appointed hired
  over_to has_taken changed_my changed_her changed_his changed_our changed_their change_of_heart change_of_mind
  change_of_plan new_plan second_thoughts rang closed ruined cut tested got_tested went_home has_her_room
  has_his_room booked_us graduated finished completed dropped_out pulled_out backed_out withdrew transferred expecting
  is_pregnant gave_birth was_born lost week_without weeks_without month_without months_without day_without days_without
  year_without in_its_place in_his_place in_her_place stands_in stepped_in filling_in steps_in fitted removed
  taken_out had_it_out took_out uninstalled deleted unsubscribed installed migrated converted repainted painted
  dyed shaved_off chopped grew_a recovered healed cleared_up cured got_over gotten_over come_round came_round warmed_to
  came_around fell_for fell_in_love fallen_in_love fell_out grown_on used_to decided settled_on gone_with went_with
  opted_for picked_up picked_out signed_with signed_for took_a_job got_the_job got_a_job accepted got_into got_a_place
  enrolled qualified licensed weaned stolen broke broken broke_down packed_up packed_it_in gave_out totalled wrecked crashed
  expired ran_out run_out renewed upgraded_to got_a_new got_new have_a_new bought_a_new got_himself got_herself got_myself
  got_ourselves evicted sublet rented_out moving_in moving_out turned_vegetarian turned_vegan eat_meat_again drinking_again
  smoking_again off_the_market on_the_wagon kicked_out sworn_off only_now for_good ended over_now
  takes_after cancelled_my cancelled_our cancelled_the switched_to switched_from changed_to changed_from went_from
  gone_from is_now are_now am_now now_is it_is_now has_become have_become now_called goes_by
  umgezogen gezogen gewechselt wechselte gewechselt_zu umgestiegen statt stattdessen aufgehört gekündigt verkauft nicht_mehr
  keine_mehr kein_mehr ab_sofort verschoben verlegt getrennt geheiratet geschieden befördert erhöht gesenkt abgegeben
  abgeschafft ersetzt mittlerweile inzwischen
  mudé mudado mudamos mudó mudaron cambié cambiado cambió cambiamos dejé dejado dejó ya_no vendí vendido vendimos renuncié
  despidieron ascendieron subieron subió bajó divorcié casé separé aplazado aplazaron pospuesto en_vez en_lugar
  déménagé emménagé changé arrêté quitté n'est_plus ne_plus ai_plus désormais vendu démissionné promu promue augmenté divorcé
  divorcée séparé séparés reporté remplacé au_lieu passé_à
  trasferito trasferita trasferiti traslocato cambiato smesso lasciato non_più venduto licenziato licenziata promosso promossa
  aumentato spostato rimandato separato separata divorziato divorziata sostituito invece passato_a passata_a`,
);

/** Words that fit a change, and much else. */
const HINTS = phrases(
  `now currently new finally since today latest lately recently rather just anymore again this_morning this_term
  this_month this_year this_week this_semester this_season last_week last_month last_friday last_monday next_month next_week
  already still_not started starting start began begun says said chose signed bought got booked found cheaper bigger
  number_2 number_3 number_4 number_5 now_on has_me have_me are_at am_at is_at go_for registered reading_was
  meanwhile actually after_all the_other_day
  turned turns went gone learned learnt taught tried stuck_with ended_up supposed later earlier longer shorter
  until_further for_now at_the_moment so_far by_now
  jetzt neu neue neuer neuen neues seit endlich gerade heute wieder ahora nuevo nueva desde por_fin hoy maintenant nouveau
  nouvelle depuis enfin aujourd'hui adesso ora nuovo nuova finalmente oggi da_quando`,
);

/** "I won't give up" changes nothing. */
const NEGATIONS = phrases(
  "not never nicht nie pas jamais nunca mai won't don't didn't can't wouldn't haven't",
);
const BEFORE_A_CUE = 2;

/** What opens a reply, and nothing that two statements could share: whoever is greeted is not spoken of. */
export const GREETINGS = phrases(
  `thanks thank hey hi hello yeah yep yup yes no wow oh ah haha sure ok okay absolutely definitely exactly glad cool awesome
  amazing great nice congrats congratulations bye cheers welcome sorry please let lemme gonna wanna gotta good_luck
  danke hallo ja genau gracias hola sí merci salut oui grazie ciao sì`,
);

const MAX_PHRASE_WORDS = 3;
/** "On the left" is a side. */
const BEFORE_A_SIDE = new Set("the on my is are his her at bottom top".split(" "));
/** "The shop is closed" says how it is, and seldom that this is new. */
const STATES = new Set(["closed"]);
const BEFORE_A_STATE = new Set(["is", "are"]);

export function cueAt(words: readonly string[], at: number): Cue {
  if (isNegatedAt(words, at)) return 0;
  let phrase = "";
  let cue: Cue = 0;
  for (let length = 0; length < MAX_PHRASE_WORDS && at + length < words.length; length++) {
    const word = words[at + length] as string;
    phrase = length === 0 ? word : `${phrase} ${word}`;
    if (phrase === "left" && BEFORE_A_SIDE.has(words[at - 1] ?? "")) continue;
    if (STATES.has(phrase) && BEFORE_A_STATE.has(words[at - 1] ?? "")) cue = 1;
    else if (PLAIN.has(phrase)) return 2;
    if (HINTS.has(phrase)) cue = 1;
  }
  return cue;
}

function isNegatedAt(words: readonly string[], at: number): boolean {
  for (let i = Math.max(0, at - BEFORE_A_CUE); i < at; i++)
    if (NEGATIONS.has(words[i] as string)) return true;
  return false;
}

/** What is said adds to what was said. */
export const ADDING = phrases(
  `also too another either additionally besides as_well auch ebenfalls también tampoco aussi anche`,
);

/** Signs of what was, and is no state of now. */
export const PAST_STATES = phrases(
  `was were had lived worked used_to once ago last_night last_winter last_summer yesterday was_in when_i as_a_child
  today until ex-boss ex-wife ex-husband met broke spent gave lent born
  hatte früher vivía antes autrefois avevo`,
);

/** Words that set things of one kind apart, by group. */
export const QUALIFIERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    place: "work private privately personal home",
    side: "left right",
    meal: "breakfast lunch dinner supper bedtime",
    daytime: "morning evening afternoon night",
    account: "savings current checking credit debit joint",
    season: "spring summer autumn winter",
    gender: "son daughter godson goddaughter niece nephew",
  }).flatMap(([group, words]) => words.split(" ").map((word) => [word, group] as const)),
);

/** Words so common in statements that to share them says nothing. */
export const TOO_COMMON = phrases(
  `take takes took get gets got go goes went like likes love loves want wants need needs use uses used make makes made have
  has day days week weeks month months year years time times morning evening today tonight new old good better best really
  thing things lot way always usually every per euros euro dollars pounds percent mg kilos kg called name start started
  work works come comes came put says said tell told first last next one two once live lives big small little`,
);

const NOW =
  /[,\s]*\b(?:now|currently|these days|nowadays|from now on|as of (?:today|now)|instead|jetzt|inzwischen|ahora|désormais|maintenant|adesso|ora)\b(?:[,\s]*(?=[.!]*$))?/giu;
const NEW = /\bnew\s+(?=\p{L})/giu;

/** The text without the words that only say that it holds from now on. */
export function withoutNow(text: string): string {
  return text
    .replace(NOW, "")
    .replace(NEW, "")
    .replace(/^[,\s]+/, "");
}
