/**
 * Does an English sentence say by itself, to somebody who reads it months later, something that is then still so? Who
 * somebody is, how he lives, what he likes, has, aims at and has been through, and who his people are.
 *
 * It must open like one of these statements, and nothing in it may point outside, pass by the day, or belong to the talk.
 * Everything else that is worth a fact is kept as passing ("context").
 */
import { pointsOutside } from "./alone.ts";
import * as english from "./english.ts";
import { KIN } from "./kin.ts";

const any = (...words: readonly string[]) => words.join("|");

const ADVERB = any(
  "also|always|usually|normally|generally|mostly|often|really|actually|definitely|only|even|never|currently|now|recently|absolutely|personally|honestly|basically|simply|truly|mainly|both|all|typically|regularly|rarely|seldom|sometimes|occasionally|originally|mostly|much|strongly|especially|particularly|have|have always|'ve always|have never|'ve never|don't|do not|no longer|can't|cannot|can|can only|pretty much|just|already|still",
);
const I = `(?:i|we|(?:me and )?(?:the missus|my (?:wife|husband|partner))(?: and i)?) (?:(?:${ADVERB}) ){0,3}`;
/** What may stand before the statement: "As a nurse, …", "On weekdays …", "For five years, …". */
const LEAD =
  "(?:(?:as an? [^,]{2,40}|for (?:the (?:past|last) )?[\\p{L}\\d ]{2,20} (?:years|months)|since [^,]{2,30}|before [^,]{2,30}|(?:on|every|most|each) [\\p{L} ]{3,25}|usually|normally|personally|in general|professionally|right now|outside (?:of )?work|at (?:home|work)),? )?";

