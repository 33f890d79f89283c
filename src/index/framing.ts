/**
 * Which English words say little about what a text is about?
 *
 * Words that hold sentences together, and those that personal facts and questions are framed with: "I prefer",
 * "can you recommend", "looking for ideas". The vector lane counts them for next to nothing, because otherwise
 * every preference resembles every request. They are not dropped: a text of nothing else still has a vector.
 */
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Grammar, contractions as the tokenizer leaves them included. */
export const GLUE_WORDS = set(
  `a an the and or but if of to in on at by for with from as is are was were be been being am do does did doing
  done have has had having i me my mine myself you your yours yourself we us our ours they them their theirs it its
  itself this that these those he she his her hers him himself herself themselves ourselves what which who whom whose
  how when where why can could would should will shall may might must not no nor so than too very just about into
  over under out up down off then there here all any both each more most other another some such only own same also
  yes now again s t d m ll re ve don im ive id ill youre youve youd youll hes shes weve wed theyre theyve theyll theyd
  dont cant wont didnt doesnt isnt arent wasnt werent havent hasnt hadnt couldnt wouldnt shouldnt aint thats whats
  lets because while until since although though unless whether either neither per via upon within without during
  before after between through against among across`,
);

/** Wishes, likings, requests, plans: how something is asked or stated, not what. */
export const FRAME_WORDS = set(
  `recommend recommends recommended recommendation recommendations suggest suggests suggested suggestion suggestions
  advice advise tip tips idea ideas option options choice choices choose best good great better nice perfect ideal
  suitable help helps helpful need needs needed want wants wanted wish like likes liked love loves loved enjoy enjoys
  enjoyed prefer prefers preferred preferring preference preferences favorite favourite avoid avoids avoided avoiding
  dislike dislikes disliked hate hates hated find finds finding found look looks looking seek seeking plan plans
  planning planned consider considering considered think thinking thought know knows tell give gives gave get gets
  getting got make makes making made go goes going went gone come comes try tries trying tried use uses using used
  take takes taking took way ways thing things something anything everything someone anyone please thanks thank
  strongly strong really truly always never often usually sometimes generally typically one ones new few several many
  much lot lots upcoming next soon interested certain specific particular particularly based especially rather instead
  due feel feels feeling felt say says said kind kinds type types sort list wondering wonder share say mean`,
);
