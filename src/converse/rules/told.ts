/**
 * Does an English sentence tell, by itself, something of a life that one may want to know some weeks later? What was
 * done, bought, decided and agreed, what is planned for a day, what somebody has, needs and aims at, and what things cost.
 *
 * `lasting.ts` reads what is still so months later; this reads what happened and what holds for a while. It must open like
 * one of these statements, hold words of its own, and have nothing of the talk, of a mood or of the moment in it.
 */
import { leavesOut } from "./alone.ts";
import * as english from "./english.ts";
import { KIN } from "./kin.ts";
import { specificWords } from "./specific.ts";

const any = (...words: readonly string[]) => words.join("|");

const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
const WEEKDAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday";
const ADVERB = any(
  "also|already|just|now|finally|recently|currently|always|usually|generally|mostly|mainly|really|actually|definitely|only|even|never|both|originally|officially|eventually|probably|specifically|personally|typically|regularly|successfully|still|\\p{L}+ly",
);
const KIN_OR_I = `(?:i|we|(?:me and )?(?:the missus|my (?:${KIN}))(?: \\p{Lu}\\p{L}+)?(?: and i)?)`;
const LEAD =
  "(?:(?:as an? [^,]{2,40}|for [^,]{2,50}|in [^,]{2,40}|on [^,]{2,30}|since [^,]{2,30}|before [^,]{2,40}|after [^,]{2,60}|at [^,]{2,30}|last [^,]{2,20}|right now|so far|ideally|to start with|every [^,]{2,30}|over the [^,]{2,30}|during [^,]{2,30}),? )?";

/** What somebody did, and what shows afterwards. */
const DEEDS = any(
  "decided|chose|chosen|picked|selected|settled on|agreed to|committed to|booked|reserved|ordered|bought|sold|paid|signed|hired|joined|quit|resigned|retired|moved|relocated|started|began|begun|finished|completed|passed|failed|graduated|studied|majored|worked|lived|grew up|adopted|won|earned|received|built|launched|published|wrote|written|created|made|set up|opened|closed|changed|switched|upgraded|cancelled|canceled|confirmed|scheduled|rescheduled|postponed|registered|enrolled|applied|submitted|visited|travelled|traveled|broke|broken|injured|hurt|tore|sprained|located|learned|learnt|discovered|ran|lifted|hit|reached|managed to|installed|invested|borrowed|lent|gave|given|sent|mailed|emailed|uploaded|printed|cooked|saved|organised|organized|prepared|practi[sc]ed|recorded|logged|missed|skipped|brought|taught|led|managed|set aside|allocated|transferred|deposited|withdrew|withdrawn|researched|contacted|called|knocked down|repaired|fixed|renovated|replaced|installed|planted|painted|met|spoke (?:to|with)|spoken (?:to|with)|talked (?:to|with)|told|tried|used|reviewed|drafted|secured|locked in|uploaded|spent|put|went to|been to|took|taken|got|gotten|interviewed|measured|weighed|tested|trained|collected|delivered|negotiated|raised|reduced|increased|cut|lost|gained|gathered|attended|hosted|asked",
);
const CHOICES = any(
  "go with|go for|stick with|stick to|lock in|book|aim for|choose|pick|opt for|schedule|allocate|budget|switch to|swap|cap|settle on|make it",
);
/** What is wanted for a while; what is wanted of the assistant is not among it. */
const WANTS = any(
  "want to|need to|have to|plan|intend|hope|aim|would like|'d like|would love|'d love|am planning|'m planning|'re planning|am hoping|'m hoping|am looking|'m looking|'re looking|am trying|'m trying|'re trying|'m aiming|am aiming|'re aiming|'m preparing|'m saving|prefer|don't want to|do not want to|can only|won't|refuse|must|gotta|don't plan",
);
/** These are steps of the talk. */
const OF_TALK = any(
  "see|know|hear|get|understand|make|focus|discuss|talk|check|find|look|do|use|go|have|keep|start|begin|continue|move|review|figure|think|feel|be|try|work|take|put|give|show|ask|tell|say|mention|add|include|change|fix|sort|clarify|confirm|ensure|explore|compare|adjust|update|finalize|finalise|read|write|remember|believe|wait|stop|help|provide|explain|let|read|afford|handle|access|just|really|definitely|also|first|quickly",
);
/** What an assistant is asked to make. */
const OUTPUTS = any(
  "lists?|plans?|texts?|e-?mails?|sequences?|strategy|strategies|ideas?|summary|summaries|tables?|examples?|answers?|explanations?|guides?|guidance|drafts?|templates?|titles?|names?|articles?|posts?|essays?|scripts?|codes?|functions?|options?|way|ways|moment|minute|second|break|hand|help|advice|breakdown|overview|outline|checklist|framework|wording|information|details?|something|stories|story|prompts?|descriptions?|reports?|places?|versions?|sheets?|videos?|links?",
);
const HOLDS = any(
  "is|are|was|were|has|have|had|will|isn't|aren't|can't|doesn't|don't|won't|costs?|lives?|works?|likes?|loves?|hates?|prefers?|needs?|wants?|starts?|ends?|runs?|sells?|makes?|takes?|bought|moved|turned|died|passed away|left|started|assigned|asked|told|gave|got|quit|retired|opened|raised|pays?|comes?|includes?|covers?|expects?|requires?|just \\p{L}+ed|recently \\p{L}+",
);

