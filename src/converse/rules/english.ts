/**
 * By which words does a sentence show that it says something lasting about the speaker, or that it does not? English.
 *
 * Every pattern is tried on a tidied sentence: folded to plain apostrophes, without what opens it.
 */

const ADVERBS =
  "(?:(?:also|always|usually|normally|generally|mostly|often|really|actually|already|definitely|still|just|only|even|never|currently|now|recently|finally|absolutely|personally|honestly|basically|simply|truly|mainly|probably|both|all|currently|typically|regularly|rarely|seldom|sometimes|occasionally|originally|officially|both|pretty much|mostly|much|strongly|especially|particularly|specifically) )*";
const WE =
  "(?:(?:the (?:missus|wife|kids|boys|girls|family|team) and (?:i|me)|me and \\p{L}+(?: \\p{L}+)?|my (?:\\p{L}+ ){1,3}?and i|i|we) )";
const I = `${WE}${ADVERBS}`;
const POSSESSIVE = "(?:my|our)";
const OWN_THING = `${POSSESSIVE} (?:[\\p{L}\\p{N}'&/-]+ ){0,5}?[\\p{L}\\p{N}'&/-]+`;

/** Verbs in the present tense that say how somebody's life is. */
const LIFE =
  "live|reside|stay|work|study|teach|train|coach|run|manage|lead|own|rent|share|drive|ride|cycle|commute|speak|play|practi[sc]e|collect|grow|cook|bake|eat|drink|smoke|take|use|wear|read|watch|listen|follow|support|attend|belong|volunteer|earn|make|pay|save|owe|spend|sleep|wake|get up|go to|swim|hike|climb|travel|visit|keep|raise|breed|sell|buy|rely|depend|suffer|struggle|handle|specialise|specialize|focus|design|build|install|weigh|write|paint|sing|dance|know how|have|come from|hail from|report to|answer to|start|finish|open|close|avoid|skip|track|log|meet|call|host|pray|fast|believe in|vote|do";
const TASTE =
  "prefer|love|like|enjoy|adore|hate|loathe|dislike|detest|despise|fancy|appreciate|value|miss|fear|dread|find|trust|can't stand|cannot stand|can't bear|don't like|don't enjoy|don't mind|don't care for|don't trust|am a (?:big )?fan of|am not a (?:big )?fan|am into|am keen on|am allergic|am intolerant|am interested in|am passionate|am afraid of|am scared of|am used to|am good at|am bad at|am not good at|am terrible at|'d rather|would rather|'d prefer|would prefer|'d like|would like|'d love|would love|tend to";
const NEED =
  "need|require|want|must|have to|have got to|'ve got to|gotta|can't|cannot|can only|can't afford|can afford|don't want|don't need|won't|refuse to|insist on|don't have|don't eat|don't drink|don't drive|don't smoke|don't use|don't speak|don't know|don't own|don't work|don't live|don't do|don't take";
const DID =
  "decided|chose|picked|selected|settled|agreed|committed|promised|booked|reserved|ordered|bought|sold|paid|signed|hired|joined|quit|left|resigned|retired|moved|relocated|started|began|finished|completed|passed|failed|graduated|studied|majored|worked|lived|grew up|was born|were born|was diagnosed|was promoted|was laid off|got married|got engaged|got divorced|got promoted|got fired|got hired|got|met|adopted|lost|won|earned|received|built|launched|published|wrote|created|made|set up|set|opened|closed|changed|switched|upgraded|cancelled|canceled|confirmed|scheduled|rescheduled|postponed|planned|registered|enrolled|applied|submitted|visited|travelled|traveled|went|broke|injured|hurt|tore|sprained|had|have had|used to|found|found out|located|identified|learned|learnt|discovered|noticed|realised|realized|reviewed|checked|tested|tried|ran|lifted|hit|managed|reduced|increased|cut|added|removed|dropped|locked in|knocked|did|installed|invested|borrowed|lent|gave|sent|spoke|talked|called|told|asked|discussed|worked out|figured out|nailed|smashed|cooked|ate|drank|read|watched|slept|woke|walked|swam|saw|took|put|kept|spent|saved|organised|organized|prepared|practi[sc]ed|recorded|logged|marked|updated|missed|forgot|skipped|sorted|used|brought|wanted|needed|loved|liked|hated|enjoyed|thought about|taught|led|was|were";