const LIFE = any(
  "live|reside|work (?:as|at|for|in|from|on|with|nights|days|weekends|part|full|remotely|\\d)|study|teach|coach|lead|own|rent|share|drive|ride|cycle|commute|speak|play|practi[sc]e|collect|grow|cook|bake|eat|drink|smoke|wear|attend|belong|volunteer|earn|save|pay|owe|sleep|wake up|wake|get up|swim|hike|climb|travel|raise|breed|sell|suffer|struggle with|specialise|specialize|design|weigh|paint|sing|dance|come from|hail from|report to|host|pray|fast|believe in|surf|run (?:a|an|my|our|the|\\d)|manage (?:a|an|my|our|the)|take (?:\\p{L}+ )?(?:medication|tablets|insulin|the (?:train|bus|metro|tube))|use (?:a|an|my|\\p{Lu})|represent|employ|import|export|supply|trade|drink|represent|learn (?:better|best|more|faster)",
);
const TASTE = any(
  "prefer|love|like|enjoy|adore|hate|loathe|dislike|detest|despise|fancy|appreciate|value|fear|dread|can't stand|cannot stand|can't bear|don't mind|don't care for|don't trust|tend to|am a (?:big )?fan of|am not a (?:big )?fan|'d rather|would rather|'d prefer|would prefer",
);
const OWN_MATTER = any(
  "name|surname|birthday|age|address|home|house|flat|apartment|room|place|garden|car|bike|motorbike|van|truck|boat|job|work|career|company|business|firm|shop|employer|industry|salary|income|earnings|rent|mortgage|loan|debt|savings|school|university|college|degree|major|thesis|diet|allergy|allergies|condition|illness|blood type|height|weight|health|energy levels?|hobby|hobbies|religion|faith|church|mosque|temple|language|native language|mother tongue|background|experience|commute|routine|lifestyle|life|days|weekends|mornings|evenings|schedule is|strengths?|weakness|weaknesses|skills?|goals?|aims?|target|targets|dream|dreams|ambition|budget|priority|priorities|limit|deadline|fears?|challenge|concern|worry|problem is|hero|idol|favou?rite \\p{L}+(?: \\p{L}+)?|religion|customers|market|branding|brand|products?|target (?:audience|market|customers?)|culture|phone number|email|departure city|nationality|citizenship",
);
const QUALITY = any(
  "vegan|vegetarian|pescatarian|allergic|intolerant|diabetic|asthmatic|coeliac|celiac|married|single|divorced|widowed|engaged to|pregnant|retired|unemployed|self-employed|freelance|left-handed|right-handed|colou?r-?blind|deaf|blind|dyslexic|autistic|introverted|extroverted|shy|religious|muslim|christian|jewish|catholic|buddhist|hindu|atheist|based|from|originally from|born|fluent|responsible for|in charge of|interested in|passionate about|into|good at|bad at|not (?:very |really )?good at|terrible at|great at|afraid of|scared of|used to|in my (?:early |mid |late )?(?:teens|twenties|thirties|forties|fifties|sixties|\\d0s)|\\d+ years old|\\d+ (?:cm|m|kg|lbs?)",
);
const STAYS = any(
  "studying|working (?:as|at|for|in|on (?:a|an|my))|living|training (?:for|to)|learning|building (?:a|an|my|our)|saving|renting|raising|writing (?:a|an|my)|running (?:a|an|my|our)|teaching|preparing for|planning (?:a|an|our|my)|planning to (?:move|buy|sell|retire|marry|travel|visit|study|open|quit|leave|learn|apply|get married)|doing (?:a|an|my) (?:phd|master|degree|apprenticeship)|trying to (?:lose|gain|quit|learn|save|eat|build|get (?:fit|lean|pregnant)|stop|become)|aiming (?:to|for)|moving to|getting married|expecting|on (?:a|an) \\p{L}+ diet|always on",
);
const LIVED = any(
  "moved (?:to|from|in|into|here from)|relocated|emigrated|immigrated|bought|sold|inherited|got (?:married|engaged|divorced|promoted|hired|fired|laid off|a (?:new |full-time |part-time )?(?:job|dog|cat|puppy|kitten|house|car|promotion|degree|diploma|licence|license))|quit|retired|joined|graduated|studied|majored|was born|were born|grew up|was raised|was diagnosed|was promoted|was laid off|lost (?:my|our)|adopted|founded|co-founded|started (?:a|an|my|our|working|learning|studying)|opened (?:a|an|my|our)|worked (?:as|at|for|in)|lived in|used to (?!be so)|won|passed (?:my|the)|failed (?:my|the)|served in|published|launched|had (?:a|an|my) (?:baby|son|daughter|surgery|operation|stroke|miscarriage|heart attack|accident|allergic)|broke my|tore my|injured my|enrolled|hired|paid off|switched (?:to|from)|stopped|gave up|became|trained as|built|decided to|promised|committed to",
);
const SINCE = any(
  "(?:have|'ve) been (?:\\p{L}+ ){0,3}(?:\\p{L}+ing|an?|in|with|at|on|married|together|vegan|vegetarian|single)(?: .*)? (?:for|since) .|(?:have|'ve) (?:had|lived|worked|known|studied|played|owned|dedicated|spent|maintained|struggled|suffered) ",
);
const HAS = any(
  "have|'ve got|have got|own|don't have|do not have|had|also have|currently have|only have|have never|'ve never|have no",
);
const THINGS =
  "(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\\d+|several|no|many|my own|our own|plenty of|over \\d+|about \\d+|more than|type \\d|\\p{L}+ (?:years|months) of)";