const FRAMES: readonly RegExp[] = [
  `${KIN_OR_I}(?:'ve|'d| have| had)? (?:(?:${ADVERB}) ){0,2}(?:${DEEDS})(?!\\p{L})`,
  `(?:i|we) (?:haven't|have not|didn't|did not|have never|never) (?:(?:${ADVERB}) ){0,1}(?:${DEEDS}|\\p{L}+(?:ed|en))(?!\\p{L})`,
  `(?:i|we)(?:'ve| have) (?:(?:${ADVERB}) ){0,2}(?:got|had|been \\p{L}+ing|an?|\\d|two|three|four|five|several|no|plenty of|over|about)(?!\\p{L})`,
  `(?:i|we) (?:always|never|usually|often|rarely|normally|generally|mostly|seldom) \\p{L}`,
  `(?:i|we) (?:(?:${ADVERB}) ){0,1}(?:take|read|wear|listen to|watch|play|follow|support|swim|cycle|ride|grow|collect|own|have|don't have|run|use|work|study|teach|sell|make|earn|pay|owe|train|live|rent|drive|commute|manage|spend|track|target|operate|trade|deal|employ|rely on)(?!\\p{L}|')`,
  `(?:i'm|i am|we're|we are) (?:(?:${ADVERB}) ){0,2}(?:using|working|targeting|training|preparing|studying|building|running|planning|learning|saving|writing|paying|renting|living|managing|developing|designing|organi[sz]ing|hosting|attending|meeting|moving|flying|travelling|traveling|leaving|visiting|getting married|expecting|switching to|going with|sticking with|allocating|aiming for|interested in|responsible for|allowed|willing to|in charge of|a|an|from|based|on a|allergic|\\d+)(?!\\p{L})`,
  `let's (?:(?:${ADVERB}) ){0,1}(?:${CHOICES})(?!\\p{L})`,
  `(?:i|we)(?:'ll| will|'m going to|'re going to| am going to| are going to|'m gonna| won't)(?: (?:${ADVERB}))? (?:go with|stick with|stick to|keep|move|fly|travel|visit|attend|host|marry|buy|sell|pay|start|launch|open|quit|leave|meet|allocate|invest|save|transfer|log in|submit|apply|sign)(?!\\p{L})`,
  `(?:i|we)(?: (?:${ADVERB}))? ?(?:${WANTS})(?!\\p{L})(?: to)? (?!(?:${OF_TALK})(?!\\p{L}))`,
  `${KIN_OR_I}(?: (?:${ADVERB}))? (?:want|need|require|don't want) (?:an?|no|two|three|\\d+) (?!(?:[\\p{L}\\d-]+ ){0,4}(?:${OUTPUTS})(?!\\p{L}))`,
  `(?:the|my|our) (?:\\p{L}+ )?(?:${KIN}|missus)(?: \\p{Lu}\\p{L}+)?(?:,? \\p{Lu}\\p{L}+,)? (?:(?:${ADVERB}) ){0,2}(?:${HOLDS}|\\p{L}+(?:ed|s))(?!\\p{L})`,
  `(?:my|our) (?:[\\p{L}\\p{N}'&/-]+ ){0,5}?[\\p{L}\\p{N}'&/-]+ (?:(?:${ADVERB}) ){0,2}(?:${HOLDS})(?!\\p{L})`,
  `(?:my|our) (?:[\\p{L}\\p{N}'&/-]+ ){1,3}?(?!this|these|those|its)\\p{L}{2,}s(?!\\p{L})`,
  `(?:the|my|our) (?:[\\p{L}\\p{N}'&/-]+ ){0,5}?[\\p{L}\\p{N}'&/-]+ (?:is|are|was|were|costs?|is costing|will be) [^.]{0,40}\\d`,
  `(?:the|my|our) (?:[\\p{L}\\p{N}'&/-]+ ){0,5}?[\\p{L}\\p{N}'&/-]+ (?:is|are) (?:(?:${ADVERB}|all|fully) ){0,2}(?:locked in|booked|confirmed|paid|scheduled|installed|active|signed|set up|submitted|cancelled|canceled|closed|due|broken)(?!\\p{L})`,
  `${KIN_OR_I}.{2,80}(?<!\\p{L})(?:always|never|usually|every (?:single )?(?:day|morning|evening|night|week|weekend|month|year|${WEEKDAYS})|each (?:day|week|month))(?!\\p{L})`,
  `${KIN_OR_I}.{2,80}(?<!\\p{L})(?:on|by|until|from|in|for) (?:the (?:morning|afternoon|evening|week|weekend) of )?(?:\\d{1,2} )?(?:${MONTHS})(?!\\p{L})`,
].map((frame) => new RegExp(`^${LEAD}(?:${frame})`, "iu"));

