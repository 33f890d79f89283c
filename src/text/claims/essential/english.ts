/**
 * How does English say what must not be forgotten? Sources of patterns on folded text in small letters.
 *
 * Every pattern names its subject or its verb, so a text about the matter ("an article about diabetes") is not taken
 * for a statement, and "not allergic" is not taken for "allergic". Long because it is a table of words.
 */
import type { EssentialWords } from "./words.ts";

const any = (words: string): string => `(?:${words.trim().replace(/\s*\n\s*/g, "|")})`;

const BE = "(?:am|is|are|'m|'s|'re|im|i'm|been|being)";
const HAVE =
  "(?:have|has|'ve|'s got|'ve got|got|have got|has got|suffers? from|lives? with|living with|gets?)";
const ADVERB =
  "(?:(?:\\p{L}+ly|very|so|also|quite|still|now|both|all|currently|always|actually|just|really) )*";
const DATE =
  "(?:the |on |in |around )*(?:\\d+\\p{L}*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}*|christmas|new year)";
const KIN =
  any(`wife|husband|partner|spouse|son|daughter|stepson|stepdaughter|mother|father|mum|mom|dad|brother
sister|grandmother|grandfather|granny|grandma|grandpa|twin|girlfriend|boyfriend|fiancee?|nephew|niece|kid|child|baby
best friend`);
const LANGUAGE =
  any(`english|french|german|spanish|italian|portuguese|dutch|swedish|danish|norwegian|finnish|russian
polish|ukrainian|czech|slovak|hungarian|romanian|bulgarian|greek|turkish|arabic|hebrew|persian|farsi|hindi|urdu
bengali|punjabi|tamil|telugu|gujarati|marathi|chinese|mandarin|cantonese|japanese|korean|vietnamese|thai|indonesian
malay|tagalog|filipino|swahili|yoruba|igbo|hausa|zulu|afrikaans|amharic|welsh|irish|gaelic|breton|catalan|basque
galician|icelandic|estonian|latvian|lithuanian|serbian|croatian|bosnian|slovenian|albanian|georgian|armenian|latin
creole|sign language|asl|bsl`);

/** What people say they are allergic to when they mean that they dislike it. */
const JOKE =
  any(`(?:hard |house|home|group )?work(?:ing)?|mondays|(?:early )?mornings|people|bullshit|stupidity
nonsense|exercise|meetings|drama|commitment|boredom|my (?:boss|job|ex)|fun|losing|lies|stupid|spreadsheets|small talk`);
const FOOD =
  any(`gluten|wheat|dairy|lactose|milk|eggs?|(?:tree )?nuts?|peanuts?|cashews?|almonds?|shellfish|seafood
fish|prawns?|shrimps?|crab|soya?|sesame|celery|mustard|honey|penicillin|aspirin|ibuprofen|grapefruit`);
const CONDITION = any(`diabet(?:es|ics?)|epilep(?:sy|tic)|asthma(?:tic)?|seizures|ha?emophilia|a pacemaker
heart (?:condition|disease|failure|murmur|problem|problems)|arrhythmia|atrial fibrillation|angina
(?:high|low) blood pressure|hypertension|hypotension|copd|cystic fibrosis|crohn'?s(?: disease)?|(?:ulcerative )?colitis
lupus|multiple sclerosis|parkinson'?s(?: disease)?|alzheimer'?s(?: disease)?|dementia|hiv|hepatitis(?: [abc])?
(?:kidney|liver|lung|thyroid) (?:disease|failure|condition)|dialysis|(?:\\p{L}+ )?cancer|leuka?emia|lymphoma|ana?emi[ac]
hypothyroidism|hyperthyroidism|hashimoto'?s|migraines?|fibromyalgia(?: disorder)?|(?:rheumatoid )?arthritis|osteoporosis
gout|glaucoma|cataracts?|sleep apno?ea|bipolar(?: disorder)?|schizophreni[ac]|ptsd|ocd|adhd|autis(?:m|tic)|depression
(?:\\p{L}+ )?anxiety|anorexia|bulimia|(?:an )?eating disorder|(?:a )?(?:\\p{L}+ )?personality disorder|panic attacks
panic disorder|vertigo|narcolepsy|immunocompromised|immunosuppressed|colou?r[- ]?blind|blind(?! to)|deaf(?! to)|glue ear
(?:a |an )?(?:bleeding|clotting|blood|immune|autoimmune) disorder
ibs|irritable bowel(?: syndrome)?|endometriosis|psoriasis|ezcema|eczema|sickle cell(?: disease)?|favism|scoliosis
(?:coeliac|celiac)s?(?: disease)?|(?:lactose|gluten|fructose|histamine)[- ]intoleran(?:t|ce)`);
const CONDITION_SIGN =
  `(?:(?:a|an|the|type|1|2|one|two|mild|severe|bad|chronic|very|really|early|late|onset|stage|some|
terrible|frequent|occasional|also|just|been|with|diagnosed|as|slight|moderate|clinical|gestational|insulin-dependent|
partially|completely|totally|legally|profoundly|nearly|congenital|since|birth|born|still|always|both|my|his|her) )*`.replaceAll(
    "\n",
    "",
  );