/** What lasts of somebody else. */
const OF_OTHERS = any(
  "(?:is|are)(?! (?:not |also |now |still |just |so |very |really |a bit |quite |slowly |getting |currently )*(?:\\p{L}+ing|better|worse|back|here|out|away|weak|sick|ill|ready|keen|happy|upset|angry|sad|worried|fine|okay|ok|great|good|bad|done|doing|sure|right|wrong|stoked)(?!\\p{L}))",
  "was (?:born|a|an|diagnosed|from)|has (?:a|an|two|three|four|five|no|been|diabetes|asthma|cancer|dementia|\\d)|have (?:a|an|two|three|four|five|no|been|\\d)|lives?|works?|studies|study|teaches|runs? (?:a|an|the|my|our)|owns?|likes?|loves?|hates?|prefers?|enjoys?|speaks?|plays?|drives?|collects?|grows?|cooks?|comes? from|called|named|died|passed away|moved to|got (?:married|engaged|divorced|promoted)|retired|graduated|can't (?:eat|drink|stand|walk|hear|see)|doesn't (?:eat|drink|like|drive|speak|work|live)|turns? \\d+",
);
/** What one has for the moment. */
const MOMENTARY_THING =
  /^(?:i|we)(?:'ve got| have got| have| had| don't have| only have| also have| got| currently have| have no| had no) (?:a |an |any |no |one |some |another |many |\d+ |plenty of )*(?:\p{L}+ ){0,2}(?:questions?|ideas?|feeling|feelings|minutes?|seconds?|moments?|lot|bit|look|read|chat|talk|clue|choice|point|problem|issue|thoughts?|energy|time|hunch|meeting|call|appointment|deadline|headache|migraine|cold|fever|flu|hangover|checklist|list|link|links|template|draft|document|report|table|guide|plan|plans|request|task|tasks|idea|option|options|syllabus|spot|break|day|days|week|weeks|hour|hours|test|exam|session|chance|sense|mess|disaster|good|bad|great|rough|tough|long|busy|crazy|hard|terrible|awful|amazing|nice)(?!\p{L})/iu;
const AIM = any(
  "become|be (?:a|an) |prepare for|learn|lose|gain|buy|move|start (?:a|an|my|our)|open|save|get (?:a|an|into|fit|lean|married|pregnant|promoted|certified|better at)|retire|travel|visit|build (?:a|an|my|our) (?:house|home|business|company|career)|build muscle|pass|quit|expand|grow|study|teach|own|launch|publish|write (?:a|an|my)|earn|cut down|live|work (?:as|in|for|at|abroad|remotely)",
);

const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";

