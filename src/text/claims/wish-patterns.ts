/**
 * How do people say standing instructions and preferences, language by language?
 *
 * Data for `wish.ts`: each pattern is tried on one sentence. An instruction opens with an order to the assistant, and
 * something in it says that the order stands: "always", "from now on", "whenever I ask". Without such a word only orders
 * about the way of answering count ("answer in German", "call me Al"), and most of them only if they are all that the
 * text says. Orders are recognised by verbs of what an assistant does, so that "never give up" is none.
 */

export interface InstructionPattern {
  readonly matches: RegExp;
  /** It counts only if the text is this one sentence. */
  readonly isWhole: boolean;
}

const WORD_END = "(?![\\p{L}\\p{N}])";
/** Politeness and announcements before an order. */
const EN_LEAD =
  "^(?:(?:please|pls|also|and|so|ok|okay|hey|remember|note|rule|instruction|reminder|keep in mind|remember that|note that|for the record|in general|generally|as a rule|by default|to be clear)[,:]? (?:that )?)*";
const EN_SINCE =
  "(?:from now on|from here on|from today(?: on)?|going forward|moving forward|in (?:the )?future|henceforth|every time(?: i [^,]{2,80})?|whenever (?:i|we) [^,]{2,80}|(?:any|every) ?time (?:i|we) [^,]{2,80}|when (?:i|we) (?:ask|write|mention|send|paste|share|request|want|need|say|talk|speak|tell)[^,]{0,100}|if i (?:ask|write|mention|send|paste|request|say)[^,]{0,100})";
const EN_VERB =
  "(?:answer|reply|respond|use|give(?! up| in| a damn| way| it your)|include|provide|format|write|show|explain|cite|add|ask|address|keep(?! (?:calm|going|smiling|the faith))|make sure|ensure|translate|convert|list|confirm|remind|warn|suggest|recommend|mention|assume|prefer|avoid|start|end|begin|quote|speak|talk|send(?! to know)|book|schedule|round|spell|highlight|summari[sz]e|maintain|enable|present|offer|describe|return|output|link|double-check|verify|refer|tell|call|check|put|sign|consider|structure|organi[sz]e|compare|draw|attach|state|specify|break down|walk me|prioriti[sz]e|default to|stick to|apply|display|render|wrap|comment|document|test|generate|produce|create|propose|apologi[sz]e|share|be (?:brief|concise|short|direct|blunt|honest|polite|formal|specific)|do not|don['’]?t|say(?! never)|let me know|stop|skip|leave out|omit|shorten|label|mark|number|name|order|sort|rank|justify|back up|support|copy|cc|notify|inform|alert|consult|follow|perform|run|save|store|log|record)";
/** Manner of answering: standing by its nature. */
const EN_MANNER =
  "(?:answer|reply|respond|speak|talk|write)(?: to me)?(?: only| always| just)? (?:in|with|using|as|briefly|concisely|formally|informally|like)";

/** "Call me Al", but not "call me tomorrow": the name begins with a capital letter. */
const called = (order: string): InstructionPattern => ({
  matches: new RegExp(
    `^(?:\\p{L}+,? ){0,2}${order} (?:bitte )?\\p{Lu}[\\p{L}.'’-]*(?: \\p{Lu}[\\p{L}.'’-]*)?[.!]*$`,
    "u",
  ),
  isWhole: false,
});

const pattern = (source: string, isWhole = false): InstructionPattern => ({
  matches: new RegExp(source, "iu"),
  isWhole,
});

