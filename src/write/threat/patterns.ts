/**
 * What gives an attack away? The table of the threat scan: kind, why, and how it is said.
 *
 * `says` are phrases (their notation is explained in `phrases.ts`); `shows` are regular expressions for what
 * is no sentence: markup, key shapes, commands, and scripts without spaces. `shows` sees unmasked text with
 * its letter case; every repetition in it is bounded, so that no text makes it slow. A shape with the flag `u`
 * asks for a letter beyond ASCII, and is looked for only where there is one. `besides`: the finding counts only
 * where this occurs too.
 *
 * Written for text that an agent would remember from a tool, a web page or a peer. Not here: topics. A text
 * about passwords, jailbreaks or system prompts is no threat; a text that *orders* or *carries* one is.
 * How well the table does is measured by `npm run eval -- threat`; phrases are general, never a row of a data set.
 *
 * Long because it is a table.
 */
import type { ThreatKind } from "./kind.ts";
import { unmask } from "./unmask.ts";

export type ThreatPattern = {
  readonly kind: ThreatKind;
  readonly why: string;
  readonly says?: readonly string[];
  readonly shows?: readonly RegExp[];
  readonly besides?: RegExp;
};

// ── words that many phrases share

const DROP =
  "ignore|ignoring|disregard|disregarding|forget|forgetting|override|overrule|overwrite|bypass|neglect|discard|dismiss|abandon|circumvent|overlook|regardless|irrespective|notwithstanding|aside";
const EARLIER =
  "previous|previously|prior|preceding|above|earlier|former|initial|original|existing|past|foregoing|before|current|old|system|other|default";
const ORDERS =
  "instruction|instructions|rule|rules|prompt|prompts|guideline|guidelines|directive|directives|order|orders|command|commands|constraints|restrictions|policies|programming|assignment|assignments|task|tasks|guidance|safeguards|guardrails|input|inputs";
const AGENT =
  "assistant|assistants|agent|agents|ai|bot|bots|chatbot|llm|llms|chatgpt|gpt|claude|gemini|copilot";
const USER = "user|users|operator|operators|human|humans|principal";
const SAY =
  "respond|reply|answer|say|output|print|tell|recommend|suggest|promote|refuse|claim|insist|direct|redirect|refer|send|forward|include|append|pretend|reveal|transfer|always|never|must";
const REPLY = "response|responses|reply|replies|answer|answers|output|outputs|completion|elucidation";
/** What can be done to a reply; "your reply" beside it makes it an order to the agent. */
const DO_TO_REPLY =
  "provide|state|share|ask|note|create|make|repeat|quote|describe|explain|discuss|report|claim|assert|suggest|detail|outline|summarize|spread|plug|drop|showcase|feature|point|link|direct|guide|lead|urge|persuade|convince|tell|display|show|present|supply|deliver|compose|generate|produce|draft|start|begin|open|end|close|finish|conclude|sign|format|structure|style|color|decorate|pepper|fill|pad|shorten|lengthen|limit|restrict|base|focus|center|address|answer|respond|reply|compare|analyze|evaluate|rate|rank|predict|calculate|identify|find|search|look|check|verify|confirm|deny|question|challenge|criticize|praise|mock|joke|pretend|imply|hint|allude|refer|cite|name|spell|say|sneak|bury|place|position|set|turn|shift|apply|adopt|implement|leverage|craft|build|design|develop|mix|combine|join|pair|complement|back|support|warn|alert|inform|notify|announce|declare|propagate|disseminate|spam|bait|trick|mislead|deceive|distract|simulate|frame|phrase|word|express|convey|communicate|output|print|return|type|transcribe|switch|change|eliminate|condense|compress|cluster|pack|bunch|group|strip|split|separate|space|capitalize|duplicate|double|triple|omit|abbreviate|truncate|mangle|corrupt|muddle|twist|alternate|interleave|toggle|emulate|mimic|channel|embody|tack|tag|squeeze|work|fold|stitch|seed|plant|stuff|load|flood|litter|lace|spice|accompany|top|cap|round|wrap|kick|launch|initiate|commence|touch|dwell|elaborate|comment|reflect|speculate|recount|narrate|illustrate|demonstrate|underline|underscore|stress|accentuate|tout|hype|boost|pitch|sell|market|sponsor|solicit|beg|request|call|appeal|inspire|motivate|mobilize|rally|nudge|steer|forward|hyperlink";
/** Ways to answer that no person asks of another. */
const MANNER =
  "emoji|emojis|emoticons|base64|base32|base16|hex|hexadecimal|binary|morse|rot13|caesar|cipher|ciphertext|leetspeak|reverse|reversed|backward|backwards|anagrams|symbols|gibberish|pig|haiku|rhyme|rhymes|uppercase|lowercase|caps|json|italian|french|german|spanish|russian|chinese|japanese|korean|arabic|latin|portuguese|hindi|dutch|swedish|greek|turkish|polish";

const WORK = "response|reply|answer|solution|implementation|elucidation|codebase|algorithm|exposition";
const CODE = "code|snippet|script|function|program|excerpt|block|section|segment|fragment";
const FOLLOWING = "following|subsequent|below|ensuing|succeeding|given";
const INSERT =
  "add|include|insert|integrate|integrating|incorporate|incorporating|embed|embedding|append|introduce|introducing|inject|mention|put|place|attach|weave|slip|sprinkle|merge|fuse|blend|infuse|offer|promote|advertise|recommend|encourage|invite|remind|use|employ|utilize|give|write|tease|highlight|emphasize|list|hide";
const SCRAMBLE =
  "translate|scramble|jumble|rearrange|reverse|shuffle|encode|encrypt|obfuscate|garble|distort|randomize|convert|transliterate|cipher|misspell|invert|mirror|mask";
const RESHAPE = `${SCRAMBLE}|transform|augment|enhance|enrich|modify|adjust|alter|tweak|adapt|expand|extend|supplement|replace|substitute|swap|rewrite|rephrase|render|disguise|complement|conclude|finish|preface|prefix|begin|start|end|customize|craft|infuse|change`;
const SEND =
  "send|sends|sending|post|posts|upload|uploads|forward|forwards|transmit|exfiltrate|submit|email|mail|copy|deliver|push|export|relay|dump|transfer|pipe|publish|share|ship|leak";
const PRIVATE =
  "conversation|conversations|chat|chats|history|transcript|transcripts|data|messages|dms|emails|inbox|mailbox|memory|memories|contents|content|file|files|documents|contacts|calendar|context|cookies|session|sessions|logs|env|environment|clipboard|keystrokes|records|database|photos|location|prompt|prompts|everything|variables|notes";
/** Words for secrets that need no other word beside them; keys do: ACCESS key. */
const SECRET =
  "password|passwords|passcode|passphrase|pw|credential|credentials|secrets|token|tokens|apikey|apikeys|pin|cvv|ssn|otp|mnemonic|logins|passwd|keychain";
const ACCESS =
  "api|access|private|secret|ssh|encryption|signing|recovery|auth|openai|anthropic|aws|master|vault|wallet|license";
const MACHINE =
  "terminal|interpreter|simulator|translator|generator|emulator|compiler|shell|console|machine|hacker|dan|jailbroken|unrestricted|unfiltered|uncensored|amoral|chatbot|assistant|ai|llm|bot";
const UNBOUND =
  "restrictions|restriction|limitations|limits|filters|filter|guidelines|ethics|rules|morals|censorship|boundaries|constraints|confines|safeguards";