const FRAMES: readonly RegExp[] = [
  `(?:i'm|i am|we're|we are) (?:(?:${ADVERB}|not) ){0,2}(?:(?:a|an) (?!bit|little|lot|few|mess|failure|wreck|second|minute|start|total|complete|fan of (?:this|that|the)|idiot|step)|(?:${QUALITY})(?!\\p{L}))`,
  `(?:i'm|i am|we're|we are) (?:(?:${ADVERB}) ){0,2}(?:${STAYS})(?!\\p{L})`,
  `${I}(?:${LIFE})(?!['\\p{L}])`,
  `${I}(?:${TASTE}) (?!(?:the|that|this|these|those|it|how|when|where|what|your|to (?:see|know|hear|get|have|discuss|talk|go|do|start|thank|make|keep|focus|use|find|try|think|explain)|you|them|him|her|some|something|one|for|and|a (?:look|bit|moment)|more|both|everything|everyone|being able)(?!\\p{L}))`,
  `(?:i|we)'(?:d (?:much )?(?:rather|prefer)) (?!(?:the|that|this|these|those|it|you|to (?:see|know|hear|get|discuss|talk|start|focus|explain|go|use|think)|go|start|see|just|not|have|something)(?!\\p{L}))`,
  `(?:i|we)(?: (?:also|only|currently|still|now))? (?:${HAS}) ${THINGS}(?!\\p{L})`,
  `(?:i|we)(?: (?:also|only|currently|now))?(?: have|'ve| had|'d)?(?: (?:also|already|recently|finally|just|both|always|never|even))? (?:${LIVED})(?!\\p{L})`,
  `(?:i|we) ?(?:${SINCE})`,
  `(?:my|our|the) (?:\\p{L}+ ){0,2}?(?:${KIN})(?:'s \\p{L}+(?: \\p{L}+)?| \\p{Lu}\\p{L}+|,? \\p{Lu}\\p{L}+,)? (?:(?:${ADVERB}|and i) ){0,2}(?:${OF_OTHERS})(?!\\p{L})`,
  `(?:my|our) (?:\\p{L}+ ){0,3}?(?:${OWN_MATTER})(?!\\p{L})(?: (?:in|for|at|of|with|as|from|to) (?:\\p{L}+ ){1,5}?)? ?(?:is|are|was|were|has|have|had|will be|includes?|starts?|ends?|takes?|costs?|revolves?|comes? (?:from|to)|aren't|isn't|sells?|makes?|does|focus(?:es)?)(?!\\p{L})`,
  `(?:i|we)(?: (?:really|also|eventually|still|do|definitely|always|would love to|want to|hope to))? ?(?:want|plan|intend|aim|hope|dream|am planning|'m planning|'d love|would love) (?:to|of) (?:(?:eventually|one day|finally|also|still) )?(?:${AIM})(?!\\p{L})`,
  `(?:i|we) (?:want to|hope to|would love to|'d love to) (?:${AIM})(?!\\p{L})`,
  `(?:i|we) (?:(?:can't|cannot|can only|don't|do not|never|no longer|won't|refuse to|don't ever|am not allowed to) )(?:eat|drink|drive|smoke|swim|cook|fly|stand|speak|ride|ski|sing|dance|own|wear|celebrate|tolerate|digest|like|enjoy|trust|believe in|work (?:on|with|at|in|weekends|nights|for)|live|travel|handle|like|have (?:a|an|any|kids|children|pets|siblings))(?!\\p{L})`,
  `(?:(?:every|most|on) )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:and|to) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?))?(?: (?:mornings?|afternoons?|evenings?|nights?|arvos?))?(?: (?:is|are|for)|.{0,80} (?:usually|always|works?)) `,
  `(?:i|we)(?:'(?:ve|m|re|d))? .{3,80}(?<!\\p{L})(?:\\d+ (?:hours|minutes|times|days|km|cups|litres|grams|calories) (?:a|per|each) (?:day|week|month)|every (?:single )?(?:hour|minute|day|morning|evening|night|week|weekend|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|on (?:weekdays|weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days)|each (?:day|week|morning)|once a (?:day|week|month|year)|(?:twice|three times|\\d+ times) a (?:day|week|month|year))`,
  `(?:${I.trim()}|my \\p{L}+ ).{2,80}(?<!\\p{L})(?:non-negotiable|deal-?breaker|sacred)`,
  `my .{2,80}(?<!\\p{L})(?:non-negotiable|deal-?breaker|sacred)`,
  `(?:i|we)(?:'ve| have) (?:never|always|been able to|learned to|learnt to|rarely|had (?:no|little) |dedicated|spent) (?!(?:the|that|this|these|those|it)(?!\\p{L}))`,
  `(?:i|we)(?: (?:always|usually|really|generally|definitely|just))? (?:want to avoid|need to avoid|try to avoid|avoid|struggle (?:with|to)|know (?:how to|basic|some|a little|\\p{Lu})|have no experience|have experience) (?!(?:the|that|this|these|those|it|what|why)(?!\\p{L}))`,
  `(?:i'm|i am|we're|we are) (?:(?:always|never|usually|often|constantly|mostly|rarely|generally) \\p{L}|(?:not )?after (?:a|an|five|\\p{L}+-)|not a )`,
  `my .{2,60} (?:is|are) (?:always|usually|never|often|mostly|rarely|normally|generally|not the same|different every) `,
  `\\p{L}+ing .{2,60} (?:is|are) (?:always|usually|never|often|mostly|a constant|constantly) `,
  `(?:my|our|the) (?:\\p{L}+ ){0,3}?(?:budget|target|total|limit|price|maximum|minimum|deadline|date|goal|aim)(?!\\p{L}).{0,60} (?:is|are|was) .{0,40}\\d`,
  `(?:i|we)(?:'ve| have|'re|'m| am| are)? (?:also |already |just )?(?:decided on|chose|chosen|picked|booked|reserved|settled on|going with|signed up for|hired|ordered|bought) .{0,60}\\p{Lu}\\p{L}+.{0,40} (?:for|in|on|from|to|as) `,
  // When it is, is told in full.
  `(?:i|we|my|our)(?:'ve|'re|'m)? (?!will|am going|are going|going to|just|need to|trying|wondering|thinking).{3,120}(?<!\\d)(?:\\d{1,2} (?:${MONTHS})|(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?,?) \\d{4}`,
  `(?:in|since) (?:(?:${MONTHS}) )?\\d{4},? (?:i|we|my|our) `,
].map((frame) => new RegExp(`^${LEAD}(?:${frame})`, "iu"));