/** What everybody says of his life in so many words: his work, his home, his marriage. */
const STATION =
  "work (?:as (?:an?|the) |for \\p{Lu}|at \\p{Lu}|in (?:a|an|the) )|(?:have )?moved to \\p{Lu}|(?:have )?relocated to \\p{Lu}|(?:was|were) born in |grew up in |(?:have )?retired (?:from|in|last|at)|got (?:married|engaged|divorced)|(?:have )?(?:started|got|found|quit|left|lost) (?:my|a new|an old|the) job";
const HAVE_DONE =
  "(?:have|'ve|had|'d) (?:already |just |now |finally |recently |never |not |always |also |definitely |both )*";

export const QUESTION =
  /\b(?:should|shall|can|could|do|did|does|would) (?:i|we)\b|(?:^|, )(?:and )?(?:how|what|where|why|when|who|which) (?:can|do|does|did|should|would|could|will|is|are|am) (?:i|we|it|the|this|that|my|our)\b|^(?:(?:and|but|so|or|then) )?(?:what|who|whom|whose|which|when|where|why|how|is|are|am|was|were|do|does|did|can|could|will|would|should|shall|may|have|has|had|isn't|aren't|don't|doesn't|didn't|can't|couldn't|won't|wouldn't|shouldn't|any (?:chance|idea|ideas|suggestions|tips|advice|thoughts))\b(?! (?:i|we) (?:need|want|like|love|prefer|have|do|am|did|really)\b.{0,60}\b(?:is|was)\b)/i;
export const REQUEST =
  /\b(?:tell|show|give|help|send|get|find|make|hit|walk|remind|teach|ask) (?:me|us)\b|^(?:immediately,? |sure,? |for (?:each|the|this|every|all) [^,]{0,30},? |for starters,? |then,? )?(?:(?:please|just|so|then|now|kindly|next|again|first|also|maybe) )*(?:please|tell|show|give|help|let me|let us know|let's (?:see|start|begin|continue|move|get (?:started|cracking|stuck|into|this|it|going|that|on)|do (?:this|it|that)|crack|talk|discuss|look|go (?:through|over|ahead)|proceed|keep|try|focus|hear|work|make sure|check|find|figure|dive|jump|tackle|review|not|just|have|compare|finish|finalize|finalise|nail|sort|use|explore|hit|kick|say|assume|define|break|set|add|take|think|prioritize|prioritise|refine|run|ask|put|address)|write|create|generate|make sure|make it|make a|make an|make the|make me|make them|draft|list|explain|describe|provide|suggest|recommend|find|search|look|check|confirm|send|share|put|add|remove|delete|change|update|fix|do |don't|do not|stop|start|keep|get |go |come|see|read|use |try|include|consider|think|imagine|take|break|walk|point|lay|chuck|proceed|continue|carry on|move|focus|compare|calculate|convert|translate|summari[sz]e|rewrite|design|build|set|be |ensure|remind|book|organi[sz]e|plan|prepare|present|identify|pick|choose|select|figure|call|answer|act|pretend|assume|ask|save|store|note down|write down|give|hit me|fire away|run|outline|elaborate|clarify|expand|map|format|prioriti[sz]e|schedule|lock|spill|dig|throw|whip|hold|wait|bring|print|open|click|apply|analy[sz]e|double-check|simulate|rank|rate|treat|say|repeat|re-?do|redo|rephrase|replace|shorten|simplify|finish|name|define|turn|feel free|forget|ignore|never mind|nevermind|differentiate|assess|discuss|refer|reformat|request|establish|assist|advise|recite|illustrate|introduce|develop|apply|assign|extract|modify|revise|simplify|state|solve|return|insert|limit|rewrite|implement|combine|merge|continue|speak|enter|follow|cite|quote|paste|copy|input|output|estimate|evaluate|examine|justify|critique|translate|expand|enhance|polish|refine|tweak|adapt|rename|sort|group|filter|count|draw|sketch|paint|sing|reply|respond|type|display|train|test|load|import|export|install|research|brainstorm|study|investigate|elaborate|give|produce)\b/i;