/** Verbs of talking and of feeling, in every form. */
const OF_MIND =
  "want|need|look|reckon|only|always|never|already|absolute|like|notice|remember|appreciate|wonder|hope|figure|assume|ask|mention|discuss|talk|agree|cover|suppose|guess|think|know|see|feel|hear|get|go|do|have|make|mean|say|tell|try|believe|expect|understand|love|hate|doubt|wish|worry|care|keep|start|continue|check|read|can|could|will|would|should|might|may|must|am|are|was|were|just|still|don|didn|haven|wouldn|couldn|find|found|come|came|give|gave|show|showed|give|let|deserve|thought|knew|felt|said|told|saw|did|had|made|kept|meant|forgot|forget";
/** Whatever somebody does, did or is doing: that has to say more. */
const WIDE_FRAMES: readonly RegExp[] = [
  `(?:i|we)(?:'ve|'d| have| had)? (?:(?:${ADVERB}) ){0,2}(?!\\p{L}+ly(?!\\p{L}))(?!(?:${OF_MIND})(?:s|d|ed|ped|ned|ked)?(?!\\p{L}))\\p{L}{4,}(?!\\p{L}|')`,
  `(?:i'm|i am|we're|we are) (?:(?:${ADVERB}) ){0,2}(?!(?:ask|tell|talk|say|wonder|think|look|wait|try|go|com|feel|hop|start|gett|do|mak|see|hit|head|tak|sift|writ|typ|us|open|find|los|fall|spend|putt|pick|keep|read|list|sitt|ly|refer|mean|freak|struggl|giv|runn)(?:ing)(?!\\p{L}))\\p{L}{2,}ing(?!\\p{L})`,
].map((frame) => new RegExp(`^${LEAD}(?:${frame})`, "iu"));
/** "I'm Nora, a nurse": names have their capitals here. */
const INTRODUCES =
  /^(?:I'm|I am|My name is|My name's) \p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,2}(?:,| and|\.$)/u;

