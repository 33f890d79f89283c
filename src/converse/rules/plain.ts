/**
 * What is left of a sentence without what only belongs to talking: greetings, "okay", "honestly", "mate", "you know",
 * and the marks of emphasis?
 */

const OPENERS = [
  "okay|ok|o\\.k\\.|yeah|yep|yes|yup|aye|no|nope|nah|right|righto|rightio|alright|all right|well|so|oh|ah|aha|ugh|um+|uh+|hmm+|erm|hi|hey|hello|hiya|howdy|g'day|gday|good (?:morning|afternoon|evening)|mate|my guy|champ|legend|buddy|bro|dude|man|look|listen|see|honestly|actually|basically|anyway|anyways|frankly|seriously|clearly|obviously|fortunately|unfortunately|sadly|luckily|thankfully|thanks(?: a lot| so much| again)?|thank you(?: so much| very much| again)?|cheers|strewth|crikey|sure(?: thing)?|fine|good|great|perfect|excellent|awesome|cool|nice|lovely|wonderful|fair (?:enough|call|dinkum)|too right|too easy|no worries|sounds good|sweet(?: as)?|beauty|ripper|legendary|bloody hell|got it|understood|exactly|correct|absolutely|definitely|of course|true|indeed|and|but|also|plus|now|then|anyhow|yeah nah|by the way|btw|fyi|for the record|just so you know|to be (?:honest|clear|fair)|in fact|as (?:i|we) (?:said|mentioned|told you)(?: before| earlier| last time)?|like i said|like we (?:said|discussed)|you know|i mean|finally|first(?:ly)?(?: off| of all)?|second(?:ly)?|third(?:ly)?|lastly|still|oi|eish|abeg|haba|wahala|please|at least|on top of that|besides|apart from that|personally|what's more|additionally|moreover|furthermore|wow|whew|phew|haha|lol|hold up(?: there)?|hang on(?: a sec)?",
  "also|ja|nein|okay|ok|gut|na gut|na ja|naja|übrigens|hallo|guten (?:tag|morgen|abend)|danke|ach|und|aber|eigentlich|ehrlich gesagt|leider|zum glück",
  "hola|buenos días|buenas(?: tardes)?|bueno|sí|no|vale|pues|gracias|por cierto|y|pero|además|la verdad",
  "bonjour|salut|bonsoir|oui|non|d'accord|bon|ben|merci|au fait|et|mais|en fait|alors|euh",
].join("|");
/** Without a sign after them these words open a clause and may belong to it. */
const SURE_OPENER = new RegExp(`^[\\s*_–—-]*(?:${OPENERS})[*_]*[,.!…:;–—-][\\s,.!…:;–—-]*`, "iu");
const BARE_OPENER =
  /^[\s*_–—-]*(?:and|but|so|also|plus|well|okay|ok|yeah|yes|actually|honestly|basically|anyway|btw|und|aber|pero|y|et|mais)\s+/iu;
const TAIL =
  /[\s,.…–—-]+(?:mate|champ|legend|eh|yeah|right|hey|you know(?: what i mean)?|haha|lol|please|okay|ok|though|too right|man|bro|innit|to be honest|tbh|honestly|as i said|like i said|anyway|oder|ne|gell|verdad|no|hein|n'est-ce pas)[\s*_]*[?!.…]*$/iu;
/** What it adds is about the conversation. */
const RECALLED =
  /,? (?:(?:just |exactly )?(?:like|as) (?:we|i|you)(?:'ve|’ve| have| had)? (?:just |already |always |previously )?(?:said|talked about|discussed|agreed|mentioned|told you|planned|decided|set up|noted)(?: (?:before|earlier|last time|on|yesterday))?|no worries(?: there)?|good to know[^.!?]*|for sure|too easy|you know)(?=[.!?…\s]*$)/iu;
const TAG = /,\s*(?:mate|champ|legend|man|bro|dude|sir|ma'am|buddy|assistant)(?=[,.!?;])/giu;
const EMPHASIS = /\*{1,3}|(?<![\p{L}\p{N}])_{1,2}(?=\S)|(?<=\S)_{1,2}(?![\p{L}\p{N}])/gu;
const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/u;

/** How many characters at the beginning only open the sentence. */
export function openingOf(sentence: string): number {
  let at = BULLET.exec(sentence)?.[0].length ?? 0;
  for (let left = 6; left > 0; left--) {
    const match = SURE_OPENER.exec(sentence.slice(at)) ?? BARE_OPENER.exec(sentence.slice(at));
    if (match === null || at + match[0].length >= sentence.length) break;
    at += match[0].length;
  }
  return at;
}

/** The words as a reader wants them: no marks of emphasis, no tails, a capital and an end. */
export function tidied(words: string): string {
  let text = words
    .replace(EMPHASIS, "")
    .replace(TAG, "")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:.…–—-]+/u, "")
    .trim();
  for (let left = 3; left > 0 && TAIL.test(text); left--) text = text.replace(TAIL, "").trim();
  text = text
    .replace(RECALLED, "")
    .replace(/[\s,;:–—-]+$/u, "")
    .replace(/(?:\.{2,}|…|!+)$/u, ".");
  if (!/[.!?。！？]["'”’)]*$/u.test(text)) text += ".";
  return (text[0] ?? "").toUpperCase() + text.slice(1);
}
