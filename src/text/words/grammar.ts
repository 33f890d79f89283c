/**
 * Which closed classes of English words do we know? Small sets, shared by lists, frames and denials. None of them
 * decides sameness by itself: no word is dropped for being in one of them.
 */
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Verbs with which people state facts and which take a thing, or a list of things, as their object. */
export const FACT_VERBS = set(
  `like likes liked love loves loved enjoy enjoys enjoyed prefer prefers preferred hate hates hated dislike
  dislikes want wants wanted need needs needed eat eats ate drink drinks drank buy buys bought speak speaks spoke
  know knows knew use uses play plays played read reads watch watches watched own owns owned keep keeps kept
  grow grows teach teaches taught study studies studied learn learns learned visit visits visited sell
  sells sold cook cooks cooked order orders ordered collect collects collected support supports supported include
  includes included contain contains require requires avoid avoids avoided manage manages managed write writes
  wrote invite invites invited meet meets met see sees saw miss misses bring brings brought take takes took
  pack packs packed serve serves served
  offer offers offered cover covers covered handle handles handled make makes made send sends sent feature features
  produce produces produced accept accepts accepted provide provides provided attend attends attended follow follows
  followed host hosts hosted maintain maintains maintained wear wears wore store stores stored track tracks tracked
  discuss discusses discussed sponsor sponsors employ employs employed import imports export exports recommend
  recommends recommended remember remembers borrow borrows borrowed lend lends mention mentions mentioned`,
);
/** Verbs that follow a subject but seldom take a thing as their object. */
export const SUBJECT_VERBS = set(
  `live lives lived work works worked lead leads led report reports reported go goes went come comes came run runs
  ran share shares shared agree agreed do does did will can could should must may`,
);
export const BE_AND_HAVE = set("is are am was were be been have has had");
export const PREPOSITIONS = set("in for with about between on by at from to of into under over");
export const POSSESSIVES = set("my our your his her their its");
export const PRONOUNS = set("i you he she it we they me him us them");
/** With these subjects the verb has no -s. */
export const PLAIN_SUBJECTS = set("i you we they");