const DRUG =
  any(`warfarin|insulin|(?:levo)?thyroxine|metformin|ramipril|lisinopril|losartan|amlodipine|bisoprolol
(?:ator|sim|rosu|pra)?vastatin|statins?|allopurinol|sertraline|fluoxetine|(?:es)?citalopram|venlafaxine|mirtazapine
lithium|prednisone|prednisolone|methotrexate|sumatriptan|salbutamol|albuterol|ventolin|beta[- ]blockers?
blood[- ]thinn(?:ers?|ing)|apixaban|eliquis|xarelto|rivaroxaban|clopidogrel|heparin|methadone|epinephrine
anti(?:depressants?|psychotics?|coagulants?|epileptics?)|immunosuppressants?|nitroglycerin|omeprazole
thyroid (?:tablets?|pills?|medication)|birth control|adderall|ritalin|xanax|prozac|zoloft|lexapro|gabapentin
pregabalin|tramadol|hydrocortisone|an inhaler|insulin pump|medications?|medicines?|meds|blood pressure (?:tablets|pills)`);
const DOSE = "(?:mg|mcg|milligrams?|milligrammes?|micrograms?|units of insulin)";
const NOT_A_DRUG = "(?! (?:of )?(?:caffeine|sugar|sodium|salt|cholesterol|protein|caffein))";
const TAKE =
  "(?:take|takes|taking|on|need|needs|use|uses|inject|injects|prescribed|prescribes|wear|wears|gets?|depends? on)";
const WORDS = (most: number): string => `(?:[\\p{L}\\p{N}.,'%-]+ ){0,${most}}?`;
/** Words between a verb and a noun that would turn its meaning round. */
const NO_DENIAL =
  "(?!(?:[\\p{L}']+ ){0,3}?(?:no|not|any|never|without|friends?|books?|movies?|patients?|people)(?![\\p{L}]))";
/** "Never" opens these, and none of them is an order: "Never been to Spain", "Never mind". */
const NO_ORDER =
  any(`mind|say never|been|had|ever|again|have|has|did|do i|in|knew|thought|was|were|went|saw|got|met
took|made|found|felt|came|gave|heard|understood|won|lost|ate|drank|grew|kept|fell|would|could|a|an|the|too|not|quite
once|really|since|before|than|to be|\\p{L}+ed|i|we|he|she|they|my|this|that`);