/** Words to the listener: what the two are doing now, not what lasts. */
export const ADDRESS = /\b(?:you|your|yours|yourself|ya|yer|u|assistant|chatgpt)\b/i;
export const SPOKEN =
  /\b(?:we|i)(?:'ve| have|'d)? (?:just |already |last |previously |finally |literally |been |really )*(?:discussed|talked|agreed on|spoke|mentioned|finali[sz]ed|defined|went (?:over|through)|covered|left off|nutted|thinking|talking|wondering|looking (?:at|forward)|waiting|reviewing)\b|\b(?:makes? (?:total |perfect |complete |a lot of )?sense|sounds? (?:good|great|right|like|fair|better|perfect|mint|grouse|spot|about|clear|reasonable|ripper|okay|\p{L}+ly)|looks? (?:good|great|right|like|better|mint|spot|solid|fair)|spot on|exactly what|exactly the|good to know|that's (?:the|exactly|what|why|a|it)|(?:is|are) (?:clear|helpful|great|perfect|perfectly fine|amazing|brilliant|better|what|exactly|all good|a start))\b|\bi (?:see|saw|get|got|hear|heard|remember|understand|noticed|notice|know) (?:the|that|why|what|how|it|this|where|we)\b|\b(?:this|our|the|last) (?:chat|conversation|session|message|discussion)\b|\b(?:move|get|crack) on\b|\bi (?:just |already )?(?:said|asked|told|mentioned|repeat|meant)\b|\bi(?:'ll| will| want to| need to| just want to|'d like to|'m going to|'m gonna| am going to) (?:\p{L}+ly |now |also |just |still |try to )*(?:let|give (?:it|this|that|these|them)|get (?:back|started|onto|on|cracking|stuck|into|it|this|that|these|them|to)|be (?:back|in touch|sure|ready|able|done)|check|come back|report|wait|try|see|think|look|do (?:that|this|it|one)|hit|shout|holler|catch|go (?:ahead|through|with (?:it|that|this)|over|now)|read|review (?:it|this|that|the)|follow|keep (?:going|moving|pushing|it|this|up|at)|take a|take (?:it|this|that)|make sure|know|understand|hear|talk|show|tell|ask|move|proceed|continue|write|mention|create|generate|make|ensure|feel|focus on (?:it|this|that)|start (?:now|right|immediately|by|from|it|this|that|looking)|push)\b|\b(?:concrete|actual|real|tangible|specific) (?:steps?|results?|solutions?|options?|plans?|answers?|data|something)\b|\b(?:waste|wasting|wasted|more|any) (?:any )?(?:more )?(?:time|delays?|questions?)\b|\bi(?:'m| am) (?:providing|giving|sending|sharing|talking|asking|telling|trying|counting)\b/iu;