/** It is so for a day, it is about what is going on, or it says nothing. */
const PASSES =
  /(?<![\p{L}'-])(?:right now|now|at the moment|for now|just now|asap|immediately|straight away|sharp sharp|so far|yet|in a (?:sec|minute|moment)|this (?:second|minute|instant|moment|time)|let me|please|okay|ok|anyway|first thing|as soon as|the next step|next up|(?:i|we) (?:discussed|talked about|agreed|covered|mentioned)|like (?:i|we) (?:said|mentioned|discussed)|as (?:i|we) (?:said|mentioned|discussed|agreed)|drama|dramas|no (?:wahala|worries|stress|stories|jokes|excuses)|whole point|.let's|answer (?:for|to|is|was)|makes? sense|waste|wasting|back and forth|keep going|going in circles|catch up|step by step|one thing at a time|on the right track|get (?:it|this|that|things) (?:done|sorted|right)|make sure|wrap (?:it |this )?up|ready to|about to|stuck|peace of mind|keen to (?:see|know|hear)|(?:having|have|had|got|gotten) (?:\p{L}+ )?(?:trouble|issues|problems|difficulty|difficulties|errors?)|(?:experiencing|encountering|running into|facing|getting|seeing|hitting|debugging) (?:[\p{L}"'’-]+ ){0,4}(?:issues?|errors?|problems?|latency|delays?|message)|an? (?:issue|problem)|(?:i|we)(?:'ve| have)? tried (?:to|\p{L}+ing)|(?:i|we) just (?:want|need)|(?:got|have|had) [^.]{0,30} in mind|(?:gone|went|looked) (?:through|over|at)|(?:i'm|we're) (?:clicking|pressing|opening|typing|scrolling|tapping)|have an? (?:\p{L}+ ){0,2}(?:fever|cough|headache|migraine|cold|flu|hangover)|(?:don't|do not) have (?:[\p{L}\d]+ ){0,3}(?:minutes?|seconds?|time|energy|patience|strength)|figuring out|is (?:already )?(?:so|packed|full|impossible|ruined|crazy|a mess|hard|fine|okay|tough|done|terrible|chaos|a nightmare|gone|over)|thing|things|stuff|(?:an?|any|some|more|other|the|your|these|this|that|those|few|first|next|last) (?:\p{L}+ )?(?:steps?|points?|questions?|examples?|options?|ideas?|breakdown|prompt|template|list|format|summary|details?|information|instructions?|response)|assistant|chat|conversation|session(?! (?:on|with|at)))(?![\p{L}'-])/iu;
/** It breaks off. */
const BREAKS_OFF =
  /[\\=^{}|]|(?:…|\.{3})|[([{][^)\]}]*$|^[^([{]*[)\]}]|(?<!\p{L})(?:a|an|the|of|for|with|as|is|are|was|were|and|or|but|to|in|on|at|by|from|my|our|that|because|like|about)\.?$|:\.?$|^\p{L}[^.:]{0,40}: /iu;
const FOR_TODAY =
  /(?<!\p{L})(?:today|tonight|this (?:morning|afternoon|arvo|evening)|later today)(?!\p{L})/iu;
const DONE = new RegExp(
  `^${LEAD}${KIN_OR_I}(?:'ve|'d| have| had)? (?:(?:${ADVERB}) ){0,2}(?:${DEEDS})(?!\\p{L})`,
  "iu",
);
/** What is chosen with "let's" is one of several that were offered, so it needs a name or a figure. */
const CHOICE = /^(?:[^,]{0,50}, )?let's /iu;
const NAMES_IT = /[ "'“‘(](?:\p{Lu}|\d|[¥$€£₦₩])| (?:the|an?|my|our) /u;
const LETS_CHARS = 5;
/** "I need to check in on 1 March" is no word about the talk. */
const HAS_TO = /^(?:i|we)(?:'ll| will| need to| have to| want to| must) /iu;
const IN_MONTH = new RegExp(`(?<!\\p{L})(?:\\d{1,2} (?:${MONTHS})|(?:${MONTHS}) \\d)`, "u");
const MIN_WORDS = 4;
const MAX_WORDS = 45;
const MIN_SPECIFIC = 2;
const MIN_SPECIFIC_WIDE = 3;

/** All of them, to be compiled before they are needed. */
export const PATTERNS: readonly RegExp[] = [
  ...FRAMES,
  ...WIDE_FRAMES,
  INTRODUCES,
  DONE,
  FOR_TODAY,
  PASSES,
  BREAKS_OFF,
];

const SIGNS_OF_TALK = [english.MOOD, english.UNCERTAIN, english.CONDITION, PASSES, BREAKS_OFF];

/** `said`: with the words that count from the day on which it was said, by which a plan for that day is known. */
export function isTold(content: string, said: string): boolean {
  const text = content.replaceAll("’", "'");
  const [first = ""] = text.split(/(?<=[.!])\s+(?=\p{Lu})/u);
  const words = text.split(" ").length;
  if (words > MAX_WORDS || (words < MIN_WORDS && !english.ABSTAINS.test(text))) return false;
  const least = leastSpecific(first);
  if (least === undefined || (FOR_TODAY.test(said) && !DONE.test(first))) return false;
  if (english.TALK.test(text) && !DONE.test(first)) return false;
  if (SIGNS_OF_TALK.some((sign) => sign.test(text))) return false;
  if (english.SPOKEN.test(text) && !(HAS_TO.test(text) && IN_MONTH.test(text))) return false;
  return !leavesOut(first) && specificWords(first) >= least;
}

/** How many words of its own a statement of its form has to have; undefined if it has no such form. */
function leastSpecific(text: string): number | undefined {
  if (english.ABSTAINS.test(text)) return 1;
  if (CHOICE.test(text) && !NAMES_IT.test(text.slice(LETS_CHARS))) return undefined;
  if (INTRODUCES.test(text) || FRAMES.some((frame) => frame.test(text))) return MIN_SPECIFIC;
  return WIDE_FRAMES.some((frame) => frame.test(text)) ? MIN_SPECIFIC_WIDE : undefined;
}