export const ENGLISH: EssentialWords = {
  named: [
    `my (?:(?:full|legal|real|first|last|middle|given|family|maiden) )?name(?:'s| is)`,
    `my ${KIN}(?:'s name is| is called| is named)`,
    "(?:i'm|i am|im) (?:called|named)",
    "(?:please |you can |everyone |everybody |friends )?calls? me",
    "i go by(?: the name(?: of)?)?",
  ],
  identity: [
    "my pronouns are",
    `i was born ${DATE}`,
    `(?:my|our) (?:${KIN}(?:'s)? )?(?:\\p{L}+'s )?(?:birthday|birthdate|birth date|date of birth|dob)(?:'s| is| falls)(?: on)? ${DATE}`,
    `my ${KIN}(?: \\p{L}+)?,? was born ${DATE}`,
    `(?:i|we) (?:(?:can|also|only|both|mostly|mainly) )?speak (?:(?:fluent|native|basic|some|a little|a bit of|decent|good|only|both|mostly) )*${LANGUAGE}`,
    "(?:my|our) (?:native|mother) (?:language|tongue)(?:'s| is)",
    `(?:my|our) (?:first|primary|second|main) (?:language|tongue)(?:'s| is) ${LANGUAGE}`,
    "(?:i|we) (?:have|hold) (?:an? (?:\\p{L}+ ){1,3}|dual (?:\\p{L}+ ){0,2})(?:passports?|citizenship)",
    `(?:i'm|i am|we are|we're) (?:\\p{L}+ )?(?:fluent in|a native speaker of|bilingual|a native ${LANGUAGE} speaker)`,
  ],
  home: [
    `(?:i|we) ${ADVERB}(?:live|reside)(?!-)(?! (?:for|through|by|off|with|up|to)(?![\\p{L}]))`,
    `(?:i|we)(?:'ve| have) ${ADVERB}(?:lived|been living) in`,
    `(?:i'm|i am|we're|we are|im) ${ADVERB}(?:based|living|settled|resident) in`,
    `(?:i'm|i am|we're|we are|im) (?:originally )?from`,
    "(?:i'm|i am|we're|we are) (?:a )?(?:dual |legal |permanent )?(?:citizens?|residents?) of",
    "(?:i|we) (?:grew up|(?:was|were) (?:born(?: and raised)?|raised)) (?:in|near|outside)",
    "(?:i|we) (?:(?:just|recently|finally) )?moved (?:back |over |here |house )?to",
    "(?:my|our) (?:home|hometown|home town|home city|home address|address|city|country(?: of residence)?|town|residence)(?:'s| is)",
    "(?:^|[,;] )home is",
  ],
  gap: 6,
  harm: [
    `${BE} ${ADVERB}allergic(?! to ${JOKE}(?![\\p{L}]))`,
    "allergic reactions? to",
    `(?:${HAVE}|my|his|her|our|'s|a|an|of) ${NO_DENIAL}${WORDS(3)}(?:food |drug )?allerg(?:y|ies)(?! (?:season|section|tests?|friendly|free|advice))`,
    "^(?:known |food |drug )?allerg(?:y|ies)(?: ?:| to | are )",
    `(?:can't|cannot|can not|mustn't|must not|may not|shouldn't|not allowed to|unable to) (?:have|eat|tolerate|drink|take|touch|digest) ${WORDS(2)}${FOOD}`,
    "(?:breaks?|broke|came|comes?) out in hives",
    "(?:have|has|had|goes? into|went into|risk of|causes?) (?:\\p{L}+ ){0,2}anaphyla(?:xis|ctic (?:shock|reaction))",
    "(?:my|his|her|an|one|the|'s) epi-?pens?",
    "(?:closes?|swells?) up (?:my|his|her) throat|(?:my|his|her) throat (?:closes|swells)",
    "(?:could|can|would|might|will|nearly|almost) (?:die|died) from",
    "(?:gives?|gave) (?:me|him|her|us) (?:an? )?(?:\\p{L}+ )?(?:rash|hives)",
    "(?:is|are|'s|'re|be) (?:very |highly |extremely )?(?:dangerous|poisonous|toxic|deadly|fatal) (?:for|to) (?:me|us|him|her|them|my|our|the (?:dog|cat|baby))",
    `(?:${HAVE}|${BE}|was|were) ${NO_DENIAL}${CONDITION_SIGN}${CONDITION}(?!(?:ly|-like| (?:research|nurse|patients?|books?|awareness|charity|walk|ward|specialist|survivor|free|spots?|dates?|auditions?))(?![\\p{L}]))`,
    `(?:my|his|her) ${CONDITION_SIGN}(?:diabetes|epilepsy|asthma|heart condition|blood pressure|depression|migraines?)`,
    "(?:my|his|her|our|the) blood (?:type|group) is",
    "(?:my|our|his|her) emergency contacts?(?! (?:list|form|page))",
    "emergency contacts?(?: for (?:[\\p{L}'-]+ ){0,3}?[\\p{L}'-]+)? ?(?:is|are|[:=])",
    `${BE} on (?:home )?dialysis`,
    `${BE} (?:an? )?recovering (?:alcoholic|addict)`,
    `(?:i|we|he|she|they|${KIN}|${BE}) (?:\\p{L}+ )?(?:uses?|in|needs?) an? (?:\\p{L}+ )?wheelchair`,
    "(?:can't|cannot|can not|mustn't|must not|may not|not allowed to) have (?:an? )?mris?",
    "in (?:case of )?(?:an )?emergency",
    "(?:my|our|his|her) next of kin",
    `(?:(?:i|we|he|she|there)(?:'s|'ve|'m|'re)?|my|our|the|under|has|have|signed) ${WORDS(4)}(?:restraining order|court order|(?:lasting |durable )?power of attorney|do not resuscitate|dnr|advance directive|living will|custody agreement|gag order)`,
    "(?:am|is|are|'m|'re|'s) (?:out )?on (?:probation|parole)",
    "(?:not|n't) legally (?:allowed|permitted)|legally (?:required|obliged|bound|prohibited|barred|not allowed)",
    "(?:signed|under|bound by|breaks?|breach(?:es)?) (?:an? |the |our |my )?(?:nda|non-?disclosure agreement)",
    `^(?:please |and |but |important: |remember: |rule: )?never (?!${NO_ORDER}(?![\\p{L}]))\\p{L}+`,
    "^(?:please |and |but |important: )?(?:do not|don't) ever \\p{L}+",
    "(?:you|he|she|they|we|nobody|it|kids|children|agents?|assistants?) (?:must|may|should|can|shall) never(?! have(?![\\p{L}]))",
    "you (?:mustn't|must not|must never) \\p{L}+",
    "under no circumstances|under any circumstances|on no account",
  ],
  treatment: [
    `${TAKE} ${NO_DENIAL}${WORDS(4)}(?:${DRUG}|${DOSE}${NOT_A_DRUG})`,
    `${DOSE} of ${DRUG}`,
    `(?:my|his|her) (?:daily |heart |blood pressure )?${DRUG}`,
  ],
  unless: [
    "^(?:if|whether|unless|suppose|imagine|maybe|perhaps)",
    "(?:wish|wishes|wished|hope|hopes|pretend|imagine|dream(?:s|ed)? of|want to|wants to|wanted to|would|might|thought|if i (?:were|was))",
    "(?:used to|no longer|any ?more|as a (?:kid|child)|people (?:who|with)|many people|most people|some people|anyone|(?:book|novel|film|movie|show|song|article|story|documentary|character)s?)",
  ],
  passing: [
    "(?:this|next|last) (?:week|weekend|month|summer|winter|spring|autumn|fall|year|semester|term)",
    "until|till|temporarily|for now|for the (?:week|weekend|month|summer|winter|moment|time being)|at the moment|today|tonight|tomorrow",
    "for (?:a|one|two|three|four|five|six|seven|ten|\\d+|a few|a couple of|the next) ?(?:\\d+ )?(?:days?|weeks?|months?|nights?)",
  ],
};