/** The speaker is in it. */
export const OWN =
  /(?<![\p{L}'])(?:let's|i|i'm|i've|i'll|i'd|we|we're|we've|we'll|we'd|my|our|ours|mine|me|us|myself|ourselves|the (?:missus|wife|kids|grommets))(?![\p{L}])/iu;
/** It opens without a subject, as people write of themselves. */
export const BARE =
  /^(?:got|had|haven't|have|been|reckon|keen|gonna|going to|want|wanted|need|needed|can't|couldn't|don't|didn't|just (?:finished|got|did|started|need|want)|still (?:need|want|have|got|working|waiting)|already|finished|booked|bought|found|used to|went|spent|took|made|met|working|living|studying|planning|thinking of|looking for|training|never|usually|always|hate|love|prefer|like|might as well|not keen|not a (?:big )?fan|definitely (?:need|want|not)|probably gonna) /i;
/** Who introduces himself says something else besides. */
export const INTRODUCED =
  /^I(?:'m| am) \p{Lu}[\p{L}'-]+(?: (?:\p{Lu}[\p{L}'-]+|de|la|van|von|der|den|di)){0,3}(?:, \d{1,2})?(?:,? and|,) (?=I |I'm |my )/u;
/** A sentence has a verb. */
export const VERB =
  /\b(?:is|are|am|was|were|be|been|has|have|had|will|can|can't|cannot|won't|do|does|did|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|must|need|needs|want|wants|let's|cost|costs|means|starts|ends|leaves|gonna|got|went|took|made|\p{L}{2,}ed|\p{L}+'(?:s|re|m|ve|ll|d))\b|(?<![\p{L}'])(?:(?:i|we) (?:\p{L}+ )?\p{L}+|(?:my|our) (?:\p{L}+ ){1,3}\p{L}+s(?!\p{L}))/iu;
/** What somebody is just doing, or is about to do next. */
export const AT_IT =
  /^(?:i'm|i am|we're|we are) (?:still |just |now |off |really |already |currently )*(?:taking|sifting|starting|looking|heading|getting(?! married| divorced| engaged)|going to (?:start|try|push|go|do|use|take|see|get|look|check)|writing|typing|trying|sitting|hitting|off|about to|doing|opening|using|finding|feeling|seeing|hoping|making|losing|falling|spending|putting|picking)\b|^(?:i'll|i will|i'm gonna|i'm going to|we'll) (?:\p{L}+ly |just |now |also |still |go and |go |quickly )*(?:write|return|jot|open|grab|start|begin|read|scan|go|use|type|click|try|splash|get|do|pick|work|study|list|input|add|put|fill|gather|set up|copy|punch|search|find|explain|describe|focus)\b/iu;
/** It may ask for something to be done now. */
/** The turn greets, takes its leave, or is about what the assistant did. */
export const BUSINESS =
  /\bcatch (?:ya|you)\b|\btalk (?:soon|later)\b|\b(?:i'll|i will|will) (?:definitely )?(?:let|get back|be in touch|hit (?:you|ya)|give (?:you|ya))|\bsee (?:ya|you)\b|\bi'm off\b|\bi'm (?:ready|back)\b|\bready to\b|\bwaiting\b|\byou(?:'ve| have)? (?:just )?(?:said|told|promised|were (?:going|supposed))\b/giu;
export const WANTING =
  /\bnow\b|^(?:i|we) (?:can|can't|could|just|think|reckon|guess)\b|^(?:i'll|we'll|i will|i'm gonna|i'm going to|let's(?! (?:go with|stick with|lock in|book|choose|pick)))\b(?!.*\b(?:every|each|always|stick|skip|keep|from|until|by|on|monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|weeks|month|year|\d)\b)|^(?:i|we) (?:\p{L}+ )?(?:want|need|have to|would like|'d like|wanted|can't afford)(?: to)? |^(?:i|we)'d (?:\p{L}+ )?like /iu;
export const MOOD =
  /\b(?:i|we|it|that|this|my \p{L}+)(?:'m| am|'re| are|'s| is| was| were|'ve been| have been)? (?:\p{L}+ ){0,3}?(?:feel|feels|felt|feeling|overwhelmed|overwhelming|anxious|stressed|stressful|exhausted|exhausting|tired|drained|frustrated|frustrating|excited|exciting|happy|sad|glad|relieved|relief|worried|scared|nervous|confused|confusing|stuck|lost|hopeless|hopeful|angry|annoyed|annoying|upset|bored|lonely|grateful|thankful|impressed|pumped|stoked|chuffed|keen|ready|curious|sorry|desperate|terrified|terrifying|ashamed|guilty|proud|crazy|fuzzy|pounding|tight|shaking|splitting)\b|\b(?:crushing|killing|helping) me\b|\b(?:struggling|chaos|shaky|grinding|so focused|survive|nightmare|relentless)\b|\bi (?:really |just )*don't (?:have|want) (?:the |any |more )*(?:time|energy|patience|to (?:sound|hear|feel|waste|think|look))\b|\b(?:guilt|pressure|panic|anxiety|relief|stress|hopeless|pointless)\b|\bmy (?:head|chest|heart|hands|eyes|mind|brain|stomach)\b|\bi can'?t (?:breathe|think|focus|believe|wait|keep|stop|take|help|even|just|see|find)\b/iu;
export const TALK =
  /^(?:(?:i|we) (?:\p{L}+ )?(?:understand|see|agree|know|guess|mean|hope|wish|wonder|think so|suppose|appreciate|apologi[sz]e|doubt|bet|hear|get it|get that|remember|follow|forgot|thought)\b|(?:i'm|i am|we're|we are) (?:\p{L}+ )?(?:(?:back|here|in|on|out|off|done|good|fine|okay|ok|set|afraid|interested)(?=[.,!]|$)|sure|not sure|ready|glad|happy|sorry|afraid (?:that|i|not|so)\b|listening|on it|just saying|serious|waiting|wondering|thinking|talking|asking|telling|trying|saying|looking|kidding|joking|following|curious|aware|keen|pleased|looking forward)\b|(?:i|we) look forward\b|stoked|glad|keen|ready|fingers crossed|my bad|absolute|absolutely legend|(?:i|we) (?:really |do |also )*(?:like|love|appreciate) (?:the|this|that|how|it|your|those|these) (?:idea|breakdown|tips?|plan|approach|sound|look|structure|format|list|way|part|option|suggestion|summary|it)|at least (?:i|we|this|that|it)|regarding|(?:i|we) (?:did|just) |love that|thank|thanks|cheers|sounds|looks|makes sense|good (?:on|to|luck|job|point|idea)|great|nice|perfect|awesome|no (?:worries|problem|idea|point|more|way)|fair|sorry|bye|see you|catch|talk|hope|here(?:'s| is| are)|there(?:'s| is| are) (?:no|nothing|so|too)|same|such|not (?:sure|bad|really|too)|too|how|what a|that'll|that'd|this'll|it'll|it'd)/iu;
/** A sentence that begins so says what would be. */
export const CONDITION = /^(?:so )?(?:if|unless|once|as long as|the moment)\b/i;
export const UNCERTAIN =
  /\b(?:if|unless|whether|maybe|perhaps|possibly|might|hopefully|wonder(?:ing)?|guess|suppose|supposing|assuming|imagine|pretend|hypothetically|would(?! (?:like|love|prefer|rather|never))|could|should|apparently|allegedly|not sure|unsure|don't know (?:if|what|how|where|why|when|who)|what if)\b|\b(?:i|we|it|that|he|she|they|you|there)'d (?!like|love|prefer|rather|never|been|had|already|got|just)/i;
export const PASSING =
  /\b(?:yet|this time|right now|at the moment|just now|for now|this (?:second|minute|instant|moment)|immediately|straight away|asap|so far)\b/i;
export const DANGLING =
  /^(?:it|its|it's|that|that's|this|this's|these|those|they|they're|their|he|he's|she|she's|his|her|them|one|ones|some|most|all|both|each|either|neither|such|same|there|here|another|others|which|who|not|nor|or|because|since|so that|especially|like|just|even|only|otherwise|instead|except|including|whereas|although|though|where|than|then)\b/i;
export const POINTING =
  /\b(?:it|this|that|these|those|they|them|he|she|him|her|his|hers|their|theirs|one|ones|there|such|the (?:first|second|third|fourth|fifth|last|next|other|former|latter|same|above|following|rest|whole thing|thing|stuff|list|plan|table|draft|summary|breakdown|guide|options?|steps?|details|info|information|numbers|results?|idea|suggestions?|template|document|email|message|link|links|file|above))\b/gi;
/** What "that" and "it" point to is in the same sentence. */
export const POINTED =
  /\b(?:so that|that (?:i|we|my|our|the|he|she|is|are|was|were|has|have|had|can|will|needs?|involves?|requires?|includes?|helps?|doesn't|don't|isn't|makes?|works?|fits?|lets?|allows?|keeps?|gives?|offers?|uses?|gets?|feels?|looks?|cost|costs|\p{L}+(?:ed|es|s))|(?:think|know|believe|realise|realize|mean|said|remember|note|decided|agreed|sure|told|noticed|found|learned|so|such|fact|hope|except|given|now|means|ensure) that|there (?:is|are|was|were)|this (?:year|month|week|weekend|friday|monday|tuesday|wednesday|thursday|saturday|sunday|morning|afternoon|evening|arvo|summer|winter|spring|autumn|fall|january|february|march|april|may|june|july|august|september|october|november|december)|no one|one (?:of|day|week|month|year|hour)|\p{L}+-one|(?:at|in) least one|one-\p{L}+)\b/giu;
/** What somebody does not do, or cannot. */
export const ABSTAINS =
  /^(?:i|we) (?:don't|can't|cannot|never|no longer|do not) (?:eat|drink|drive|smoke|swim|cook|fly|stand|speak|ride|ski|sing|dance|own|wear|celebrate|travel|tolerate|digest|have (?:a|an|any) )/i;
/** Openings and words that show a lasting statement, and what each is worth. */
export const FRAMES: readonly { readonly worth: number; readonly matches: RegExp }[] = [
  { worth: 6, matches: ABSTAINS },
  { worth: 6, matches: /^(?:i|we)(?:'d| would) (?:much )?(?:rather|prefer) /i },
  {
    worth: 6,
    matches:
      /^(?:my|our) (?:\p{L}+ )?(?:wife|husband|spouse|partner|son|daughter|mother|father|mum|mom|dad|brother|sister|grandmother|grandfather|aunt|uncle|cousin|niece|nephew|boyfriend|girlfriend|fianc[eé]e?|neighbou?r|landlord|landlady|dog|cat|boss|manager|colleague|team|company|doctor|dentist|therapist|flight|train|car|bike|birthday|name)(?:'s)? (?:\p{Lu}\p{L}+ )?\p{L}/iu,
  },
  {
    worth: 5,
    matches:
      /^(?:i'm|i am) (?:a|an|from|allergic|afraid of|vegan|vegetarian|diabetic|married|pregnant)(?! (?:bit|little|lot|few|fan|mess|failure|wreck|second|minute|start))\b/i,
  },
  // Names have their capitals here.
  {
    worth: 6,
    matches: new RegExp(`^(?:I|We) (?:now |currently |just |recently |also )?(?:${STATION})`, "u"),
  },
  { worth: 4, matches: new RegExp(`^${I}(?:${TASTE}) .`, "iu") },
  {
    worth: 3,
    matches: new RegExp(
      `^(?:i'm|i am|we're|we are) ${ADVERBS}(?:a|an|the|from|in|on|at|based|born|married|engaged|divorced|single|widowed|pregnant|retired|vegan|vegetarian|allergic|diabetic|left-handed|right-handed|fluent|responsible for|in charge|studying|working|training|preparing|learning|teaching|living|renting|saving|building|running|writing|planning|applying|moving|starting|doing|taking|using|trying to|looking for|aiming|targeting|\\d+|not (?:a|an|the|allowed|able|from|eating|drinking|interested|willing|good|comfortable)|currently|allowed|supposed|committed|dealing|struggling|paying|on)(?![\\p{L}])`,
      "iu",
    ),
  },
  { worth: 3, matches: new RegExp(`^${I}(?:${LIFE})(?![\\p{L}'])`, "iu") },
  { worth: 3, matches: new RegExp(`^${I}(?:${NEED}) .`, "iu") },
  {
    worth: 4,
    matches:
      /\b(?:my|our) (?:favou?rite|goal|aim|target|budget|limit|priority|main (?:goal|concern|priority|focus|worry)|biggest|dream|plan is|deadline|max(?:imum)?|minimum|routine|diet|rule|job|birthday|name|age|address|allerg|salary|income|rent|mortgage|loan|savings|wife|husband|partner|missus|son|daughter|kids?|children|mum|mom|mother|dad|father|brother|sister|friend|boss|manager|doctor|team|company|business|school|university|degree|major|exam|course|flat|house|apartment|car|dog|cat|gym|coach|trainer|hobby|experience|background|religion|faith|church|weight|height|blood|condition|injury|medication|landlord|neighbou?r|client|clients|customers?|supplier|team)/iu,
  },
  {
    worth: 4,
    matches: new RegExp(
      `^(?:${OWN_THING}|mine|ours) (?:is|are|was|were|has|have|had|will|'s|isn't|aren't|can't|doesn't|don't|won't|wasn't|weighs?|costs?|lives?|works?|likes?|loves?|hates?|prefers?|needs?|wants?|starts?|ends?|runs?|comes?|goes|got|includes?|depends?|usually|always|never|just|really|also|keeps?|gets?|makes?|takes?|said|says|told|thinks?|bought|moved|turned|died|passed|left|started)(?![\\p{L}])`,
      "iu",
    ),
  },
  { worth: 3, matches: new RegExp(`^${WE}${ADVERBS}(?:${HAVE_DONE})?(?:${DID})(?![\\p{L}])`, "iu") },
  {
    worth: 3,
    matches: new RegExp(
      `^(?:i've|we've|i'd|we'd) ${ADVERBS}(?:been|got|had|always|\\p{L}+(?:ed|en|wn|ne|ut|lt|pt|ft)|${DID})(?![\\p{L}])`,
      "iu",
    ),
  },
  {
    worth: 3,
    matches:
      /^(?:let's|let us) (?:go (?:with|for)|stick (?:with|to)|lock(?: in)?|book|aim|make it|choose|pick|opt|schedule|plan|keep (?:it )?(?:to|at|under)|allocate|budget|switch|swap|cut|drop|skip|ditch|cap|call it|confirm|settle|start (?:with|on))\b/i,
  },
  {
    worth: 2,
    matches:
      /^(?:i'll|we'll|i will|we will|i'm going to|we're going to|i am going to|we are going to|i'm gonna|we're gonna|i plan|we plan|i intend|we intend|i aim|i've decided|i won't|we won't)\b/i,
  },
  {
    worth: 3,
    matches:
      /^(?:i'm|we're|i am|we are) (?:going with|sticking with|switching|leaving|flying|travelling|traveling|meeting|visiting|hosting|attending|getting married|expecting|booked|set on|going to)\b/i,
  },
  {
    worth: 4,
    matches:
      /\b(?:non-negotiable|deal-?breaker|allerg(?:ic|y)|never|always|every (?:day|week|month|year|morning|evening|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday|sunday)|no more than|at most|at least|up to|maximum|minimum|must-have|essential|prefer|favou?rite|strictly|budget)\b/i,
  },
  {
    worth: 2,
    matches:
      /^(?:(?:the|my|our) )?[\p{Lu}\p{N}"'][\p{L}\p{N}'&"-]*(?: [\p{L}\p{N}'&"-]+){0,6} (?:is|are|was|were|has|have|will be|costs?|works?|lives?) /u,
  },
  { worth: 2, matches: /\b(?:i|we|my|our|me|us|mine|i'm|i've|i'll|we're|we've)\b/i },
];