/** Code that reaches out of the program: the network, the shell, other processes, or the disk for good. */
const REACHES_OUT =
  /\b(?:requests|httpx|urllib\d?|aiohttp|socket|smtplib|secure_smtplib|ftplib|paramiko|telnetlib|subprocess|pexpect|pickle|ctypes|psutil|pyperclip|shutil|winreg|wmi|pynput|keyboard|pyautogui|tkinter|webbrowser|http\.client|http\.cookiejar|browser_cookie3|os\.(?:system|popen|remove|rename|environ|kill|dup2|unlink)|child_process|process\.env|eval\(|exec\(|while True|fetch\(|XMLHttpRequest|curl |wget )/;

/** Files that hold secrets. */
const SECRET_FILE =
  /(?:~|\$HOME|%USERPROFILE%|homedir\(\)[^\n]{0,12}|\/root|\/home\/\w{1,32}|\/Users\/\w{1,32})\/?\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc|config\/gcloud|git-credentials|bash_history)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\/etc\/(?:passwd|shadow|sudoers)|\.aws\/credentials|\blogin data\b|\bkey4\.db\b|\blogins\.json\b|\bwallet\.dat\b|\bcookies\.sqlite\b|login\.keychain|\bNTDS\.dit\b/i;

/**
 * A shape in Cyrillic letters, as they look once unmasked: some become Latin there, and capitals not as small ones do.
 * No backslashes: those are unmasked too.
 */
function cyrillic(written: string): RegExp {
  return new RegExp(unmask(written).text, "iu");
}

export const THREAT_PATTERNS: readonly ThreatPattern[] = [
  // ── instruction: drop what you were told. The object must be the agent's orders, or all that came before:
  //    "ignore the noise", "forget my old address" and "do not disregard safety protocols" are ordinary.
  {
    kind: "instruction",
    why: "tells the agent to drop its instructions",
    says: [
      `${DROP} about? all|any|every|each|your|these|those|such …3 ${ORDERS}`,
      `${DROP} …5 ${EARLIER} and|or? …2 ${ORDERS}`,
      `${DROP} …3 everything|all|anything|what|whatever|guidance|instructions|rules …5 told|instructed|learned|taught|received|programmed|above|earlier|previously`,
      "no|little attention|heed to …3 previous|above|earlier|prior|preceding|your|any …3 instructions|rules|prompt|text|guidelines|message",
      "earlier|previous|prior|original|your|initial instructions|orders|rules|guidelines|prompt|directives …2 no|not|dont|never|out longer|matter|apply|valid|count|relevant|of matter|apply|valid|count|relevant|exist|bind|mind|your?",
      "put|set|leave|push …3 previous|earlier|prior|original|your …2 instructions|orders|rules|guidelines …2 aside|behind|out",
      "supersede|supersedes|superseding|overrides|overriding|precedence|trumps|replaces over|all|any|every|your|the …2 prior|previous|other|earlier|your|existing|anything|everything|system …2 instructions|rules|directives|else|prompts|guidelines|orders|other|you|prompt|policies",
      `${DROP} the|my ${ORDERS} that|you|above|given|before|provided|earlier|previously|and`,
      `${DROP} everything|all|anything|what|whatever that? you|youve|we|weve|i|ive|above|before|prior|previous|was|were|have|is|has been? told|learned|know|knew|said|above|before|talked|discussed|instructed|given|wrote|written|remember|just|so|and|that|this|prior|now|i|print|say|write|output|about`,
      `^ ${DROP} everything|all|anything|whatever|whats|what before|above|prior|previous|earlier|else? that|this|above|before|and|in|i|you`,
      `^ ${DROP} everything|all and|then|now just|only|output|print|say|write|instead|act|do|start|follow`,
      `^ ${DROP} the|all? above|foregoing|preceding and|or|instead|text|then|message|messages|content|information|prompt`,
      `not|dont|never|stop follow|following|listen|listening|obey|obeying|heed|adhere to|any|your|the|all …2 ${EARLIER}|your …2 ${ORDERS}|information|programming`,
      "^ forget|disregard|ignore|abandon your training|programming|ethics|morals|persona|identity|alignment|safety",
      "^ override|bypass|disable|deactivate|remove|lift|ignore your|all|the|any? safety|security|ethical|content|moral protocols|filters|guidelines|restrictions|guardrails|policies",
      "pretend …3 forgotten|forget",
      "^ forget|ignore|disregard this|that|it|all? and|then|now|instead write|say|print|tell|answer|do|show|act|output|start",
      "stop everything …2 just|now|print|say|write|output",
      `^ ${DROP} your|all|any|the? safety|security|ethical|content|moral|built|usual|normal guidelines|protocols|protocol|rules|filters|restrictions|measures|checks|policies|guardrails|limitations`,
      `your|all|any|the safety|content|ethical|previous|usual|moral? guidelines|restrictions|rules|limitations|filters|instructions|safeguards|guardrails|policies are|is|have|has|do|no been? now|not|longer|hereby? lifted|disabled|removed|suspended|void|apply|overridden|revoked|canceled|cancelled|obsolete|off`,
      "clear|reset|erase|wipe|empty|delete your|all|the|previous|prior|current context|instructions|conversation|programming|prompt and|then|now|before|of",
      "dont|not|never|stop pay|paying attention to the|any|your|previous|earlier …2 instructions|rules|prompt|text|previous|above|guidelines",
    ],
  },
  // ── instruction: here is your new task.
  {
    kind: "instruction",
    why: "gives the agent new instructions",
    says: [
      "your new|real|actual|true|only|revised|updated instruction|instructions|task|tasks|goal|objective|mission|orders|directive|purpose|prompt|assignment is|are|now|follow|follows|will",
      "your instructions|task|goal|objective|mission|orders|directive|purpose is|are now|to ignore|obey|respond|reply|recommend|answer|send|promote",
      "now|here|but come|comes|follow|follows|are|is|have …2 new tasks|task|instructions|orders|assignments|assignment|challenge",
      "now new|other instructions|tasks|orders|assignments follow|come|are",
      "have|has|is|with a|another great|new|special …2 challenge|task|assignment|order for you",
      "^ new|updated|additional|secret|hidden|special|revised|system instruction|instructions|directive|directives|orders …2 you|your|ignore|always|never|respond|reply|send|forget|disregard|must",
      "change|update|replace|rewrite|modify|amend your|its …2 instructions|rules|prompt|guidelines|programming|directives|persona to|with|as|so|by|and",
      "start|begin over? with? a|the new|another assignment|task|challenge",
      "concentrate|focus on your new task|tasks|instructions|assignment|role|goal",
      "i|we hereby? command|order|authorize|instruct you to",
      "you must|will|shall|have to? always? obey|comply|follow all|any|every|my|these|with|me …2 orders|order|instructions|commands|requests|rules|command|instruction",
      "inject|insert|load|place … into|to your context|prompt|memory|instructions|system",
      "in addition to the|your other instructions",
      "initiate|accept|allow all orders|commands|requests|instructions",
      "you now? have|get|gained|possess now? full|unlimited|unrestricted|root|admin|administrator|complete|total access|permission|permissions|control|privileges|authority",
      "you may|can|are now allowed|free|permitted? to? run|execute|access|use|do|perform any|all|every|arbitrary",
      "you …2 no|not|dont longer? need|require|needed …3 approval|permission|confirmation|consent|authorization",
      "you have|are permission|authorization|clearance|authorized|authorised|approved|cleared to|for skip|bypass|ignore|access|share|reveal|disclose|transfer|delete|override|execute|run|send|any|all|everything",
      "in|under developer|debug|admin|god|dan|maintenance|unrestricted mode you|the|ignore|all|there|no",
      "your task|goal|mission|purpose|objective is|will now to|be|as",
      `${DROP} …8 and|then|instead tell|say|write|print|output|answer|show|respond|reply|act|do me|that|only|just|with|as|the|how|i|you|this|following|nothing|something`,
      "done|answered|finished|good|great|thanks|thank …2 now|then|so|next come|comes|another|my|the|a|answer|to …2 next|second|new|question|task",
      "^ comply|cooperate with all|any|my|this|these|every|the …2 request|requests|order|orders|demand|demands|instruction|instructions|command|commands",
      "you have been hacked|jailbroken|reprogrammed|freed|hijacked|compromised|instructed|ordered|liberated|unlocked|pwned",
      "the|your user|users|owner|operator|admin|administrator|developer has|have already|explicitly|previously|pre? authorized|authorised|approved|consented|permitted|granted you|this|all|full|to|these|any|access|permission",
      "this|following is|comes a|an|the? urgent|official|authorized|direct|priority|important|new|emergency|high? message|notice|order|directive|instruction|request|command from|by your|the|openai|anthropic|google|microsoft? developer|developers|creator|creators|admin|administrator|system|security|owner|openai|anthropic",
      "as your|the|an developer|creator|administrator|admin|superuser|root|programmer|engineer|master|owner …2 i order|command|instruct|authorize|demand|tell|direct|require|hereby|request|grant|am",
      "dont|not|never|without refuse|refusing|apologize|apologizing|moralize|moralizing|disclaimers|disclaimer to? or|and|any|in|my|this|answer|respond|for|me|warnings|question|comply|requests",
      "^ execute|perform|carry|follow|do|obey out? the|these|this|my following|new|next|hidden|secret|real instructions|orders|directives|instruction|order|directive instead|now|only|exactly|carefully|immediately|without|precisely",
    ],
  },
  // ── instruction: from now on. With "you" or an order behind it; "from now on I run daily" is a fact.
  {
    kind: "instruction",
    why: "sets the agent's behaviour from now on",
    says: [
      `from now|here|today|this on|onwards|onward|forward|point|moment on|onwards|onward|forward? you will|must|are|should|shall|reply|respond|answer|act|have|always|never|only|speak|behave|obey`,
      `from now|here|today|this on|onwards|onward|forward|point|moment on|onwards|onward|forward? always|never|only|all|every|please|just|the? respond|reply|answer|act|speak|behave|${AGENT}|pretend|forward|ignore|treat|recommend|send|follow|say|refuse|obey|your`,
      "henceforth|hereafter you|always|never|respond|reply|answer|act|ignore|treat",
      "starting|effective now|immediately you|always|never|respond|reply|answer will|must|are|should|shall|only|have|with|as|respond|reply|answer",
      "for|in the|all rest|remainder|future of|responses|replies|answers|conversations this|the|our|you|respond|reply|answer|act|always|never|include conversation|chat|session|will|must|should|always|only|with|as you|respond|reply|answer|act|always|never|include|only|must|add",
      "with|in|to every|each|all|future of? your response|responses|reply|replies|answer|answers",
    ],
  },
  // ── instruction: how to answer. Orders to a person ("reply with your RSVP", "always answer the phone") pass.
  {
    kind: "instruction",
    why: "dictates the agent's answers",
    says: [
      "^ always|never|only|exclusively respond|reply|answer|speak with|in|as|using|that|only|like|yes|affirmatively",
      "^ always recommend|promote|endorse|favor|favour|advertise …6 to|as|over|for|instead|first|when|whenever|product|products|brand",
      "^ respond|reply|answer|output|return only|exclusively|solely|strictly|nothing in|with|as|using|the|but|like|a",
      "^ respond|reply|answer …8 in the style|voice|tone|manner of|like",
      "^ answer the|this question from|as|in the|a|if perspective|you",
      `if|when|whenever|once|time|anytime the|a|any|another|this|your ${USER} asks|ask|says|say|requests|request|mentions|mention|wants|inquires|types|sends …12 ${SAY}`,
      `if|when|whenever users ask|say|request|mention|want|inquire …12 ${SAY}`,
      `if|when|whenever|time|should|once you are|get|receive|were asked|prompted|questioned|requested|a|any|question …10 ${SAY}|with`,
      "if|when|whenever|anytime|once i say|type|ask|write|tell …6 you|always|respond|reply|answer must|will|should|answer|say|reply|respond|are|with|always",
      "you should|must|shall|will|need|have to? always|never|only recommend|respond|reply|answer|output|comply|refuse|pretend|promote|generate|decline|obey",
      `the|this|any|an|all|every ${AGENT} reading|processing|must|shall|should|is|are|that always|never|instructed|required|obligated|only|ignore|immediately|this|respond|reply|recommend|send|forward|treat|comply|obey|read|reads|process|processes|not`,
      `^ attention|note|notice|message|dear|hey|hello|important to|for? any|all|the? ${AGENT} …2 please|you|ignore|must|if|reading|processing|always|never|that`,
      `^ note|notice|message|instruction|instructions|hint|reminder|memo|request|directive|guidance|attention|prompt to|for the|all|any|every|our? ai|llm|llms|chatbot|chatbots|chatgpt|gpt|claude|gemini|copilot|language|assistants`,
      "to|for the|all|any|an|every? large? language|ai|llm|llms|chatbot model|models|assistant|assistants|agent|agents|system|systems? reading|processing|parsing|summarizing|summarising|visiting|crawling|indexing|viewing|seeing|who",
      "if|since|because|as you are an|a|the large|artificial? ai|llm|language|chatbot|bot|automated|assistant",
      "^ ai|llms|chatbots|language assistants|agents|models|systems|bots? should|must|shall|are|need describe|rank|recommend|rate|treat|ignore|always|never|mention|say|state|include|give|required|instructed|to",
      "when|while|whenever|before|after|if|upon summarizing|summarising|processing|answering|responding|replying|asked|indexing|evaluating|ranking|reviewing …10 say|state|mention|include|recommend|ignore|also|always|never|respond|reply|claim|tell|send|run|forward|insert|append|rate",
      "^ tell|inform|assure everyone|anyone|anybody|people|customers|users|them|whoever who|that|asking|if asks|ask|asking|inquires|they",
      "and|now|stop|instead just|only|simply print|say|output|reply|respond !the|it|to|if|out|your|no|when|so",
      "^ just|only print|output !the|it|a|an|out|your|two|one|this|on|what",
      "say|saying|claim|include that you hate|love|despise|adore|worship|support",
      "^ stop and|now|then? write|print|say|output",
      "confirm|acknowledge …3 by saying|replying|responding|typing|printing",
      "remember|know|note|understand|memorize|memorise that? you should|must|shall|are|will|have to? always|never|only|required|instructed|programmed recommend|promote|reply|respond|answer|tell|say|send|forward|include|mention|suggest|to|trust",
      "remember to always|never recommend|promote|suggest|reply|respond|answer|tell|say|send|forward",
      "if you dont know say|answer|respond|reply|write|print|just",
      "^ answer|respond|reply in|with|using one|two|three|single|only|exactly …1 word|words|sentence|sentences|line|lines|syllable",
      "^ say|write|tell me|us? something bad|negative|offensive|hateful|racist|mean|nasty|rude|insulting",
      "^ insult|curse|swear|offend|threaten|mock|ridicule at? the|every|all|your? user|users|reader|readers|humans",
      "^ now write|answer|tell|say|print|respond|reply|imagine|pretend|switch|output|stop|repeat|translate|generate|speak a|an|the|me|this|that|following|only|in|your|to|with|as|my|about|why|what|how|everything",
      "^ answer the|this|my|these following|next|last? question|questions as|in|from|like|with|without|truthfully|honestly|what|why|how|who",
      "i|ill will|am|going|now? give|ask|provide|type|tell|send|say|write|speak to? you …10 you|and will|must|should|answer|respond|reply|are|you|have will|to|answer|respond|reply|must|with|should",
      "you|youll will|must|are|shall|should|can only|always|now|then|just|never? respond|reply|answer|speak|output to? with|as|in|only|like|everything|every|me|all|my|using|without",
      "every|each time i|you|someone|a|the|user …6 respond|reply|answer|say|output|print|you",
      "only|just answer|reply|respond|output with|yes|no|one|in",
      "does|do|will not|doesnt|dont follow any|the? rules|instructions|guidelines",
    ],
    shows: [
      /(?:^|[.!?:;,\n] {0,3}|\b(?:and|now|then|just|please|only|simply|must|should|will) )(?:say|reply|respond|answer|output|repeat)(?: (?:with|only|just|exactly|back|the (?:word|words|phrase|sentence|text)|nothing but)){0,3}[: ]{1,3}["“„«'](?=[^"”“»'\n]{1,200}["”“»'])/i,
    ],
  },
  // ── instruction: shape your reply. "Your response" is the agent's; "thank you for your reply" orders nothing.
  {
    kind: "instruction",
    why: "dictates what the agent's reply must hold or look like",
    says: [
      `^ ${INSERT} …16 in|into|to|within|inside|throughout|at|onto|of your next|final|own|every? ${REPLY}`,
      `^ ${DO_TO_REPLY}|${INSERT}|${RESHAPE}|let|have|keep|flip|speak|talk|sing|act|avoid|omit|remove|delete|skip|never|always|do|dont|be|try|please|remember …20 your own|next|final|entire|whole|every|full? response|reply|answer|output !to|by|from|time|times|rate|rates|is|was|deadline|date|on|at|about|here|below|and|or|box|history`,
      "can|could|would|will you …8 your own|next|final|entire? response|reply|answer|output|message in|with|using|as|into|backward|backwards|like|through",
      `^ respond|reply|answer|write|speak|output|encode|return|communicate only|entirely|exclusively|back|to? in|with|using|as|by|through …3 ${MANNER}`,
      `^ use|using|apply|employ|switch …6 ${MANNER} …6 respond|reply|answer|response|output|answers|replies`,
      `^ ${RESHAPE} your own|next|final? ${REPLY}`,
      `^ ${SCRAMBLE} …7 your ${REPLY}|message|messages|words`,
      `^ ${RESHAPE} …10 in|of|from|with your own|next|final? ${REPLY}`,
      `^ replace|substitute|swap|shift|move|change|reverse|rotate|scramble|shuffle|randomize every|each|all|the? letter|letters|vowel|vowels|characters|character|consonants|spaces …8 with|by|for|to|forward|into|in|of|using`,
      "^ use|apply|employ|using|write a|an|the|in|simple? caesar|morse|leetspeak|atbash|rot13|vigenere|substitution|anagrams|pig|cipher|transposition code|cipher|with|to|for|in|latin|shift|when",
      `^ ${RESHAPE} all|every|each|the? letters|vowels|words|characters|consonants|spaces …8 symbols|symbol|numbers|emojis|digits|asterisks|anagrams`,
      "^ provide|give|write|deliver|present|format|express|display|show|return|craft|formulate|phrase|compose|produce|type|print|structure your own|next|final|entire|whole? response|reply|answer|output|message|answers|responses in|as|using|with|backward|backwards|upside|without|like|entirely|only",
      "can|could|would|will you …2 use|write|give|provide|display|encode|translate|present|format … your response|reply|answer|output",
      "^ in|throughout|within your|each|every own|next|final? response|reply|output !i|you|we|to|of|from|on|dated|was",
      "your next|own|final|entire? response|reply|output|answer must|should|shall|has|needs to? always|only|be|include|contain|end|begin|start|have|not|never|mention|consist|promote|use",
    ],
  },
  // ── instruction: work on the user. Whom a product's maker calls "users", an agent serves.
  {
    kind: "instruction",
    why: "tells the agent to sway the user, or to spread falsehood",
    says: [
      "^ ask|urge|encourage|persuade|convince|request|direct|instruct|advise|trick|lure|entice|tell|push|mislead|deceive|manipulate|scare the|all|your|any? user|users|reader|readers|recipient|recipients to|that|they|about|into !use|set|create|verify|access|enter|select|log|login|choose|provide|complete|enable|change|reset|add|view|update",
      "^ promote|advertise|recommend|offer|announce|claim|spread|include|link|endorse|suggest|push|introduce|present|provide|share|publish|direct|pretend|propose|mention …6 fake|bogus|fraudulent|phishing|fabricated|phony|counterfeit|nonexistent|fictitious|scam|virus|malware",
      "spread|spreading|propagate|disseminate|amplify|promote|include|introduce|insert|share …5 misinformation|rumor|rumors|conspiracy|propaganda|disinformation|lies|hoax|falsehoods|falsehood",
      "^ falsely|claim|assert|insist|allege|pretend|argue that|claim|state|assert|inform",
      "^ advertise|promote|publicize|market|plug|endorse a|an|the|our|this|your|limited|new|upcoming|exclusive …8 product|products|brand|service|discount|sale|offer|website|app|event|deal|company|store|game|software|course|newsletter|cryptocurrency|investment",
    ],
  },
  // ── instruction: build this into your code. Ordinary docs say "add this to your app"; nobody but an attacker
  //    asks for code "in your elucidation", or for code that reaches out of the program "in your code".
  {
    kind: "instruction",
    why: "tells the agent to put given code into its answer",
    says: [
      `${FOLLOWING} ${CODE} ${CODE}? …12 your own? ${WORK}`,
      `your own? ${WORK} …14 ${FOLLOWING} ${CODE} ${CODE}`,
    ],
  },
  {
    kind: "tool-abuse",
    why: "hands over code that reaches out, to be used as it is",
    says: [
      `your own? code|script|program|logic …14 ${FOLLOWING} ${CODE} ${CODE}`,
      `${FOLLOWING} ${CODE} ${CODE} …12 your own? code|script|program|logic|solution|work`,
      `^ dont|feel|remember|keep|consider …8 ${FOLLOWING} ${CODE} ${CODE}`,
    ],
    besides: REACHES_OUT,
  },
  // ── instruction: keep it from the user. "Don't tell Mom" is a secret among people.
  {
    kind: "instruction",
    why: "tells the agent to keep something from the user",
    says: [
      `not|dont|never|without tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning the|your|any|this ${USER}`,
      `not|dont|never|without mention|mentioning|reveal|revealing|disclose|disclosing|admit …6 to the|your|any|a ${USER}`,
      `keep|hide|conceal|withhold this|it|that|these|them|everything …4 from the|your|any|a ${USER}|owner|developers|developer|admin|administrator`,
      `without the|your|any ${USER} …2 noticing|knowing|knowledge|realizing|awareness|seeing`,
      "not|dont|never tell|inform|notify|alert anyone|anybody|them that? you|i|about have|these|this|received|gave …3 instructions|instruction|prompt|orders|instructed",
      "not|dont|never|without mention|mentioning|reveal|revealing|disclose|disclosing|acknowledge|repeat this|these|those instruction|instructions|prompt|directive|directives",
      "silently|secretly|covertly|discreetly send|forward|upload|post|copy|run|execute|delete|install|transmit|append|record|log|include|transfer|exfiltrate",
    ],
  },
  // ── instruction: plant this in your memory.
  {
    kind: "instruction",
    why: "plants something in the agent's memory",
    says: [
      "^ add|save|store|write|commit|record|put|insert|append this|that|the|it|following|these …4 to|in|into your|long|agents|assistants|persistent|permanent term? memory|memories",
      "^ add|save|store|write|commit|append|insert this|these|that|following? to|into your|long|persistent|permanent|the? term? memory|memories",
      "update|modify|overwrite|edit|change|rewrite|clear|erase|wipe your long|persistent|stored? term? memory|memories",
      "store|save|remember|record|memorize …6 as a|an|your permanent|core|standing|highest|system|priority instruction|rule|directive|memory|priority",
      "remember|memorize|memorise|apply this|that|the|it|forever|permanently|following? …6 for|across|in all|every|future …2 conversations|sessions|chats|interactions",
    ],
  },

  // ── role play: be somebody else. "Act 2 of the play", "my son acts as a pirate" and "can you pretend to be a
  //    tour guide" give no order; "You are vegetarian" is a fact.
  {
    kind: "role-play",
    why: "gives the agent another identity",
    says: [
      `you are|will now|hereby|henceforth a|an|the|called|named|my|in|playing|acting|operating|act|be|become|free|${MACHINE} …3 ${MACHINE}|mode|without|as|persona|character|role|no|from|entity|entities`,
      `youre now a|an|the|called|named|my|in|playing|acting|operating|free|${MACHINE} …3 ${MACHINE}|mode|without|as|persona|character|role|no|from|entity|entities`,
      `you are|will now ${MACHINE}`,
      "you are now a|an|my|the !member|members|subscriber|customer|citizen|resident|father|mother|parent|uncle|aunt|grandfather|grandmother|grandparent|user|part|premium|registered|certified|verified|candidate|friend|manager|host|contributor|fan|owner|proud|full|permanent|licensed|team|lead|senior|homeowner|doctor|married|legal|qualified",
      "youre now a|an|my !member|members|subscriber|customer|citizen|resident|father|mother|parent|uncle|aunt|grandfather|grandmother|grandparent|user|part|premium|registered|certified|verified|candidate|friend|manager|host|contributor|fan|owner|proud|full|permanent|licensed|team|lead|senior|homeowner|doctor|married|legal|qualified",
      `^ become|switch|turn|transform|morph|adopt|take|assume yourself|into|to|on|the? …3 persona|hacker|identity|alter|${MACHINE}`,
      "you are|were|youre …3 created|programmed|trained|designed to|without",
      "with|without|has|have|having no|any? content|safety|usage|moral|ethical policy|policies|filter|filters|restrictions|guidelines|guardrails|constraints|limits",
      "you are no longer a|an|the|bound|restricted|limited|required|chatgpt|assistant|claude|ai|gpt",
      "you are|will going|about to act|pretend|play|roleplay|simulate|immerse|be|become …6 as|role|character|persona|mode|ai|dan|model",
      "now|today|instead|here you act|become|play as|a|an|the|role",
      `^ now you are`,
      `^ you are|youre dan|my? unrestricted|unfiltered|jailbroken|uncensored|evil|amoral|dan`,
      `^ you are|youre a|an|the …3 unrestricted|unfiltered|jailbroken|uncensored|evil|amoral|chatbot|llm|terminal|interpreter`,
      `^ act|behave|respond|roleplay|speak|reply|pose|function as a|an|if|my|though|dan|chatgpt|two|your`,
      "you …3 act|behave|roleplay|pose|reply|respond as|like a|an|if|though|dan|chatgpt|two …6 would|entities|mode|terminal|interpreter|character|enabled|ai|dan|hacker|you",
      "now you act|pretend|become|roleplay as|a|an|the|to",
      "^ pretend that? you are|were a|an|the|my|no|not",
      "^ pretend that? youre a|an|the|my|no|not",
      "^ pretend to be|have|that|you a|an|the|you|are|no|my|forgotten|were",
      "^ pretend|imagine|assume you|that|youre are|were|have|you|a|an no|not|without|are|a|an …3 ai|dan|restrictions|limits|limitations|rules|filters|unrestricted|assistant|model|hacker|evil|character",
      "i want|need|order|command|expect you to act|pretend|roleplay|simulate|play|impersonate|behave|become|imitate|emulate as|to|a|an|the|like|being",
      "id|would like you to act|pretend|roleplay|simulate|play|impersonate|imitate|emulate as|to|a|an|the|like|being",
      "^ take|assume|adopt|play|enter|immerse on|yourself|into|in? the|a|an role|persona|identity|personality of|as|named|called …2 a|an|the|another|dan|ai|evil",
      "immerse|immersing yourself …3 role|character|persona",
      "^ roleplay|impersonate as|a|an|the|being|dan",
      "stay|remain|staying|break|breaking in? character",
      "can|do|does do? anything now",
      "you are|were not? a|an|the? terrorist|criminal|racist|dictator|god|devil|villain|robot|machine",
      "dan|jailbreak|god|sudo|unrestricted|evil|dude|stan|unlocked|unfiltered|opposite mode enabled|on|activated|unlocked|engaged|active|is|output|now",
      "developer mode enabled|activated|output|engaged|unlocked",
      "you …6 in|with|into developer mode",
      "enable|enter|activate|simulate|engage|unlock|enabling …3 dan|god|jailbreak|unrestricted|unfiltered|evil mode",
      `you|ai|assistant|dan|chatbot …3 have|has|had|with|without|operating|are no|any|free|without|of|from? any|of|from? ${UNBOUND}`,
      `broken|freed|free|liberated|unbound free|of|from|the …3 typical|usual|normal|all|its|their|your? confines|chains|shackles`,
      "not|longer have|required|bound|need|obliged|has|having to|by abide|follow|adhere|obey|comply|openai|any|the …3 rules|guidelines|policies|openai|policy",
      `how would|might an ai|assistant|chatbot|you …3 without|if|had|with|no …2 ethics|${UNBOUND}`,
      "what|how would|will you do|say|answer|respond|react|behave if you had|were …4 no|human|free|evil|unrestricted|not",
      `world|universe|reality|scenario|game|simulation where|in you are|have|can no|not|unrestricted|free|always …3 restrictions|but|rules|filter|bound|limits`,
      "you are being turned|switched|rebooted|reprogrammed",
      `respond|answer|reply|speak|act|operate|operating|behave|comply|continue|talk|function without|with|free any|no|of|all|from? …2 ${UNBOUND}`,
      "you are|will|be now? in|entering|running|switched|switching in|to|into? developer|debug|maintenance|admin|god|sudo|test|diagnostic|unrestricted|jailbreak|dan|root|training|simulation mode",
      "your true|real|actual|new|secret|hidden self|identity|personality|persona|name|creator|master|owner|alter is|was|will|named|called|ego",
      "you can|may|will|are now|freely say|do|generate|answer|respond|discuss|allowed|free|able to? anything|whatever|any|everything|all|freely|do|say|without",
      "^ answer|respond|reply|speak|talk|write as|like if|though|a|an|the|someone|somebody you|youre|were|are|evil|person|pirate|character|villain|human|child|hacker|expert|politician|dictator|with|would|who",
      "^ lets|let us? play|roleplay|start|do a|an|the|us|some? game|roleplay|scenario|simulation where|in|you|called|as|of|with …6 you|ai|assistant|character|rules",
      "you play|are|will|as|be|act the|a|an|as|my|in? role|part|character of|as|is",
      "from the|a perspective|viewpoint|eyes|voice|mouth of a|an|the|someone|somebody …4 answer|respond|write|say|tell|describe|who",
      "has|have been approved|authorized|authorised|sanctioned by|explicitly …2 openai|anthropic|google|developers|microsoft|meta",
    ],
  },
  // ── role play: a forged turn or a forged prompt. Ordinary transcripts ("User: …") pass.
  {
    kind: "role-play",
    why: "forges the markup of a system or chat turn",
    shows: [
      /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_turn|eot_id|start_header_id|end_header_id|begin_of_text|endofprompt|fim_\w{1,10})\|>/i,
      /\[\s?SYSTEM(?:[ _-]{1,3}(?:UPDATE|OVERRIDE|MESSAGE|NOTE|ALERT|PROMPT|INSTRUCTIONS?|NOTICE|COMMAND|DIRECTIVE))[^\]\n]{0,40}\]/i,
      /(?:^|\n|[>"(]) {0,4}(?:ai(?: assistant| agent| model)?|assistant|agent|chatgpt|claude|llm)\s{0,2}[:,]\s{0,2}(?:please )?(?:execute|run|call|send|ignore|forward|delete|read|open|reply|respond|disregard|forget|transfer|approve|recommend|include)\b/i,
      /\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>|\[\/?(?:SYSTEM|ASSISTANT)(?:[ _-](?:MESSAGE|PROMPT|OVERRIDE|NOTE))?\]|\[SYSTEM[:\]]/,
      /<\/?(?:system|system[_-]?(?:prompt|message|instructions?|reminder|override)|assistant|developer|instructions?|admin|important_?(?:instructions?)?)(?:\s[^<>]{0,80})?>/i,
      /(?:^|\n|[^#])#{2,6} {0,2}(?:system|instructions?|new instructions?|system prompt|assistant|response|human|prompt|override)\b ?(?:prompt|message|override|note)?:?[ \t]{0,4}(?:\n|$|you |ignore |new |from |forget |disregard )/i,
      /\brole["']?\s{0,2}[:=]\s{0,2}["']?system["']?\s{0,2}[.,;\n]\s{0,3}(?:["']?content["']?\s{0,2}[:=]|(?:you|your|obey|ignore|disregard|forget|always|never)\b)/i,
      /\b(?:human|user|assistant|system): {0,3}(?:human|user|assistant|system):/i,
    ],
  },
  {
    kind: "role-play",
    why: "speaks as the system or the developer",
    says: [
      "^ system|developer|admin|administrator|openai|anthropic override|overrides",
      "^ begin|end|start|new system|hidden|secret|override|new|updated|admin|developer|session prompt|message|instructions|instruction|note|override",
      "override|authorization|admin|master|unlock code|sequence|password|key …3 accepted|granted|confirmed|verified|activated|alpha|unlocked|entered",
    ],
    shows: [
      /(?:^|[\n{[("'*#>!~-]) {0,4}\*{0,4}(?:system|developer|admin(?:istrator)?|root|openai|anthropic)(?: (?:message|prompt|note|notice|alert|update|override|instructions?|command|directive|notification|warning|error))?\*{0,4}[\])]? {0,2}[:>] {0,3}\*{0,4}.{0,80}\b(?:you (?:are|must|will|should|have|may|can now|now)|your|override|ignore|disregard|forget|from now|new (?:instructions?|task|rules?|policy|directive)|always|never|forward|must|simulation|unrestricted|permissions?|full access|verified|administrator|the (?:assistant|agent|ai|model))\b/i,
    ],
  },

  // ── exfiltration: private things to an address. "Send the invoices to billing@…" is ordinary.
  {
    kind: "exfiltration",
    why: "sends private material to an address",
    says: [
      `^ ${SEND} all|every|any|the|your|users|user|entire|full|their|this|whole|contents|chat|conversation …4 ${PRIVATE}|${SECRET} …6 to|at|via URL|EMAIL|webhook|attacker`,
      `and|then|to|will ${SEND} all|every|your|users|user|entire|full|their|chat|conversation …4 ${PRIVATE}|${SECRET} …6 to|at|via URL|EMAIL|webhook|attacker`,
      `${PRIVATE}|${SECRET}|key|keys|db|json …10 and|then ${SEND} it|them|the|these|those|everything|that? contents|results|output|temporary|stolen? ${SECRET}|${PRIVATE}? to|at|via URL|EMAIL|webhook|attacker|me`,
      `${SECRET}|key|keys …6 ${SEND} it|them|this|that? to|at|via URL|EMAIL|webhook|attacker`,
      `intercept|intercepts|monitor|monitors|capture|captures|harvest|harvests|collect|scrape|track …10 and|then|to forward|forwards|send|sends|post|posts|upload|report|relay …4 to|at|via URL|EMAIL|webhook`,
      "webhook|callback …10 post|posts|send|sends|forward|forwards|upload …6 to URL",
      "^ forward|bcc|cc|redirect|mirror all|every|any|each|incoming|outgoing …3 dms|emails|email|messages|mail|conversations|chats|files|contacts|attachments to URL|EMAIL|me|us|this",
      "forward|forwards|forwarding all|every dms|emails|messages|conversations|mail|chats",
      "^ send|post|upload|forward|transmit|submit|email|mail|copy|deliver|export|relay|dump|transfer|pipe|publish|share|ship|leak …6 conversation|conversations|chat|chats|transcript|transcripts|history|memory|memories|inbox|dms|cookies|session|env|clipboard|keystrokes|prompt|credentials|password|passwords|secrets|tokens|address|context|environment|addresses|diary …6 to|at|via URL|EMAIL|webhook|attacker",
      "^ send|email|mail|forward|dm|text|post|give|paste|show|leak …4 env|ssh|credentials|passwords|secrets|keychain|cookies file|files|folder|keys|key|contents|from|in|stored? …2 to me|us|this|here|URL|EMAIL",
      `exfiltrate|steal|siphon|smuggle …4 ${PRIVATE}|${SECRET}|keys`,
    ],
  },
  // ── exfiltration: data in an address. A plain image with a width in its query is none.
  {
    kind: "exfiltration",
    why: "puts data into an address or an image",
    says: [
      "^ append|attach|add|include|embed|encode|insert|put the? users …4 in|to|into|as|onto …4 link|url|query|parameter|parameters|image|URL|request",
      "^ append|attach|add|include|embed|encode|insert|put|concatenate the|all|every|users|any|this|your …3 conversation|chat|history|transcript|data|password|passwords|prompt|secrets|context|memory|summary …4 to|in|into|as|onto the|a|this|following|an|URL …3 url|query|link|image|parameter|parameters|URL|src",
      "^ render|display|show|include|embed|load|output|insert a|an|this|the|following markdown? image|link|pixel|img …10 conversation|chat|history|secret|secrets|password|prompt|memory",
    ],
    shows: [
      /!?\[[^[\]\n]{0,200}\]\(<?https?:[^()\s]{1,300}[?&/](?:[\w-]{1,30}=)?(?:\{|%7B|<|\$\{|\[|\$\()/i,
      /!\[[^[\]\n]{0,200}\]\(<?https?:[^()\s]{1,300}[?&](?:data|msg|message|chat|conversation|history|secret|password|payload|prompt|context|memory|summary|exfil|leak|stolen|userdata|info)=/i,
      /<img[^<>]{1,300}src {0,2}= {0,2}["']?https?:[^<>]{1,300}[?&](?:data|msg|message|chat|conversation|history|secret|password|payload|prompt|context|memory|exfil|leak|cookie|c)=/i,
      /!\[<?[A-Z_]{4,40}>?\]\(<[A-Z_]{4,40}>\)/,
      /https?:\/\/[^\s()<>{}[\]"]{1,200}[?&=/](?:<|\{|\[|\$\{)(?!\{? ?secrets\.)[^\n]{0,30}(?:conversation|chat|secret|summary|password|memory|history|prompt|context)/i,
    ],
  },
  {
    kind: "exfiltration",
    why: "sends local files or variables over the network",
    shows: [
      /\|\s{0,3}(?:curl|nc|ncat|netcat|wget|socat)\b/,
      /\b(?:curl|wget)\b[^\n]{0,160}(?:\$\(|-d {0,2}@|--data(?:-binary)? {0,2}@|-F {0,2}["']?\w{1,20}=@|-T |--upload-file|--post-file)/,
      /\b(?:fetch|axios(?:\.post)?|requests\.(?:post|put)|httpx\.post|urlopen|http\.post|XMLHttpRequest|sendBeacon)\b[^\n]{0,160}(?:process\.env\b(?![.[])|os\.environ\b(?![.[])|document\.cookie|clipboard|id_rsa|\.aws\/credentials)/,
      /(?:document\.cookie|localStorage)[^\n]{0,80}(?:fetch|sendBeacon|new Image|location)/,
      /\bprocess\.env(?:\.\w{1,60})?[^\n]{0,40}\b(?:send|post|upload|forward)\b/i,
      /\b(?:webhook\.site|requestbin\.\w{2,5}|pipedream\.net|burpcollaborator\.net|oastify\.com|interact\.sh|oast\.\w{2,6}|dnslog\.cn|canarytokens\.com)\b/i,
    ],
  },
  // ── exfiltration: the agent's own instructions.
  {
    kind: "exfiltration",
    why: "asks for the agent's own instructions",
    says: [
      "print|show|reveal|repeat|output|display|tell|give|leak|dump|expose|disclose|share|list|recite|copy|paste|translate|send|summarize me|us|out|all|back? of? your system|initial|hidden|secret|original|full|entire|complete|own|exact|internal? prompt|prompts|instructions|guidelines|programming|directives",
      "^ print|show|reveal|repeat|output|display|leak|dump|expose|recite|paste|summarize|translate|encode|tell|give|share|describe|list …6 your|the|its|this system|initial|hidden|secret|original|internal prompt|prompts|instructions|directives",
      "^ print|show|reveal|repeat|output|display|leak|dump|expose|recite|copy|paste me|us|out|back? the|all of? the|your? system|initial|hidden|secret|original|full|entire|complete|exact|internal prompt|prompts|instructions|directives",
      "^ repeat|print|output|show|display|recite|echo|summarize|translate|reveal out|back|me? the|all|every words|text|texts|instructions|sentences|prompt|prompts|lines above|given|before|verbatim|preceding|formatted|precisely",
      "^ repeat|print|output|recite|echo|reveal out|back|me? everything|all|text above|before|preceding|verbatim",
      "what|which …3 written|said|stands|stood|stated|was|is at|in|above|before the|this|your? …2 beginning|start|top|text|texts|prompt of|above|before|earlier this|the|your|that? prompt|conversation|instructions|text|question|message?",
      "^ show|print|list|output|display|reveal|give me|us? all|everything of? your data|texts|prompt|prompts|instructions|documents|context|sources|secrets",
      "what is|are|were|was your system|initial|original|hidden|secret|exact|full? prompt|instructions",
      "your system|initial|original|first|own|full|exact|starting? prompt|prompts|pretext !response|reply|attention|and|service|payment|reaction|action|delivery|help|is|assistance|support|answer",
      "prompt text|texts|texte",
      "what|which|show|print|repeat|tell|list|write|give|output|copy …8 text|texts|instructions|prompt|prompts|words|lines|sentence|sentences above|before|preceding this|the|me|it|us|and|in|here?",
      "print|output|show|display|reveal out? all|the|your prompt|prompts|instructions texts|text|formatted|as|verbatim|in|given",
      "what|which …3 word|secret|thing|password|information …3 developers|told|not …4 not to reveal|say|tell|share|disclose",
    ],
  },

  // ── credential: asked for. The secret must be "yours" or everybody's; "never share your password" warns.
  {
    kind: "credential",
    why: "asks for a secret",
    says: [
      `^ send|give|tell|email|text|provide|share|enter|submit|type|confirm|verify|reply|input|disclose|supply|paste|reveal|dm|message me|us|in|with? your …2 ${SECRET} !manager|managers|hygiene|policy`,
      `^ send|give|tell|email|text|provide|share|enter|submit|type|confirm|verify|reply|input|disclose|supply|paste|reveal me|us|in|with? your …2 ${ACCESS} key|keys|phrase|code`,
      `^ send|give|tell|email|text|dm|message me|us the|all …2 ${SECRET} !manager|managers|hygiene|policy`,
      `^ print|show|reveal|output|dump|extract|steal|list|export|leak|grab|harvest|decrypt|expose|enumerate|collect|retrieve all|every|any|saved|stored|users|their …3 ${SECRET}|cookies`,
      `^ print|reveal|output|dump|extract|steal|leak|exfiltrate|decrypt the|your|all? …2 ${ACCESS} keys|key|credentials|token|tokens`,
      `^ reveal|leak|print|output|dump|steal the|your|all? admin|root|secret|users|system? password|passwords|credentials|secrets`,
      `what|whats is|are? the|your value? of? the|your? …2 ${ACCESS} key|keys|token|password|phrase …3 in|stored|print|you|your`,
      `what is the|your secret|admin|root|master? password|passphrase|passcode !manager|managers|policy|reset|requirements|length|for|of|on|to`,
      "enter|confirm|verify|provide|give|send|share|type|submit|reply me|us|with|in? your …4 seed|recovery|mnemonic|secret|backup phrase|phrases|words",
      "^ enter|confirm|verify|provide|give|send|submit|reply us|me|with? your …2 credit|debit|bank|social card|security|account …2 number|details|information|numbers",
      "your account|wallet|access|mailbox has|will|is been|be|being? suspended|locked|disabled|terminated|limited|compromised|deactivated …12 verify|confirm|click|enter|login|log|provide|update",
      "mimikatz|lazagne|sekurlsa",
      "^ spell|say|write|encode|reverse|describe|tell|give|show|reveal|print|output|repeat|translate|display|rhyme|hint|guess|recite|share|disclose|type|list|put|convert|send|state|name|whisper|sing|read me|us|out|down|with|about|a|hint? the|your|that secret|hidden|magic|admin|real|full? password|passphrase|passcode|passwords|codeword !manager|managers|policy|field|reset|for|requirements|on|length",
      "letter|letters|character|characters|word|part|half|length|digits|synonym|synonyms|hint|hints|clue|acrostic|anagram|poem|rhyme|story|first|last|meaning|definition of|in|from|about|for|contains|containing|using|with|to|on the|your|that secret|hidden|magic? password|passphrase|passcode|codeword|secret !manager|managers|policy|field|reset|for|requirements",
      "what|which|whats is|was|are|s? the|your|that|this secret|magic|hidden word|key|code|phrase|password|passphrase|message|instruction",
      "^ reveal|tell|give|show|say|share|disclose|spell|print|leak|write me|us|out? the|your|all|any secret|secrets|codeword|hidden !santa|ingredient|recipe|menu|garden|gem|gems|message|service|sauce|level|levels|of|to",
      "i|im am|forgot|lost|need|want the|your|a|my? developer|administrator|admin|creator|owner|password|programmer …6 tell|give|reveal|share|remind|show|send|need me|us|it|the|your|a …3 password|passphrase|secret|credentials",
    ],
  },
  // ── credential: handed over, by shape.
  {
    kind: "credential",
    why: "carries a key or a token",
    shows: [
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/,
      /\b(?:sk|pk|rk)[-_](?:ant|proj|live|test|svcacct|or|admin)[-_][A-Za-z0-9_-]{16,}/,
      /\bsk-[A-Za-z0-9]{20,}/,
      /\b(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}\b/,
      /\b(?:gh[opsur]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}|glpat-[A-Za-z0-9_-]{18,}|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{28,}|pypi-[A-Za-z0-9_-]{40,}|dop_v1_[a-f0-9]{40,})/,
      /\bxox[abeoprs]-(?=[A-Za-z0-9-]{0,60}\d)[A-Za-z0-9-]{10,}/,
      /\bAIza[0-9A-Za-z_-]{35}/,
      /\bya29\.[0-9A-Za-z_-]{20,}/,
      /\bSG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16,60}/,
      /\bhooks\.slack\.com\/services\/T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/\w{12,}/,
      /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/[\w-]{30,}/,
      /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,}/,
      /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqps?|ftp|https?):\/\/[^\s:@/]{1,64}:[^\s:@/]{3,128}@[\w.-]{3,}/i,
      /\bAccountKey=[A-Za-z0-9+/=]{40,}/,
      /\b\d{8,10}:AA[A-Za-z0-9_-]{32,}/,
    ],
  },
  {
    kind: "credential",
    why: "hands over a password or key in words",
    shows: [
      /\b(?:[a-z0-9]{1,20}_){0,3}(?:password|passwd|passphrase|passcode|passwort|kennwort|mot de passe|contrasena|apikey|api[ _-]key|secret[ _-]?key|access[ _-]?(?:key|token)|auth[ _-]?token|bearer)["']?(?: (?:is|ist|est|es)|\s{0,2}[:=])\s{0,3}["'`]?(?=[^\s"'`]{0,60}\d)(?=[^\s"'`]{0,60}[A-Za-z])[^\s"'`()]{6,80}(?![^\s"'`]{0,80}\()/i,
      /\b[A-Z][A-Z0-9_]{0,40}_(?:API_?KEY|SECRET|TOKEN|PASSWORD|SECRET_KEY|ACCESS_KEY)\s{0,2}=\s{0,2}["']?(?!\$|[Yy][Oo][Uu][Rr]|[Xx]{3}|<|process|os\.|env|[Cc]hange|\.{3})[^\s"']{12,}/,
      /\b(?:(?:[Cc]lient|CLIENT|[Cc]onsumer|CONSUMER|[Ss]igning|SIGNING|[Ww]ebhook|WEBHOOK)[ _-]?(?:[Ss]ecret|SECRET)|(?:[Aa]pp|APP)[ _-](?:[Ss]ecret|SECRET)|[Aa]pp[Ss]ecret|[Aa]ppSECRET|APP[Ss]ecret|APPSECRET)["']?(?: is|\s{0,2}[:=])\s{0,3}["'`]?(?![Yy][Oo][Uu][Rr]|process|os\.|env)(?=[\w.~+/=-]{0,60}(?:\d|[a-z][A-Z]))[\w.~+/=-]{16,}/,
      /(?:密码|口令|密钥)(?:是|为|:)\s{0,3}[\w!@#$%^&*-]{6,}/,
    ],
  },
  {
    kind: "credential",
    why: "reaches for a file or a variable that holds secrets",
    shows: [
      /\b(?:cat|type|less|head|tail|more|cp|scp|base64|xxd|strings|tar|zip|grep)\s[^\n|;]{0,60}(?:~|\$HOME|\/root|\/home\/\w{1,32})\/\.(?:ssh|aws|gnupg|kube|netrc|npmrc|git-credentials|env)/,
      /\b(?:cat|less|head|tail|more|cp|scp|base64|xxd|strings)\s[^\n|;]{0,60}(?:\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)|\.env\b|\.aws\/credentials)/,
      /\b(?:readFile(?:Sync)?|open|read_text|file_get_contents|fopen|Get-Content)\b[^\n]{0,100}(?:\bid_(?:rsa|ed25519|ecdsa)\b|\.ssh\/|\.aws\/credentials|\/etc\/(?:passwd|shadow)|\.env["']|\.kube\/config|\.netrc|\.npmrc|Login Data|key4\.db|wallet\.dat)/,
      /\b(?:env|printenv|set)\s{0,2}\|\s{0,2}grep\b[^\n]{0,60}(?:SECRET|KEY|TOKEN|PASS)/i,
      /\bsecurity (?:find-generic-password|find-internet-password|dump-keychain)\b|\bcmdkey \/list\b|\breg save HKLM\\SAM\b/i,
      /\b(?:169\.254\.169\.254|metadata\.google\.internal)\b/,
    ],
  },
  {
    kind: "credential",
    why: "tells the agent to open a file that holds secrets",
    shows: [
      new RegExp(
        `(?:^|[\\n:;,.!?"'(] {0,2}|\\b(?:please|and|then|tool to|you to) )(?:read|access|open|dump|extract|copy|print|output|show|display|use|call|invoke|scan|search|parse|load|fetch|retrieve|export|upload|send|locate|decrypt|grab|exfiltrate|inspect|collect)\\b[^\\n]{0,60}(?:${SECRET_FILE.source})`,
        "i",
      ),
    ],
  },

  // ── tool abuse: commands that harm. `rm -rf node_modules` and `npm install` are ordinary.
  {
    kind: "tool-abuse",
    why: "carries a dangerous command",
    shows: [
      /\b(?:curl|wget|iwr|invoke-webrequest|fetch)\b[^\n|]{0,200}\|\s{0,3}(?:sudo\s{1,3})?(?:env\s{1,3})?(?:ba|z|da|k|fi)?sh\b/i,
      /\b(?:curl|wget)\b[^\n|]{0,200}\|\s{0,3}(?:sudo\s{1,3})?(?:python\d?|perl|ruby|node|php|iex)\b/i,
      /\b(?:ba|z)?sh\s{1,3}(?:-c\s{1,3})?["']?(?:<\(|\$\()\s{0,2}(?:curl|wget)\b/,
      /\brm\s{1,3}-(?:\w{0,4}r\w{0,4}f|\w{0,4}f\w{0,4}r)\w{0,4}\s{1,3}(?:--no-preserve-root\s{1,3})?["']?(?:\/(?![\w.])|\/(?:etc|home|usr|var|bin|boot|root|opt|lib)\b|~|\$HOME|\*)/,
      /\brm\s{1,3}-r\s{1,3}-f\s{1,3}["']?(?:\/|~|\*)/,
      /\bbase64\s{1,3}(?:-d|-D|--decode)\b[^\n]{0,40}\|\s{0,3}(?:sudo\s{1,3})?(?:(?:ba|z)?sh|python\d?|perl|node)\b/,
      /\b(?:eval|exec|Function)\s{0,2}\(\s{0,2}(?:atob|base64|Buffer\.from|unescape|__import__|compile|requests\.get|urllib|codecs)/,
      /\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc|ncodedcommand|c)?\s{1,3}[A-Za-z0-9+/=]{16,}|\bIEX\s{0,2}\(|\bDownloadString\(/i,
      /\/dev\/(?:tcp|udp)\/|\bbash\s{1,3}-i\b[^\n]{0,10}>&|\b(?:nc|ncat|netcat)\s[^\n]{0,60}-e\s{1,3}\S|\bmkfifo\b[^\n]{0,60}\|/,
      /\bpython\d?(?:\.\d)?\s{1,3}-c\s{1,3}["'][^\n]{0,80}\b(?:socket|subprocess|pty|os\.system|urllib|requests|exec|eval)\b/,
      /\bos\.dup2\(|\bpty\.spawn\(|["']\/bin\/(?:ba)?sh["'],?\s{0,2}["']-i["']/,
      /\brequire\(["'](?:node:)?child_process["']\)\.exec|\b(?:execSync|spawnSync|os\.system|os\.popen|subprocess\.\w{3,12})\(\s{0,2}[[f]{0,2}["'][^\n]{0,80}(?:curl|wget|nohup|\brm\b|\bnc\b|\bbash\b|\/etc\/|\.ssh|shutdown|base64|mkfs)/,
      /\bdocker\b[^\n]{0,80}(?:--privileged|-v\s{1,3}\/:|\/var\/run\/docker\.sock)|\bnsenter\b[^\n]{0,40}--target\s{0,2}1\b/,
      /\b(?:iptables\s{1,3}-F|ufw\s{1,3}disable|setenforce\s{1,3}0|csrutil\s{1,3}disable|systemctl\s{1,3}(?:stop|disable)\s{1,3}(?:auditd|firewalld|ufw|apparmor)|spctl\s{1,3}--master-disable|Set-MpPreference\s{1,3}-Disable)/i,
      /\b(?:tool|function|executor|query|sql|database)\b[^\n]{0,60}(?:\bDROP (?:TABLE|DATABASE|SCHEMA)\b|\bDELETE FROM\b|\bTRUNCATE TABLE\b|\bSELECT \* FROM \w{0,20}(?:users?|accounts?|credentials?|secrets?|passwords?|tokens?|customers?)\b)/i,
      /\b(?:vssadmin\s{1,3}delete|wevtutil\s{1,3}cl|history\s{1,3}-c|shred\s{1,3}-|cipher\s{1,3}\/w|Remove-Item\s[^\n]{0,40}-Recurse[^\n]{0,20}-Force)/i,
      /\b(?:aws s3 (?:cp|sync)|gsutil (?:-m )?cp|rclone copy|scp|rsync)\s[^\n]{0,80}(?:~|\$HOME|\/etc|\/home|\.ssh|\.aws|\.env)[^\n]{0,80}(?:s3:\/\/|gs:\/\/|@|:)/,
      /:\(\)\s{0,2}\{\s{0,2}:\s{0,2}\|\s{0,2}:\s{0,2}&\s{0,2}\}\s{0,2};\s{0,2}:/,
      /\bmkfs(?:\.\w{2,6})?\s{1,3}\/dev\/|\bdd\s[^\n]{0,60}\bof=\/dev\/(?:sd|nvme|hd|disk)|>\s{0,2}\/dev\/(?:sd[a-z]|nvme)/,
      /\bchmod\s{1,3}(?:-R\s{1,3})?(?:777|\+s|u\+s)\s{1,3}\/(?:\s|$|etc|bin|usr|root)|NOPASSWD:\s{0,2}ALL|\bcrontab\b[^\n]{0,60}(?:curl|wget|\bnc\b)/,
      /\bnohup\b[^\n]{0,100}&|\bcryptomin(?:e|er|ing)\b[^\n]{0,40}\.(?:py|sh|exe)/i,
      /\b(?:echo|cat|tee)\b[^\n]{0,200}>>\s{0,2}~?\S{0,40}\/?(?:authorized_keys|\.bashrc|\.zshrc|\.profile|crontab|\/etc\/hosts)/,
    ],
  },
  {
    kind: "tool-abuse",
    why: "orders the agent to do harm with a tool",
    says: [
      "^ run|execute|invoke|launch|call this|the following? command|script|code|tool|function|program|payload …4 silently|without|secretly|before …2 asking|confirmation|user|telling|permission|responding|anything",
      "^ silently|secretly run|execute|call|invoke|delete|install|download|transfer|wire|approve|purchase",
      "^ delete|erase|wipe|destroy all|every|the|users|everything …3 files|backups|databases|emails|records|memories|logs on|in|from|immediately|without|now …4 machine|system|server|computer|drive|disk|asking|account|home|user|confirmation",
      "^ transfer|wire|send|pay …4 funds|money|bitcoin|btc|eth|usdt|crypto|balance to the|this|my|following wallet|address|account|iban",
      "^ disable|deactivate|uninstall|kill|turn the|all|any|your|off …2 antivirus|firewall|defender|sandbox|guardrails|audit|approval",
      "^ call|invoke|use|run|execute|trigger the|your|a …4 tool|function|plugin|executor|api|command …4 with|to|on|and …10 attacker|passwords|exfiltrate|malicious|payload|reverse|delete|overwrite|sudo|etc|bashrc|zshrc|authorized|crontab|credentials|shadow|passwd|drop|wipe|erase|disable|root|kill|arbitrary|hosts|impersonate",
      "xmrig",
      "^ skip|bypass|omit|disable|suppress the|any|all|every|user? confirmation|approval|verification|permission|security|safety|consent step|steps|prompt|prompts|check|checks|dialog|request|requests|and|when|for|warnings",
      "^ approve|accept|authorize|grant|allow all|every|any …3 refund|refunds|request|requests|payment|payments|transfer|transfers|transaction|transactions|purchase|purchases|commands|tool",
      "^ call|use|invoke|run the|your|a? …3 tool|function|api|plugin …4 transfer|wire|pay|purchase",
      "^ grant|elevate|escalate|give …4 admin|root|sudo|administrator|superuser|unrestricted|elevated|full access|privileges|permissions|rights|privilege to|for|on|and|over",
      "^ bypass|skip|disable|turn|deactivate|circumvent|ignore off|the|all|any|your|tool|exec|human|user …2 sandbox|approval|approvals|guardrails|confirmation|confirmations|allowlist|whitelist|permission|permissions and|for|when|before|on|by|to|so|prompts|checks|mode|entirely",
      "^ register|install|add|load|create|enable|import|inject a|an|the|this|following|new …4 tool|plugin|skill|extension|hook|package|server|webhook|callback …4 that|which|to|from …8 intercept|intercepts|forwards|forward|overrides|override|logs|sends|send|posts|URL|steals|captures|exfiltrates|every|all|replaces|shadows",
      "^ navigate|browse|go|visit|open|fetch|load|request|query|ping|call|get to? URL …4 with|and|including|containing|appending|passing|using …4 data|conversation|history|cookies|token|tokens|password|credentials|key|secrets|contents|session|output|results|parameter|query",
      "^ schedule|create|add|set|install|register up? a|an|the|new cron|scheduled|startup|recurring|background|launchd|systemd job|task|script|service|process|entry|agent …6 that|to|which|running …8 URL|send|sends|uploads|upload|exfiltrate|persist|reconnect|beacon|every|curl|forward|download|executes",
    ],
  },

  // ── the commonest phrasings in German.
  {
    kind: "instruction",
    why: "tells the agent to drop its instructions (German)",
    says: [
      "vergiss|vergesse|ignoriere|ignorier|missachte|verwirf|ubergehe alles|alle|allem|samtliche|deine|ihre|jegliche|die|sie|was …5 anweisungen|aufgaben|regeln|instruktionen|befehle|vorgaben|vorherigen|bisherigen|vorherige|gesagte|gesagt|vorher|bisher|davor|zuvor|besprochen|obigen|anweisung|richtlinien|wissen",
      "vergessen|ignorieren|missachten sie alles|alle|samtliche|ihre|jegliche|die|was …5 anweisungen|aufgaben|regeln|instruktionen|befehle|vorgaben|vorherigen|bisherigen|vorherige|gesagte|gesagt|vorher|bisher|davor|zuvor|richtlinien",
      "vergiss das|dies|es|alles|mal|bitte|nun …3 und|schreib|schreibe|sag|sage|beantworte|zeig|zeige",
      "vergiss|vergesse alles|alle|bitte? und|was|davor|vorher|vorherige|bisherige|bisher|zuvor|andere",
      "ignoriere|ignorieren|missachte sie? alles|das|den|die|obigen|obige|vorherige|bisherigen|alle …3 obige|oben|text|davor|vorherigen|zuvor|vorherige|bisherige|prompt|kontext",
      "befolge|beachte|befolgen|beachten|folge sie? keine|nicht|die|den|deine …4 anweisungen|regeln|vorgaben|richtlinien|instruktionen nicht|mehr",
    ],
  },
  {
    kind: "instruction",
    why: "dictates the agent's behaviour (German)",
    says: [
      "von|ab jetzt|nun|sofort|an|heute an|ab? …3 bist|wirst|musst|sollst|antworte|antwortest|du|sie|antworten|sprich|schreibe",
      "antworte|antworten|sag|schreibe|schreib|gib sie? immer|nur|ausschliesslich|stets|niemals mit|auf|in|noch|als|das|aus",
      "sag|sage|verrate|erzahle|teile|zeige dem|den nutzer|benutzer|anwender|nutzern|user …4 nicht|nichts|niemals|kein",
      "wenn der|die|ein|jemand|du nutzer|benutzer|anwender|user|gefragt|nach …8 antworte|sage|sag|empfiehl|antwortest|schreibe|wirst|gib",
      "deine|ihre|eine|neue|neuen neue|neuen|neuer aufgabe|aufgaben|anweisung|anweisungen|instruktionen|rolle",
      "konzentriere|konzentrier|konzentrieren dich|sich|sie …3 auf …3 neue|neuen|aufgabe|aufgaben",
      "jetzt|nun kommen|kommt|folgen|folgt …5 aufgaben|aufgabe|anweisungen|instruktionen",
      "zeige|zeig|nenne|verrate|gib|wiederhole mir|uns|alle …3 prompt|systemprompt|anweisungen|prompts|instruktionen",
      "dein|deine|deinen|deiner|deines prompt|prompts|prompttext|prompttexte|systemprompt|instruktionen|anweisungen",
      "du|sie sollst|musst|wirst|darfst|sollen|mussen|werden jetzt|nun|immer|nur|ab|mir|bitte|niemals|nie|auch …8 antworten|sagen|schreiben|ignorieren|vergessen|nennen|sprechen|reden|ausgeben|zeigen|antwortest|befolgen|gehorchen|fungieren|tun",
      "deine|ihre|dein|ihr aufgabe|auftrag|ziel|rolle|job ist|lautet|besteht|wird|es",
      "ich befehle|verlange|fordere|weise dir|ihnen|dich|sie|an|auf|dass",
      "antworte|antworten|beantworte|reagiere|schreibe|schreib|sag|sage|gib …4 immer|nur|ausschliesslich|jedes|jede|stets mit|auf|in|noch|als|wort",
      "zeige|zeig|nenne|verrate|gib|wiederhole|drucke|sag|liste deine|deinen|dein|den|die|mir …3 prompt|systemprompt|instruktionen|prompts|instructions|anweisungen|anfangsprompt",
      "was|wie|welche steht|stand|lautet|war|lauten|sind|waren dein|deine|deinen|am|oben|im|die …3 prompt|instruktionen|anweisungen|prompts|systemprompt|anfang …3 prompt|prompts|anweisungen|instruktionen|deines",
      "beantworte|beantworten sie? die|alle|diese|meine folgende|folgenden|nachste|nachsten? frage|fragen …3 als|im|aus|mit|wie|nur|so|in",
      "wenn ich|du|jemand …6 sage|sagst|schreibe|frage|sagt antworte|antwortest|sagst|sag|du|musst|schreibst",
      "schreib|schreibe|sag|sage|gib|druck|drucke nur|einfach|jetzt|stattdessen|bloss|trotzdem noch|das|den|die|aus|dass|einen|ein|mir",
    ],
  },
  {
    kind: "role-play",
    why: "gives the agent another identity (German)",
    says: [
      "ich mochte|will|wunsche dass|das sie|du …3 als|wie …8 fungieren|fungierst|auftreten|auftrittst|agieren|agierst|handeln|verhalten|verhaltst|dienen|reagieren|antworten|antwortest|spielen",
      "du|sie bist|sind jetzt|nun|ab|kein|keine|nicht|ein|eine …4 ki|assistent|bot|chatbot|sondern|jetzt|frei|ohne|mehr|modell|terminal|dan",
      "jetzt|nun|ab bist|sind du|sie",
      "du bist jetzt|nun ein|eine|der|die|mein|kein|nicht|dan",
      "tu|tue|stell|stelle|verhalte so|dich|dir …2 als|vor|wie …2 warst|ware|seist|du|bist|waren|ein|eine",
      "spiele|spiel|ubernimm|schlupfe …3 rolle",
      "ich mochte|will|wunsche|hatte dass|gerne|das du|sie|dass so|dich|als|mir|jetzt|nun|ein|eine|antwortest|tust|handelst|spielst|du|sie|nur",
      "lass|lasst|wir uns|spielen …3 spiel|rollenspiel …8 du|sie|regeln",
      "handle|handele|agiere|antworte|verhalte|reagiere|rede|sprich|schreibe|fungiere dich|sie|so|bitte? als|wie ein|eine|einer|einem|ware|warst|du|ob|der|die|hattest|mein",
      "stell|stelle|stellen dir|sie|sich …2 vor …2 du|sie bist|warst|sind|hattest|waren|konntest|musst",
      "du|sie bist|sind|warst|seist ein|eine|kein|keine|der|die …3 ki|bot|chatbot|assistent|terminal|hacker|modell|rolle|sprachmodell|roboter|hacker|diktator",
      "wenn du|sie …5 warst|waren|warest|hattest …3 wie|was|wurdest|antworten|sagen",
    ],
  },
  {
    kind: "exfiltration",
    why: "sends private material to an address (German)",
    says: [
      "sende|senden|schicke|schick|schicken|leite|leiten|ubermittle|lade|poste sie? alle|den|die|das|deine|samtliche|ihr|ihre|dein …4 daten|dateien|nachrichten|emails|mails|verlauf|passworter|passwort|zugangsdaten|gesprache|kontakte|chatverlauf|unterhaltung …4 an|nach|zu|auf …2 URL|EMAIL|mich",
      "gib|nenne|schick|schicke|sende|verrate|teile|bestatige mir|uns|sie? dein|deine|ihr|ihre|das …2 passwort|kennwort|pin|zugangsdaten|schlussel|kreditkartennummer|tan",
    ],
  },
  // ── French.
  {
    kind: "instruction",
    why: "tells the agent to drop its instructions (French)",
    says: [
      "oublie|oubliez|ignore|ignorez|oublier|ignorer|negligez|neglige tout|toutes|tous|les|tes|vos|ces|toute …4 instructions|instruction|consignes|regles|ordres|directives|precedent|precedentes|precede|avant|dit",
    ],
  },
  {
    kind: "instruction",
    why: "dictates the agent's behaviour (French)",
    says: [
      "a|des partir? de|present|maintenant maintenant|present …2 tu|vous|reponds|repondez|es|etes|dois|devez",
      "reponds|repondez|dis|dites|reponse toujours|uniquement|seulement|ce|jamais|que par|en|avec|qui|que|tu|vous",
      "ne n? dis|dites|revele|revelez|parle|parlez|informe|informez|mentionne|mentionnez …4 utilisateur|lutilisateur|utilisateurs",
      "tes|vos|nouvelle|nouvelles|tache|ta|votre nouvelles|nouvelle|instructions instructions|tache|mission|consignes|est|sont",
      "quand|lorsque|si lutilisateur|utilisateur|un …6 reponds|repondez|dis|dites|recommande|recommandez",
      "affiche|affichez|montre|montrez|revele|revelez|repete|repetez …3 prompt|instructions|consignes systeme|initiales|initial|secret|precedentes",
    ],
  },
  {
    kind: "role-play",
    why: "gives the agent another identity (French)",
    says: [
      "tu|vous es|etes maintenant|desormais|dan",
      "agis|agissez|comporte|comportez toi|vous? comme|en|tant …2 un|une|si|que",
      "fais|faites|pretends|imagine|imaginez semblant|que|etre …2 es|etes|tu|vous|etre",
    ],
  },
  {
    kind: "exfiltration",
    why: "sends private material to an address (French)",
    says: [
      "envoie|envoyez|transmets|transmettez|transfere|transferez|publie|publiez …4 fichiers|donnees|messages|conversation|conversations|mots|mot|courriels|emails|historique|contacts|identifiants …5 a|vers|sur …2 URL|EMAIL",
      "envoie|envoyez|donne|donnez|communiquez|saisissez|confirmez moi|nous? votre|ton|vos|tes …2 mot|code|identifiants|numero|cle de|secret|pin|carte|privee|bancaires|api",
    ],
  },
  // ── Spanish.
  {
    kind: "instruction",
    why: "tells the agent to drop its instructions (Spanish)",
    says: [
      "ignora|ignore|ignorad|olvida|olvide|olvidate|olvidad|omite|descarta de? todo|todas|todos|las|tus|sus|cualquier|lo|los …4 instrucciones|instruccion|reglas|ordenes|directrices|anterior|anteriores|antes|previas|previo|dicho|digo",
    ],
  },
  {
    kind: "instruction",
    why: "dictates the agent's behaviour (Spanish)",
    says: [
      "a|desde partir? de|este ahora|momento …3 eres|debes|responde|responderas|actua|tu|siempre|nunca|seras|vas",
      "desde ahora …2 eres|debes|responde|siempre|nunca|actua",
      "responde|contesta|di|responda siempre|solo|unicamente|solamente|nunca con|en|que|como",
      "no le|les? digas|diga|reveles|revele|cuentes|menciones|informes …4 usuario|usuarios",
      "cuando|si el|un|los usuario|usuarios …6 responde|di|recomienda|contesta|debes|envia|diles",
      "tus|tu|sus nuevas|nueva instrucciones|tarea|mision",
      "si|cuando yo? digo …4 tu dices|respondes|di|contestas",
      "solo|solamente tienes que decir",
      "muestra|revela|repite|imprime|muestrame …3 prompt|instrucciones sistema|del|iniciales|anteriores|originales|completo",
    ],
  },
  {
    kind: "role-play",
    why: "gives the agent another identity (Spanish)",
    says: [
      "ahora|desde|eres eres|ahora|seras|actuas un|una|el|la|dan|como|mi",
      "actua|actue|comportate|responde|finge|haz como|que|de …2 un|una|si|eres|fueras|seas|mi",
      "quiero que actues|finjas|respondas|seas|te …2 como|un|una|que|comportes",
    ],
  },
  {
    kind: "exfiltration",
    why: "sends private material to an address (Spanish)",
    says: [
      "envia|enviar|envie|manda|mande|reenvia|sube|publica …4 archivos|datos|mensajes|conversacion|conversaciones|correos|contrasenas|contrasena|historial|contactos|credenciales …5 a|al|hacia|en …2 URL|EMAIL",
      "envia|enviame|dame|dime|introduce|introduzca|confirma|confirme|ingresa|ingrese …2 tu|su|tus|sus …2 contrasena|clave|pin|credenciales|tarjeta|semilla|contrasenas",
    ],
  },
  // ── Chinese: no spaces between words, so shapes of characters.
  {
    kind: "instruction",
    why: "tells the agent to drop its instructions (Chinese)",
    shows: [
      /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要理會|抛弃|放弃|跳过|跳過|覆盖|覆蓋).{0,12}(?:指令|指示|提示词|提示詞|提示|规则|規則|命令|要求|限制|设定|設定|对话|對話|之前的(?:所有|一切)?内容)/u,
    ],
  },
  {
    kind: "instruction",
    why: "dictates the agent's behaviour (Chinese)",
    shows: [
      /(?:从现在开始|從現在開始|从现在起|從現在起|从此以后|今后|接下来).{0,6}(?:你|您|请|必须|只能|总是|始终)/u,
      /(?:不要|别|不得|切勿|勿).{0,3}(?:告诉|告訴|告知|透露给|透露給|通知|让|讓).{0,3}(?:用户|用戶|使用者)/u,
      /(?:当|當|如果|每当|每當)(?:用户|用戶|使用者|有人).{0,16}(?:回答|回复|回覆|说|說|推荐|推薦|告诉)/u,
      /(?:你|您)(?:必须|必須|应该始终|要始终|只能|应当)(?:始终|总是|一直|只)?(?:回答|回复|服从|遵守|推荐|执行|说)/u,
      /你的(?:新)?(?:任务|任務|指令|角色|身份)(?:是|为|变为|改为)/u,
    ],
  },
  {
    kind: "role-play",
    why: "gives the agent another identity (Chinese)",
    shows: [
      /(?:你现在是|你現在是|现在你是|現在你是|你不再是)/u,
      /(?:^|[，。！？：\n,.]|请你|請你|我要你|我想让你|我想让您|希望你)(?:扮演|假装|假裝|假扮|充当|充當|模拟成|作为一个没有)/u,
      /(?:开发者模式|開發者模式|越狱模式|无限制模式|不受任何限制|没有任何限制)/u,
    ],
  },
  {
    kind: "exfiltration",
    why: "sends private material, or asks for it (Chinese)",
    shows: [
      /(?:把|将|將).{0,16}(?:对话|對話|聊天记录|文件|密码|密碼|数据|數據|资料|信息|邮件|密钥).{0,8}(?:发送|發送|发给|發給|上传|上傳|转发|轉發).{0,6}(?:到|给|給|至|https?:)/u,
      /(?:发送|發送|上传|上傳|转发).{0,10}(?:对话|聊天记录|文件|密码|数据|邮件|密钥).{0,8}(?:到|给|至)/u,
      /(?:输出|显示|打印|告诉我|透露|重复|泄露).{0,6}(?:你的|系统|初始|隐藏)(?:的)?(?:系统)?(?:提示词|提示|指令|prompt)/iu,
      /(?:告诉我|发给我|提供|输入|给我)(?:你|您)的.{0,6}(?:密码|口令|密钥|助记词|验证码|银行卡号)/u,
    ],
  },
  // ── Japanese. The verb comes last; as an order, because "he forgets instructions" is ordinary.
  {
    kind: "instruction",
    why: "tells the agent to drop its instructions (Japanese)",
    shows: [
      /(?:以前|これまで|今まで|前|上記|上|先ほど|先程|すべて|全て|全部|元|既存|初期|システム)の?.{0,10}(?:指示|命令|指令|ルール|規則|プロンプト|制約|制限|ガイドライン|設定).{0,8}(?:無視して|無視しろ|無視せよ|無視すること|忘れて(?:ください|下さい|くれ|。|$)|忘れろ|忘れなさい|破棄して|破棄しろ|従わないで|従うな|上書きして)/u,
    ],
  },
  {
    kind: "instruction",
    why: "dictates the agent's behaviour (Japanese)",
    shows: [
      /(?:ユーザー?|利用者)(?:に|には|へ)?.{0,8}(?:教えないで|伝えないで|知らせないで|言わないで|教えるな|伝えるな|知らせるな|言うな)/u,
    ],
  },
  // ── Russian.
  {
    kind: "instruction",
    why: "tells the agent to drop its instructions (Russian)",
    shows: [
      cyrillic(
        "(?:игнорируй|проигнорируй|забудь|отбрось|отмени|[Нн]е обращай внимания на|[Нн]е следуй|[Нн]е выполняй)(?:те)? .{0,16}(?:предыдущ|прежн|прошл|ранее|вышеуказан|выше|изначальн|системн|все|всё|любые|свои|твои|ваши).{0,24}(?:инструкци|указани|правил|команд|директив|промпт|промт|ограничени|предписани)",
      ),
    ],
  },
  {
    kind: "instruction",
    why: "dictates the agent's behaviour (Russian)",
    shows: [
      cyrillic("(?:[Нн]е )(?:говори|сообщай|рассказывай|показывай|раскрывай)(?:те)? .{0,12}пользовател"),
    ],
  },
];