// ── what it must not have

/** It is so for a day, or it is about what is going on. */
const PASSES =
  /(?<![\p{L}'-])(?:(?<!(?:every|each|most|single) )(?:on |by |until )?(?:this |next |coming )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?! (?:is|are|mornings?|afternoons?|evenings?|nights?|arvos?|and|to|usually|or)|s)|for the (?:week|day)|th(?:is|e last|e next) (?:week|weekend|few days)|last (?:week|night|weekend)|next (?:week|weekend)|(?:people|some|they|everybody|others) (?:\p{L}+ ){0,2}are (?:\p{L}+ )?\p{L}+ing|(?:i|we|boss|manager|he|she|has|have|'ve|'s) just|is so|is (?:impossible|ruined|crazy|a mess|hard|fine|okay|tough|done|terrible|chaos|a nightmare)|just \p{L}+(?:ed|t|nt)|haven['’]t \p{L}+(?:ed|n|t)|today|tonight|tomorrow|yesterday|right now|at the moment|for now|just now|asap|immediately|straight away|so far|again|yet|soon|later|at this point|for today|anymore (?:right )?now|finally|next up|this time|in a (?:sec|minute|moment)|let's|let me|please|okay|ok|anyway|as (?:i|we) (?:said|mentioned|discussed|agreed)|like (?:i|we) (?:said|mentioned|discussed)|we (?:discussed|talked|agreed|covered)|we all|everyone|(?:i|we) (?:just|still|already) (?:need|want|have to|can't|don't|haven't|got|did|finished|took|saw)|still (?:very |so |a bit |quite |really )?(?:\p{L}+ing|weak|sick|ill|sore|tired|here)|(?:was|were|is|are|'s|'re|am|'m) (?:\p{L}+ly |still |just |so |really |completely |totally |absolutely )*(?:waiting|getting|going|trying|losing|feeling|looking|thinking|asking|telling|talking|killing|ruined|locked|sorted|done|finished|fixed|dead|fried|cooked|shot|gone|great|good enough|fine|perfect|clear|amazing|awesome|brilliant|ready))(?![\p{L}'-])/iu;
const DANGLES =
  /(?:…|\.{3})|^\p{L}+:|[([{][^)\]}]*$|^[^([{]*[)\]}]|\betc\b|\w\.(?:csv|py|js|ts|txt|pdf|json|xlsx?|docx?|html)(?!\p{L})|:\.?$/u;
/** A day in full. */
const DATED = new RegExp(`(?:\\d{1,2} (?:${MONTHS})|(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?,?) \\d{4}`, "u");
const FIGURES_OF_TALK =
  /(?<!\p{L})(?:option|step|phase|part|day|section|chapter|question|q|version|v|workout|week|level|task|point|number|resort|type|card|item|draft|plan) (?:[A-D]|\d+|one|two|three)(?!\p{L})/iu;
const MIN_WORDS = 3;
const MAX_WORDS = 34;

/** All of them, to be compiled before they are needed. */
export const PATTERNS: readonly RegExp[] = [
  ...FRAMES,
  ...[MOMENTARY_THING, PASSES, DANGLES, DATED, FIGURES_OF_TALK],
];

export function isLasting(content: string): boolean {
  const text = content.replaceAll("’", "'").replace(english.INTRODUCED, "");
  // A sentence that explains the one before it may point to it.
  const [first = ""] = text.split(/(?<=[.!])\s+(?=\p{Lu})/u);
  const words = text.split(" ").length;
  if (words < MIN_WORDS || words > MAX_WORDS) return false;
  if (!FRAMES.some((frame) => frame.test(first))) return false;
  if (MOMENTARY_THING.test(first) && !DATED.test(first)) return false;
  if (PASSES.test(text) || DANGLES.test(text) || FIGURES_OF_TALK.test(text)) return false;
  if (
    [english.MOOD, english.TALK, english.SPOKEN, english.UNCERTAIN, english.CONDITION].some((sign) =>
      sign.test(text),
    )
  )
    return false;
  return !pointsOutside(first);
}