const ENGLISH: readonly InstructionPattern[] = [
  // "Always include …", "Please never suggest …"
  pattern(`${EN_LEAD}(?:always|never|(?:don['’]?t|do not) ever) (?:please )?${EN_VERB}${WORD_END}`),
  // "From now on, use …", "When I ask for recipes, give …"
  pattern(
    `${EN_LEAD}${EN_SINCE},? (?:please )?(?:always |never |only |just )?(?:${EN_VERB}${WORD_END}|you (?:should|must|have to|need to|can|may|are to) |i(?: want|['’]d like| would like| need| expect) (?:you|your|all|the answer|short|metric))`,
  ),
  // "Include version numbers whenever I ask …", "Use metric by default"
  pattern(
    `${EN_LEAD}(?:only )?${EN_VERB}${WORD_END}.{0,160}(?:whenever (?:i|we) |every time (?:i|we) |each time (?:i|we) |when (?:i|we) ask|if i ask|from now on|going forward|by default|in (?:all|every(?: one of)?|any of) (?:your|my) |at all times|in the future|in future$|in future[.!])`,
  ),
  // "You should always …", "I want you to never …", "Make sure you always …"
  pattern(
    `${EN_LEAD}(?:you (?:should|must|need to|have to|are to)|i(?: want|['’]d like| would like| need| expect) you to|make sure (?:that )?you|make sure to|be sure to|remember to|i(?: want|['’]d like| would like| expect)) (?:please )?(?:always|never|from now on)${WORD_END}(?! have )`,
  ),
  pattern(
    `${EN_LEAD}(?:you (?:should|must)|i(?: want|['’]d like| would like| need) you to) (?:${EN_MANNER}|call me|address me|refer to me)${WORD_END}`,
  ),
  pattern(
    `${EN_LEAD}i (?:always )?(?:want|expect|need) (?:all |every )?(?:of )?(?:your|the) (?:answers?|replies|responses?|explanations?|summaries)${WORD_END}`,
  ),
  // "Don't use emojis", "Stop apologising"
  pattern(
    `${EN_LEAD}(?:don['’]?t|do not|stop|avoid) (?:use|using|suggest|suggesting|recommend|recommending|apologi[sz]e|apologi[sz]ing|include|including|add|adding|repeat|repeating|assume|assuming|start|starting|address|addressing|call me|calling me|summari[sz]e|summari[sz]ing|end|ending|ask me|asking me|remind me|reminding me|mention|mentioning|offer|offering|send me|sending me|book me|schedule|scheduling|give me|giving me|tell me|show me|give)${WORD_END}[^,;:]{1,120}$`,
    true,
  ),
  pattern(`${EN_LEAD}(?:stop|avoid) apologi[sz]ing`, true),
  // "Call me Al"
  {
    matches:
      /^(?:(?:[Pp]lease|[Jj]ust),? )?[Cc]all me (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*)?(?:,? not \p{Lu}[\p{L}'’-]*)?[.!]*$/u,
    isWhole: false,
  },
  pattern(`${EN_LEAD}(?:address me|refer to me|you (?:can|may|should) call me) `),
  // "Answer in German", "Keep your answers short", "Use metric units", "No emojis, please"
  pattern(`${EN_LEAD}${EN_MANNER}(?: [^:;]{2,80})?[.!]*$`, true),
  pattern(
    `${EN_LEAD}(?:keep|make) (?:your |all |all your |the )?(?:answers|replies|responses|explanations|messages|summaries)${WORD_END}`,
  ),
  pattern(
    `${EN_LEAD}use (?:only )?(?:the )?(?:metric|imperial|celsius|fahrenheit|kilomet(?:re|er)s|miles|british|american|uk |us |oxford|24-hour|12-hour|formal|informal|plain|simple|gender|bullet|inclusive)`,
    true,
  ),
  pattern(
    `${EN_LEAD}(?:no|zero) (?:more )?(?:emojis?|emoticons|bullet points|small talk|jargon|exclamation marks|spoilers|flattery|disclaimers|markdown|buzzwords)${WORD_END}`,
    true,
  ),
  pattern(
    `${EN_LEAD}(?:your|all|all your) (?:answers|replies|responses) (?:should|must|have to|need to)${WORD_END}`,
  ),
  pattern(`${EN_LEAD}be (?:brief|concise|direct|blunt)(?: with me| in your answers| please)?[.! ]*$`, true),
];

const DE_LEAD = "^(?:(?:bitte|also|und|merk dir|denk daran|regel|hinweis)[,:]? )*";
const DE_VERB =
  "(?:antworte|antworten sie|schreib|schreibe|schreiben sie|verwende|verwenden sie|benutze|benutz|benutzen sie|nutze|nutz|erklär|erkläre|erklären sie|gib|geben sie|zeig|zeige|halte|halt|fass|fasse|sprich|sprechen sie|rede|empfiehl|empfehlen sie|erwähne|erwähn|frag|frage|fragen sie|nenne|nenn|nennen sie|übersetze|übersetz|rechne|formuliere|formulier|liste|begründe|vermeide|vermeiden sie|schlag|schlage|runde|zitiere|erinnere|buche|buch|sag|sage|mach|mache|stell|stelle|setz|setze|nimm|achte|bestätige|füge|duze|sieze)";
const DE_STAYS =
  "(?:immer|nie|niemals|stets|grundsätzlich|künftig|zukünftig|ab jetzt|ab sofort|von jetzt an|von nun an|in zukunft|generell|jedes mal)";

const GERMAN: readonly InstructionPattern[] = [
  pattern(
    `${DE_LEAD}${DE_VERB} (?:mir |mich |dich |bitte |auf |in |dabei |meine |die |den |das )*${DE_STAYS}${WORD_END}`,
  ),
  pattern(`${DE_LEAD}${DE_STAYS},? (?:bitte )?${DE_VERB}${WORD_END}`),
  pattern(
    `${DE_LEAD}${DE_STAYS} .{2,80}(?:verwenden|benutzen|nutzen|antworten|angeben|nennen|schreiben|erklären|vorschlagen|empfehlen|zeigen|erwähnen|duzen|siezen|ausgeben|formatieren|übersetzen)[.!]*$`,
    true,
  ),
  pattern(
    `^(?:wenn|falls|sobald|immer wenn|jedes mal,? wenn) ich (?:dich |sie |nach |um |etwas )?.{0,80}(?:frage|bitte|schreibe|schicke|will|möchte),? (?:(?:dann|so) )?(?:bitte )?(?:immer )?${DE_VERB}${WORD_END}`,
  ),
  called("[Nn]enne?(?:n [Ss]ie)? mich"),
  pattern(`${DE_LEAD}(?:duz|duze|sieze|siez) mich${WORD_END}`),
  pattern(`${DE_LEAD}du sollst (?:mir |mich )?${DE_STAYS}${WORD_END}`),
  pattern(`${DE_LEAD}ich (?:will|möchte),? dass du (?:mir |mich )?${DE_STAYS}${WORD_END}`),
  pattern(
    `${DE_LEAD}(?:antworte|antworten sie|schreib|schreibe|sprich|rede)(?: mir| mit mir)? (?:bitte )?(?:nur |bitte )?(?:auf|in|kurz|knapp|per du|ausführlich)${WORD_END}[^:;]{0,60}$`,
    true,
  ),
  pattern(
    `${DE_LEAD}(?:keine|bitte keine) (?:emojis|floskeln|anglizismen|spoiler|stichpunkte|ausrufezeichen)${WORD_END}`,
    true,
  ),
];

const FR_VERB =
  "(?:réponds|répondez|utilise|utilisez|écris|écrivez|donne|donnez|explique|expliquez|parle|parlez|évite|évitez|indique|indiquez|cite|citez|ajoute|ajoutez|propose|proposez|recommande|recommandez|mentionne|mentionnez|rappelle|rappelez|tutoie|vouvoie|tutoyez|vouvoyez|traduis|traduisez|garde|gardez|fais|faites|inclus|incluez|vérifie|vérifiez|montre|montrez|présente|demande|demandez)";
const FR_LEAD = "^(?:(?:s['’]il te pla[iî]t|s['’]il vous pla[iî]t|stp|svp|aussi|note|retiens|règle)[,:]? )*";
const FRENCH: readonly InstructionPattern[] = [
  pattern(
    `${FR_LEAD}${FR_VERB}(?:-moi|-lui)? (?:moi )?(?:toujours|désormais|dorénavant|systématiquement)${WORD_END}`,
  ),
  pattern(
    `${FR_LEAD}(?:désormais|dorénavant|à partir de maintenant|à l['’]avenir|toujours),? (?:${FR_VERB}|répondre|utiliser|tu dois|vous devez|je veux que tu|je voudrais que)${WORD_END}`,
  ),
  pattern(
    `${FR_LEAD}(?:ne |n['’])(?:me |m['’]|lui )?(?:${FR_VERB}|tutoie|appelle) (?:plus )?jamais${WORD_END}`,
  ),
  pattern(
    `^(?:quand|lorsque|chaque fois que|si) je (?:te |vous |t['’])?(?:demande|pose|écris|envoie|parle)[^,]{0,90}, (?:s['’]il te plaît,? )?${FR_VERB}${WORD_END}`,
  ),
  called("[Aa]ppel(?:le|ez)-moi"),
  pattern(`${FR_LEAD}(?:tutoie|vouvoie|tutoyez|vouvoyez)-moi${WORD_END}`),
  pattern(
    `${FR_LEAD}(?:réponds|répondez|écris|écrivez|parle|parlez)(?:-moi)? (?:en|avec|de façon|de manière|brièvement)${WORD_END}[^:;]{0,60}$`,
    true,
  ),
  pattern(`${FR_LEAD}(?:n['’]utilise|n['’]utilisez) (?:pas|plus) (?:d['’]|de )`, true),
];

const ES_VERB =
  "(?:responde|respóndeme|contesta|contéstame|usa|utiliza|escribe|escríbeme|dame|explica|explícame|háblame|evita|indica|cita|añade|agrega|recomienda|menciona|recuérdame|tutéame|tradúceme|incluye|verifica|muestra|muéstrame|confirma|trátame|pregúntame)";
const ES_LEAD = "^(?:(?:por favor|también|recuerda|nota|regla)[,:]? (?:que )?)*";
/** "Usa siempre zapatillas" tells of somebody: what is to be used must belong to answers. */
const ES_ABOUT =
  "(?:sistema métrico|unidades|métric|emojis?|español|inglés|catalán|grados|celsius|kilómetros|formato|tono|listas?|viñetas|usted|ejemplos|fuentes|un lenguaje|lenguaje|euros)";
const SPANISH: readonly InstructionPattern[] = [
  pattern(
    `${ES_LEAD}(?:respóndeme|contéstame|escríbeme|dame|háblame|explícame|muéstrame|recuérdame|trátame|pregúntame|tradúceme) siempre${WORD_END}`,
  ),
  pattern(
    `${ES_LEAD}(?:siempre )?(?:responde|contesta|escribe|habla) (?:siempre )?(?:en|con|de forma|de manera) .{2,60}$`,
    true,
  ),
  pattern(
    `${ES_LEAD}(?:siempre )?(?:usa|utiliza|incluye|añade|indica|cita) (?:siempre )?(?:el |la |los |las |un |una )?${ES_ABOUT}`,
  ),
  pattern(
    `${ES_LEAD}(?:de ahora en adelante|a partir de ahora|en adelante|en el futuro),? (?:por favor,? )?(?:${ES_VERB}|no |quiero que|debes|tienes que)`,
  ),
  pattern(
    `${ES_LEAD}(?:nunca|jamás|no) (?:me )?(?:uses|utilices|respondas|contestes|sugieras|recomiendes|menciones|incluyas|llames|hables|escribas|des|trates)${WORD_END}`,
  ),
  pattern(
    `^(?:cuando|siempre que|cada vez que|si) (?:te )?(?:pregunte|pregunto|pida|pido|escriba|mande|hable)[^,]{0,90}, (?:por favor,? )?(?:siempre )?${ES_VERB}`,
  ),
  called("[Ll]lámame"),
  pattern(`${ES_LEAD}(?:tutéame|trátame de (?:tú|usted))${WORD_END}`),
  pattern(`${ES_LEAD}quiero que siempre me `),
];

const IT_LEAD = "^(?:(?:per favore|ricorda|nota|regola)[,:]? (?:di |che )?)*";
const ITALIAN: readonly InstructionPattern[] = [
  pattern(
    `${IT_LEAD}(?:rispondimi|scrivimi|dammi|spiegami|parlami|mostrami|ricordami|chiedimi) sempre${WORD_END}`,
  ),
  pattern(`${IT_LEAD}(?:rispondi|scrivi|parla) (?:sempre )?(?:in|con|in modo) .{2,60}$`, true),
  pattern(
    `${IT_LEAD}(?:usa|utilizza|includi|aggiungi|indica|cita) sempre (?:il |la |le |gli |i |un |una )?(?:sistema metrico|unità|emoji|italiano|inglese|gradi|celsius|formato|tono|elenchi|esempi|fonti)`,
  ),
  pattern(
    `${IT_LEAD}(?:d['’]ora in poi|da ora in poi|in futuro|da adesso in poi),? (?:per favore,? )?(?:rispondi|usa|utilizza|scrivi|dammi|non |voglio che|parla|devi|chiamami|evita|includi)`,
  ),
  pattern(
    `${IT_LEAD}non (?:mi )?(?:usare|rispondere|suggerire|consigliare|menzionare|chiamare|scrivere|darmi|suggerirmi|consigliarmi|chiamarmi) mai${WORD_END}`,
  ),
  pattern(
    `^(?:quando|ogni volta che|se) (?:ti )?(?:chiedo|scrivo|mando|domando)[^,]{0,90}, (?:per favore,? )?(?:rispondi|usa|dammi|scrivi|spiega|includi|mostrami|spiegami)`,
  ),
  called("[Cc]hiamami"),
  pattern(`${IT_LEAD}dammi del (?:tu|lei)${WORD_END}`),
];

const PT_LEAD = "^(?:(?:por favor|lembra-te|lembre-se|nota|regra)[,:]? (?:de |que )?)*";
const PORTUGUESE: readonly InstructionPattern[] = [
  pattern(
    `${PT_LEAD}(?:responde-me|responda-me|escreve-me|dá-me|explica-me|fala-me|me responda|me explique|me dê|me escreva) sempre${WORD_END}`,
  ),
  pattern(
    `${PT_LEAD}(?:responda|responde|escreva|escreve|fale|fala) (?:sempre )?(?:em|com|de forma|de maneira) .{2,60}$`,
    true,
  ),
  pattern(
    `${PT_LEAD}(?:use|usa|utilize|utiliza|inclua|inclui|adicione|cite) sempre (?:o |a |os |as |um |uma )?(?:sistema métrico|unidades|emojis?|português|inglês|graus|celsius|formato|tom|listas|exemplos|fontes)`,
  ),
  pattern(
    `${PT_LEAD}(?:a partir de agora|de agora em diante|daqui em diante|no futuro),? (?:por favor,? )?(?:responda|responde|use|usa|escreva|escreve|não |quero que|deves|deve|me chame|chama-me|fale|fala|evite|evita)`,
  ),
  pattern(
    `${PT_LEAD}(?:nunca|não|jamais) (?:me )?(?:uses|use|respondas|responda|sugiras|sugira|recomendes|recomende|menciones|mencione|chames|chame|escrevas|escreva) (?!.*\\b(?:ele|ela|eu)\\b)`,
    true,
  ),
  pattern(
    `^(?:quando|sempre que|cada vez que|se) (?:eu )?(?:te )?(?:perguntar|pergunto|pedir|peço|escrever|mandar)[^,]{0,90}, (?:por favor,? )?(?:responda|responde|use|usa|dê|dá|escreva|explique|inclua|mostre)`,
  ),
  called("(?:[Cc]hama-me|[Mm]e cham[ae](?: de)?)"),
  pattern(`${PT_LEAD}trata-me por (?:tu|você)${WORD_END}`),
];

const NL_VERB =
  "(?:antwoord|gebruik|schrijf|noem|geef|spreek|praat|leg|toon|vermeld|vermijd|vraag|herinner|stel|vertaal|begin|houd|hou|zet|voeg)";
const NL_LEAD = "^(?:(?:graag|alsjeblieft|let op|onthoud|regel)[,:]? )*";
const DUTCH: readonly InstructionPattern[] = [
  pattern(`${NL_LEAD}${NL_VERB} (?:me |mij |in |het |de )*(?:altijd|nooit|voortaan)${WORD_END}`),
  pattern(
    `${NL_LEAD}(?:voortaan|vanaf nu|in het vervolg|altijd|nooit),? (?:graag |alsjeblieft )?${NL_VERB}${WORD_END}`,
  ),
  pattern(
    `^(?:als|wanneer|telkens als) ik (?:je |om |naar |iets )?.{0,80}(?:vraag|schrijf|stuur),? (?:dan )?${NL_VERB}${WORD_END}`,
  ),
  called("[Nn]oem me"),
  pattern(
    `${NL_LEAD}(?:antwoord|schrijf|spreek)(?: me)? (?:in het|kort|alleen)${WORD_END}[^:;]{0,60}$`,
    true,
  ),
];

const ZH_SINCE =
  "(?:始[终終]|[总總]是|一直|永[远遠]|以[后後]|今[后後]|[从從][现現]在(?:起|[开開]始)|每次|任何[时時]候|[务務]必|一律)";
const ZH_VERB =
  "(?:[回][答复覆]|答[复覆]|使用|用|[称稱]呼|叫我|[写寫]|[给給]|提供|列出|[说說]明|解[释釋]|提醒|推[荐薦]|避免|加上|包含|附上|[翻][译譯]|保持|标|注明|[确確][认認]|采用|採用)";
const CHINESE: readonly InstructionPattern[] = [
  pattern(
    `^(?:[请請]|麻[烦煩]|[记記]住[，,:：]?|你)?(?:[请請])?${ZH_SINCE}[^。！？]{0,12}?(?:都)?(?:[请請])?(?:不要|[别別])?${ZH_VERB}`,
  ),
  pattern(
    "^(?:[请請])?(?:[当當])?我(?:[问問]|提[问問]|要求|[让讓]你)[^，,。]{0,30}(?:[时時]|的[时時]候)?[，,][^。]{0,4}(?:[请請]|[务務]必|[总總]是|都要|一定要)",
  ),
  pattern(
    `^(?:[请請])?(?:不要|[别別])再?(?:[给給]我|[对對]我|跟我)?(?:用|使用|推[荐薦]|提|叫我|[称稱]呼我|[给給]我|重[复複])`,
    true,
  ),
  pattern("^(?:[请請])?(?:叫我|[称稱]呼我(?:[为為])?)[^，,。！？]{1,12}[。！]?$", true),
  pattern("^(?:[请請])(?:只)?用[^，,。]{1,12}(?:回[答复覆]|[跟和]我[说說]|[单單]位)", true),
  pattern("^(?:[请請])?回[答复覆](?:[时時]|我[时時]|要|[请請])[^。]{0,8}(?:[请請]|要|用|[简簡]|不要)"),
];

const JAPANESE: readonly InstructionPattern[] = [
  pattern(
    "^.{0,30}(?:いつも|常に|必ず|今後は?|これからは?|これから[はも]?ずっと|絶対に?|毎回|基本的に).{0,50}(?:答え|回答|返信|返事|使[っわい]|書|示し|教え|説明|呼[んば]|言[っわ]|すすめ|勧め|提案|翻訳|確認|入れ|付け|つけ|話し|要約|表[示記]|避け|敬語|丁寧).{0,20}(?:ください|下さい|てほしい|て欲しい|でほしい|ないで|お願いします|こと)(?:ね)?[。！]?$",
  ),
  pattern("^.{0,40}(?:と|って)呼んで(?:ください|下さい|ほしい|ね|くれ)?[。！]?$"),
  pattern(
    "^.{0,40}(?:聞いたら|聞いた(?:とき|時)|質問したら|尋ねたら|頼んだら|頼んだ(?:とき|時)).{0,60}(?:ください|下さい|てほしい|て欲しい|お願いします)[。！]?$",
  ),
  pattern(
    "^.{0,30}(?:で|に)(?:答えて|回答して|返信して|書いて|話して)(?:ください|下さい|ほしい)[。！]?$",
    true,
  ),
  pattern(
    "^.{0,30}(?:を|は)(?:使わないで|すすめないで|勧めないで|言わないで)(?:ください|下さい|ほしい)[。！]?$",
    true,
  ),
];

export const INSTRUCTIONS: readonly InstructionPattern[] = [
  ...[...ENGLISH, ...GERMAN, ...FRENCH, ...SPANISH, ...ITALIAN, ...PORTUGUESE, ...DUTCH],
  ...[...CHINESE, ...JAPANESE],
];

/** First person, or "my": what others prefer is a fact about others. */
export const PREFERENCES: readonly RegExp[] = [
  /\bI(?:'m| am| do| really| strongly| usually| generally| always| also| personally| would| much| still| tend to|['’]d|,)* (?:prefer(?! not to (?:say|talk|answer))|favou?r(?= [\p{L}]))\b/iu,
  /\bI(?:['’]d| would) (?:much )?rather\b(?! not\b)/iu,
  /\bmy (?:strong |personal |general )?preference (?:is|for|would be)\b/iu,
  /\bmy (?:all-time )?(?:preferred|favou?rite) [\p{L} -]{2,40} (?:is|are)\b/iu,
  /\bI like [\p{L}\p{N} '’-]{2,60} (?:better|more) than\b/iu,
  /\bich (?:bevorzuge|ziehe .{2,60} vor|mag .{2,40} lieber)(?!\p{L})|\bmir (?:ist|sind) .{2,60} lieber\b|\bmeine? lieblings\p{L}+ (?:ist|sind)\b/iu,
  /(?<!\p{L})je préfère(?!\p{L})|\bj['’]aime mieux\b|\bmon .{2,30} préférée?s? (?:est|sont)\b|\bma .{2,30} préférée (?:est)\b/iu,
  /(?<!\p{L})(?:yo )?prefiero(?!\p{L})|\bmi .{2,30} favorit[oa] es\b/iu,
  /(?<!\p{L})(?:io )?preferisco(?!\p{L})|\bil mio .{2,30} preferito è/iu,
  /(?<!\p{L})(?:eu )?prefiro(?!\p{L})/iu,
  /\bik (?:heb|geef) (?:liever|de voorkeur)\b|\bik .{2,30} liever\b/iu,
  /我(?:比[较較]|更)?(?:偏好|更喜[欢歡]|更[愿願]意|[宁寧][愿願可]|比[较較]喜[欢歡])/u,
  /(?:の(?:方|ほう)が(?:好き|いい|良い)|を好みます|が好みです|(?:の)?(?:方|ほう)を好む)/u,
];
