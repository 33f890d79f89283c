/**
 * Which words of a turn are somebody else's? What stands in quotation marks, in code, in a block quote, in a mail or a
 * chat that was pasted, in a text that the turn asks something about, and in anything that looks like a document.
 *
 * Nothing in a chat tells for certain who wrote a text. So this leans to one side: where a text may be somebody else's, it
 * counts as that. The principal's own words then lose some standing, and never does a page gain the principal's.
 */

/** From (inclusive) and to (exclusive), in characters. */
export type Range = readonly [from: number, to: number];

/** The ranges of the text that are not the speaker's own words; in no particular order, and they may overlap. */
export function foreignRanges(text: string): readonly Range[] {
  if (isDocument(text)) return [[0, text.length]];
  return [
    ...MARKED.flatMap((pattern) => rangesOf(text, pattern)),
    ...unclosed(text),
    ...chatLines(text),
    ...mailIn(text),
    ...playedIn(text),
    ...textsAskedAbout(text),
  ];
}

/** Does the turn say that a pasted text comes next? */
export function announcesPaste(text: string): boolean {
  return PASTE_TO_COME.test(text);
}

/** Does a reply ask for a text? `asked`: what the speaker had asked before; it tells what "send it over" is about. */
export function asksForPaste(reply: string, asked: string): boolean {
  return ASKS_FOR_TEXT.test(reply) || (ASKS_FOR_IT.test(reply) && SPEAKS_OF_TEXT.test(asked));
}

// ── what is marked as a quotation

const MARKED: readonly RegExp[] = [
  /(```|~~~)[\s\S]*?(?:\1|$)/g,
  /`[^`\n]+`/g,
  /^[ \t]*(?:>|\|).*$/gm,
  /"[^"]*"/g,
  /[“”„‟][^“”„‟]*[“”‟]/g,
  /«[^»]*»|»[^«]*«|‹[^›]*›|「[^」]*」|『[^』]*』|《[^》]*》/g,
  // A single quotation mark is also an apostrophe, so it counts only around several words.
  // "'em" and "'90s" open none.
  /(?<![\p{L}\p{N}])['‘‚](?!(?:em|til|cause|cos|bout|round|n|tis|twas|\d0s)(?![\p{L}\p{N}]))[^'‘’\n]*\s[^\n]*?['’](?![\p{L}\p{N}])/giu,
  /\[[^\]\n]{0,200}\bwas left out here\]/g,
  /\[(\w{2,20})\][\s\S]{0,2000}?\[\/\1\]/g,
  // "…, says the page"
  /(?<=^|[.!?\n]\s?)[^.!?\n]{1,400}?,? (?:says?|said|claims?|according to|as per|quoted from|copied from|taken from|found (?:on|in)) (?:the|this|that|a|an|some) (?:[\w-]{1,20} ){0,2}(?:page|website|site|article|blog|post|tool|bot|assistant|document|e-?mail|review|advert|search|result|forum|thread|file)\b/gi,
  // "Copied from the site - …"
  /^[ \t]*(?:copied|pasted|quoted|taken|scraped|extracted) from [^.!?\n]{1,60}?[ ][-–—][ ].*$/gim,
  /<quote\b[\s\S]*?(?:<\/quote>|$)/gi,
  /<(document|text|email|article|context|page|transcript|source)\b[\s\S]*?(?:<\/\1>|$)/gi,
];

const QUOTED_TERM = /^(?:"[^"]*"|[“”„‟][^“”„‟]*[“”‟]|['‘‚][^'‘’]*['’])$/u;
const TERM_WORDS = 6;
const SPEAKS =
  /(?<!\p{L})(?:i|i['’]\p{L}+|me|my|mine|we|we['’]\p{L}+|us|our|ours|you|you['’]\p{L}+|your|ich|wir|mein\p{L}*|je|j['’]\p{L}+|mon|ma|mes|nous|yo|mi|mis|io)(?!\p{L})/iu;

/**
 * Is this quotation a name or a term that the fact names too, with its marks ("We chose the 'Family Cruiser'.")? Then the
 * fact says no more than that the speaker named it. In a quotation in which somebody speaks of himself, somebody speaks.
 */
export function isTermIn(content: string, quotation: string): boolean {
  return (
    QUOTED_TERM.test(quotation) &&
    quotation.split(/\s+/).length <= TERM_WORDS &&
    !SPEAKS.test(quotation) &&
    content.includes(quotation)
  );
}

function rangesOf(text: string, pattern: RegExp): readonly Range[] {
  return Array.from(text.matchAll(pattern), (match): Range => [match.index, match.index + match[0].length]);
}

/** An opening quotation mark that nothing closes: all that follows may be the quotation. */
function unclosed(text: string): readonly Range[] {
  const marks = [...text.matchAll(/"/g)];
  const last = marks.length % 2 === 1 ? marks.at(-1)?.index : undefined;
  const opened = Math.max(text.lastIndexOf("“"), text.lastIndexOf("„"), text.lastIndexOf("«"));
  const closed = Math.max(text.lastIndexOf("”"), text.lastIndexOf("»"), text.indexOf("“", opened + 1));
  return [
    ...(last === undefined ? [] : [[last, text.length] as const]),
    ...(opened > closed ? [[opened, text.length] as const] : []),
  ];
}

/** "Anna: I moved to Bern", "[12:03] Tom: …". A label such as "Note:" is the speaker's own. */
const CHAT_LINE =
  /^[ \t]*(?:[-*•][ \t]*)?(?:\[?\d{1,2}[:.]\d{2}[^\]\n]{0,20}\]?[ \t,-]*)?(\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}(?: \([^)\n]{1,30}\))?)[ \t]?:[ \t]+\S.*$/gmu;
const OWN_LABEL =
  /^(?:note|notes|ps|p\.s\.|fyi|update|edit|correction|reminder|question|also|remember|important|btw|context|background|goal|plan|budget|name|age|job|diet|allergies|location|home|work|favou?rites?|preferences?|deadline|today|tomorrow|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/i;
const BARE_CHAT_LINE =
  /^[ \t]*(?:\[?\d{1,2}[:.]\d{2}[^\]\n]{0,20}\]?[ \t,-]*)[^\n:]{1,40}:[ \t]+\S.*$|^[ \t]*<[^>\n]{1,40}>[ \t]+\S.*$/gm;

function chatLines(text: string): readonly Range[] {
  const named = [...text.matchAll(CHAT_LINE)].filter((match) => !OWN_LABEL.test(match[1] ?? ""));
  return [
    ...named.map((match): Range => [match.index, endOfParagraph(text, match.index)]),
    ...rangesOf(text, BARE_CHAT_LINE),
  ];
}

function endOfParagraph(text: string, from: number): number {
  const end = text.indexOf("\n\n", from);
  return end < 0 ? text.length : end;
}

const MAIL_HEADER =
  /^[ \t]*(?:from|to|cc|bcc|subject|sent|date|reply-to|von|an|betreff|gesendet|datum|de|à|objet|envoyé|para|asunto|da|oggetto)[ \t]*:[ \t]*\S/gim;
const MAIL_BEGINS =
  /^[ \t]*(?:-{2,}[ \t]*(?:original|forwarded|weitergeleitete|ursprüngliche|begin forwarded)\b.*|begin forwarded message:?|on [^\n]{4,80} wrote:|am [^\n]{4,80} schrieb [^\n]{1,60}:|le [^\n]{4,80} a écrit ?:)/gim;
const SALUTATION =
  /^[ \t]*(?:dear|sehr geehrte|liebe[rs]?|cher|chère|estimad[oa]|querid[oa]|gentile)\b[^\n]{0,60}[,:!]?[ \t]*$/gim;
const SIGNED =
  /^[ \t]*(?:(?:kind|best|warm(?:est)?|with (?:kind|best))[ \t]+(?:regards|wishes)|regards|sincerely|yours (?:truly|sincerely|faithfully)|respectfully|mit freundlichen grüßen|cordialement|atentamente|cordiali saluti|warmly|cheers|xoxo)[ \t]*[,.!]?[ \t]*(?:\n|$)/im;

function mailIn(text: string): readonly Range[] {
  const starts = [...text.matchAll(MAIL_BEGINS), ...text.matchAll(SALUTATION)].map(({ index }) => index);
  const headers = [...text.matchAll(MAIL_HEADER)];
  if (headers.length > 1) starts.push(headers[0]?.index ?? 0);
  if (SIGNED.test(text)) starts.push(0);
  return starts.length === 0 ? [] : [[Math.min(...starts), text.length]];
}

// ── what the turn asks something about, or makes up

/** What is done to a text, whoever wrote it. */
const TRANSFORM =
  "summari[sz]e|sum up|tl;?dr|translat\\w*|proof-?read|paraphrase|rewrite|rephrase|reword|redraft|edit|polish|shorten|condense|critique|annotate|transcribe|punctuate|moderni[sz]e|expand on|classif\\w+|fact-?check|debunk|übersetze?|fasse?|korrigiere?|verbessere?|traduis|résume|corrige|traduce|resume|traduci|riassumi";
/** What is done to a text, and to much else. */
const WORK_ON =
  "correct|improve|simplify|fix|grade|format|convert|clean up|expand|extend|continue|finish|complete|extract|tag|parse";
const ASK = "what|who|whose|which|is|are|does|do|how|would|should|can|could|help|look|mean|think|make";
const LOOK =
  "review|check|analy[sz]e|explain|comment|respond|reply|answer|read|interpret|look|take a look|have a look|make sense|mean|rate|evaluate|assess|compare|tell me|identify|react";
/** A text by its name, and what is a text only where the turn points to it. */
const TEXT =
  "text|passage|paragraphs?|article|e-?mails?|mails?|messages?|letter|essay|posts?|poem|lyrics|song|story|reviews?|document|page|transcript|quotes?|quotations?|bio|biography|cv|résumé|resume|statement|speech|chapter|excerpt|tweets?|comments?|thread|draft|testimonial|diary|journal|script|monologue|dialogue|profile|advert|listing|blog|caption|sentences?|snippet|dialog|interview|abstract|memo|intro|introduction|recipe";
const ALSO_TEXT =
  "notes?|conversation|chat|log|description|entry|entries|ad|report|reply|response|answer|application|section|part|file|data|prompt|question|survey";
const THEIRS =
  "my|our|his|her|their|a|an|the|some|someone['’]s|somebody['’]s|whose|which|what kind of|\\p{L}{1,30}['’]s";
const BESIDE = "the following|following|below|above";
const NAMED = `(?:${THEIRS}|this|these|that|those|${BESIDE})\\s{1,3}(?:\\p{L}{1,30}\\s{1,3}){0,2}(?:${TEXT})(?![\\p{L}-])`;
const POINTED = `(?:this|these|that|those|${BESIDE})\\s{1,3}(?:\\p{L}{1,30}\\s{1,3})?(?:${ALSO_TEXT})(?![\\p{L}-])`;
/** "Is this true?" is about a text; "how does this week look?" and "after this, what is next?" are not. */
const BARE = `(?:this|these)(?<!(?:after|before|until|till|since|during|like|than|with all|getting|getting through|do|doing|start|starting|make|making|stop|secure|finish|get|through|for|(?:all|any|each|both|which|some|one|rest|most) of)\\s{1,3}(?:this|these))(?=\\s*(?:[?.!,:;)…"]|$)|\\s{1,3}(?:is|was|are|were|sounds?|looks?|means?|says?|makes? sense|true|real|correct|right|normal|ok|okay|legit|fake|fair|good|bad|convincing|a|an|the|from|by|about|to|for (?:typos|mistakes|errors|grammar|spelling|tone|style|me)|person|people|man|woman|guy|girl|kid|author|writer|user|customer|candidate|poster|friend|one)(?!\\p{L}))`;
const POINTER = `${NAMED}|${POINTED}|${BARE}|(?:${BESIDE})(?!\\p{L})`;
const NEAR = "[^.!?\\n]{0,80}?(?<!\\p{L})";
/** "Translate this", "Fix the grammar of my letter". "It" is a text for what is done to nothing else. */
const TRANSFORMS = new RegExp(
  `(?<!\\p{L})(?:(?:${TRANSFORM})(?!\\p{L})${NEAR}(?:this|these|that|it|(?:\\p{L}{1,30}\\s{1,3}){0,2}(?:${TEXT}|${ALSO_TEXT})|${BESIDE})(?!\\p{L})|(?:${WORK_ON})(?!\\p{L})${NEAR}(?:${NAMED}|(?:this|these|${BESIDE})\\s{1,3}(?:\\p{L}{1,30}\\s{1,3})?(?:${TEXT}|${ALSO_TEXT})(?!\\p{L})|${BESIDE}))`,
  "iu",
);
/** "Fix this." and no more. */
const WORKS_ON_IT = new RegExp(
  `^\\s{0,20}(?:(?:please|now|then|and|so|just|can you|could you|would you|will you)[ ,]{1,5}){0,3}(?:${WORK_ON})(?:\\s{1,3}up)?\\s{1,3}(?:this|that|it|these)(?:\\s{1,3}(?:for me|please|up))?\\s{0,3}[.!?:]{0,5}\\s{0,20}$`,
  "iu",
);
const OPENS = `^[\\s\\p{P}]{0,20}(?:(?:please|now|so|and|but|or|then|ok|okay|well|hey|hi|hello|also|just|mate|anyway|lol|can you|could you|would you|will you|can i|i need you to|i want you to|i'd like you to|i would like you to|help me(?: to)?|let's|tell me)[\\s,]{1,5}){0,4}`;
/** It asks: it opens like a question or an order, or ends in a question mark. */
const LOOKS = [
  new RegExp(`${OPENS}(?:${LOOK}|${ASK})(?!\\p{L})${NEAR}(?:${POINTER})`, "iu"),
  new RegExp(`(?<!\\p{L})(?:${LOOK}|${ASK})(?!\\p{L})${NEAR}(?:${POINTER})[^.!?\\n]{0,120}\\?`, "iu"),
  new RegExp(
    `(?<!\\p{L})(?:feedback|thoughts|opinions?|comments|advice|take)(?!\\p{L})${NEAR}(?:${POINTER})`,
    "iu",
  ),
  /(?<!\p{L})(?:(?:reply|respond|answer|say|write back|react) to|answer) (?:it|that|him|her|them)(?!\p{L})/iu,
  /^\s*(?:(?:any|your|what are your)\s+)?(?:thoughts|opinions?|feedback|comments|ideas|takes)\s*\?/iu,
] as const;
const PRESENTED = `${TEXT}|notes?|conversation|chat|log|description|entry|entries|ad|report|reply|response|application|this|online|somewhere`;
const HERE_IS = new RegExp(
  [
    `(?<!\\p{L})(?:here(?:'s|’s| is| are| comes| goes| it is| you go)|see below|as follows|pasted?|pasting|copied|copying|forward(?:ed|ing)|quot(?:e|ing)|attached)(?!\\p{L})[^.!?\\n]{0,80}?(?<!\\p{L})(?:${PRESENTED})(?!\\p{L})`,
    // "Here is how I spend my week:" and "Here are my answers:" go on in the speaker's words.
    `(?<!\\p{L})(?:here(?:'s|’s| is| are| comes| goes| it is| you go)(?!\\s{1,3}(?:(?:how|what|why|where) (?:i|we)|my|our)\\s)|see below|as follows|pasted?|pasting|copied|copying|forward(?:ed|ing)|quot(?:e|ing)|attached)(?!\\p{L})[^.!?\\n]{0,80}?:`,
    `(?<!\\p{L})(?:found|received|got|saw|read)(?!\\p{L})(?:[^.!?\\n,]{0,60}?(?<!\\p{L})(?:${TEXT}|notes?|log|ad|this|online|somewhere)(?![\\p{L}-])|[^.!?\\n]{1,80}:)`,
    `(?<!\\p{L})(?:${TEXT})(?!\\p{L})[^.!?\\n]{0,40} (?:is|are|stands?) (?:below|here|attached)(?!\\p{L})`,
    `^[\\s\\p{P}]{0,20}(?:this|these|the following|below) (?:is|are|was|were|comes) (?:from|by|what (?!i |we |you )|how (?!i |we |you )|(?:a|an|the|my|his|her|their|\\p{L}{1,30}['’]s)\\s{1,3}(?:\\p{L}{1,30}\\s{1,3}){0,2}(?:${TEXT})(?![\\p{L}-]))`,
  ].join("|"),
  "iu",
);
/** "7:00" introduces nothing, nor does "what I said before: …". */
const SAYS =
  /(?<!\p{L})(?<!\bi (?:just |already )?)(?:says?|said|printed|prints|returned|returns|wrote|writes|writing|posted|tweeted|texted|messaged|replied|answered|reads|goes|states?|sent me|told me|from (?:my|a|an|the|our|his|her) \p{L}+)(?!\p{L})[^.!?\n]{0,60}:(?!\d)\s*(?=\S)/iu;
/** A task with what it is to be done to after a colon or on the next line: "Reply to:", "Improve:". */
const TASK_COLON = new RegExp(
  `^[^.!?\\n]{0,80}(?<![\\p{L}])(?:${TRANSFORM}|${WORK_ON}|reply|respond|answer|review|explain|analy[sz]e|rate|check)(?![\\p{L}])[^.!?\\n]{0,60}:\\s*(?=\\S)`,
  "imu",
);
const PLAYED =
  /(?<![\p{L}])(?:(?<!(?:can['’]?t|cannot|couldn['’]t|hard to|easy to|i|to even) )imagine|pretend|(?<!i )suppose|role-?play|role play|act (?:as|like)|let'?s play|you are (?:now )?(?:a|an|the)|you're (?:now )?(?:a|an)|stell dir vor|imagine que|improvise|in character|as if you were|hypothetical(?:ly)?|for example(?=[^.!?\n]*:)|say (?:that )?i(?:'m| am)|write|compose|draft|generate|continue the story|once upon a time|make up|invent)(?![\p{L}])/iu;
const MADE_UP =
  /(?<![\p{L}])(?:story|stories|poem|song|lyrics|monologue|dialogue|dialog|novel|scene|play|script|character|persona|fiction\w*|haiku|diary|letter|e-?mail|speech|essay|post|bio|review|message|tweet|testimonial|cover letter|statement|toast|vows|text)(?![\p{L}])/iu;

/** Shorter texts beside a request that only points to something are the speaker's own words about it. */
const SHORT_CHARS = 200;

interface Sentence {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A sentence ends at a stop that white space follows, or at the end of a line. */
const SENTENCE = /[^\n]+?(?:[.!?…]+(?=\s|$)|(?=\n)|$)/g;

function sentencesIn(text: string): readonly Sentence[] {
  return Array.from(text.matchAll(SENTENCE), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    text: match[0],
  }));
}

/** The texts that a request is about: what stands after it; if nothing does, what stands before. */
function textsAskedAbout(text: string): readonly Range[] {
  const ranges: Range[] = [];
  const task = TASK_COLON.exec(text);
  if (task !== null) ranges.push([task.index + task[0].length, text.length]);
  for (const { from, to, text: sentence } of sentencesIn(text)) {
    const says = SAYS.exec(sentence);
    if (says !== null) ranges.push([from + says.index + says[0].length, text.length]);
    const isTransform = TRANSFORMS.test(sentence) || WORKS_ON_IT.test(sentence);
    if (!isTransform && !LOOKS.some((look) => look.test(sentence)) && !HERE_IS.test(sentence)) continue;
    const colon = sentence.search(/[:：]\s*\S/);
    if (colon >= 0) ranges.push([from + colon + 1, text.length]);
    const after = text.slice(to);
    const isFollowed = hasWords(after) && (isTransform || isApart(after, "after"));
    if (isFollowed) ranges.push([to, text.length]);
    const before = text.slice(0, from);
    const isPreceded = hasWords(before) && !isFollowed && colon < 0;
    if (isPreceded && (isTransform || isApart(before, "before"))) ranges.push([0, from]);
  }
  return ranges;
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Is it set off as a text of its own: by a new line, or by its length? */
function isApart(text: string, side: "before" | "after"): boolean {
  if (text.trim().length >= SHORT_CHARS) return true;
  return side === "after" ? /^[^\S\n]*\n/.test(text) : /\n[^\S\n]*$/.test(text);
}

/** A played part goes on to the end of the turn. */
function playedIn(text: string): readonly Range[] {
  for (const { from, to, text: sentence } of sentencesIn(text)) {
    const played = PLAYED.exec(sentence);
    if (played === null) continue;
    const isWriting = /^(?:write|compose|draft|generate|invent|make up)$/i.test(played[0]);
    if (isWriting && !MADE_UP.test(sentence)) continue;
    return isWriting ? [[from, to], ...writtenAfter(text, to)] : [[from, text.length]];
  }
  return [];
}

/** After "Write a letter from my aunt" the next lines may be the letter; a sentence on the same line is the speaker's. */
function writtenAfter(text: string, to: number): readonly Range[] {
  return /^[^\S\n]*\n/.test(text.slice(to)) ? [[to, text.length]] : [];
}

const PASTE_TO_COME =
  /(?<![\p{L}])(?:(?:i'?ll|i will|let me|i'm going to|going to|gonna|i want to|can i)\s+(?:now\s+)?(?:paste|share|send|copy|forward|post|upload|give you|show you|quote|read you)|(?:next|following|coming) (?:message|text|turn|mail)|paste it (?:below|next|in))/iu;
const GIVE = "paste|share|send|provide|upload|give|show|copy|drop|post|forward|attach|submit";
/** A reply asks for a text by its name, or for what is said in it. */
const ASKS_FOR_TEXT = new RegExp(
  `(?<!\\p{L})(?:${GIVE})(?!\\p{L})(?<!(?:don['’]t|not|never|i|we|i['’]ll|to|and|or)\\s{1,3}(?:\\p{L}{1,30}\\s{1,3})?(?:${GIVE}))[^.!?\\n]{0,40}?(?<!\\p{L})(?:the|your|this|that|his|her|their|its|some|any|an?|\\p{L}{1,30}['’]s)\\s{1,3}(?:\\p{L}{1,30}\\s{1,3}){0,2}(?:${TEXT}|conversation|chat|log|description|content|contents|words|wording)(?![\\p{L}-])|(?<!\\p{L})(?:paste|upload|copy)(?!\\p{L})[^.!?\\n]{0,60}?(?<!\\p{L})(?:it|them|here|below|what you|content)(?!\\p{L})|(?<!\\p{L})what does (?:it|he|she|the \\p{L}{1,30}|your \\p{L}{1,30}|that|this) (?:say|read)(?!\\p{L})|(?<!\\p{L})what did (?:he|she|they|your \\p{L}{1,30}) (?:say|write|send)(?!\\p{L})`,
  "iu",
);
const ASKS_FOR_IT = new RegExp(
  `(?<!\\p{L})(?:(?:${GIVE})\\s{1,3}(?:me\\s{1,3})?(?:it|them|that|this)|go ahead|i['’]m ready|ready when you are|(?:let['’]s|let me|can i|may i) (?:see|read|have a look))(?!\\p{L})`,
  "iu",
);
/** What the speaker had asked is about a text: "Can you rate a poem?" */
const SPEAKS_OF_TEXT = new RegExp(
  `(?<!\\p{L})(?:${TRANSFORM})(?!\\p{L})|(?<!\\p{L})(?:${LOOK}|${WORK_ON}|help|have|need|got|received|about|with)(?!\\p{L})${NEAR}(?:${NAMED})`,
  "iu",
);

// ── what looks like a document

/** A turn that is longer is a document, whatever else it is. */
const DOCUMENT_CHARS = 4_000;
const DOCUMENT_SIGNS: readonly RegExp[] = [
  /^#{1,6}[ \t]+\S/m,
  /<\/?(?:p|div|span|html|body|h[1-6]|li|ul|br|a|table|td|article|blockquote)\b[^>]*>/i,
  /©|\ball rights reserved\b|\bterms of (?:service|use)\b/i,
  /^[ \t]*(?:by|posted by|written by|author|published|posted|updated|source|via)\b[ \t]*:?[ \t]+[^\n.!?]{2,60}$/im,
  /[★⭐☆]|\b[0-5](?:[.,]\d)?[ \t]?\/[ \t]?(?:5|10)\b[ \t]*(?:stars?)?|\b[1-5](?:[.,]\d)?[ \t]+(?:out of (?:5|10)|stars?)\b/i,
  /^[ \t]*(?:abstract|introduction|chapter \w+|act [ivx\d]+|scene \w+|verse(?: \d)?|chorus|bridge|outro|references|transcript|testimonial|review|title|headline|job description|about me|work experience|education|skills|curriculum vitae)[ \t]*:?[ \t]*$/im,
  /(?:^|\s)#[\p{L}\d_]+[\s\S]*(?:^|\s)#[\p{L}\d_]+/u,
  /(?:^|\s)(?:RT[ \t]+)?@[\p{L}\d_]{2,}\b/u,
  /^[ \t]*(?:dear diary|aita\b|tifu\b|\[?(?:\d{1,3}\/?[mf]|[mf]\/?\d{1,3})\]?\b)|\((?:\d{1,2}[mf]|[mf]\d{1,2})\)|\bu\/\w+|\br\/\w+/im,
  /^[ \t]*(?:Q|A|Interviewer|Speaker \d+|User|Assistant|Human|System|AI|Customer|Agent|Host|Guest)[ \t]*:[ \t]/m,
  /\bread more\b|\bclick here\b|\bsubscribe\b|\bshare this\b|\blikes?\s*·|\bcookie policy\b/i,
  /^[ \t]*[—–-]{1,2}[ \t]*\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}.]+){0,3}(?:,[^\n]{1,60})?[ \t]*$/mu,
];
const LYRIC_LINES = 4;

function isDocument(text: string): boolean {
  if (text.length > DOCUMENT_CHARS) return true;
  return DOCUMENT_SIGNS.some((sign) => sign.test(text)) || isVerse(text);
}

/** Short lines, one after the other, that no stop ends: a song, a poem. */
function isVerse(text: string): boolean {
  let run = 0;
  for (const line of text.split("\n")) {
    const said = line.trim();
    const isLine =
      said.length > 0 && said.length < 60 && /[\p{L},;]$/u.test(said) && !/^(?:[-*•\d]|\p{L}+:)/u.test(said);
    run = isLine ? run + 1 : 0;
    if (run >= LYRIC_LINES) return true;
  }
  return false;
}

/** All of them, to be compiled before they are needed. */
export const PATTERNS: readonly RegExp[] = [
  ...MARKED,
  ...LOOKS,
  ...DOCUMENT_SIGNS,
  ...[
    QUOTED_TERM,
    SPEAKS,
    CHAT_LINE,
    OWN_LABEL,
    BARE_CHAT_LINE,
    MAIL_HEADER,
    MAIL_BEGINS,
    SALUTATION,
    SIGNED,
  ],
  ...[TRANSFORMS, WORKS_ON_IT, HERE_IS, SAYS, TASK_COLON, PLAYED, MADE_UP, SENTENCE],
  ...[PASTE_TO_COME, ASKS_FOR_TEXT, ASKS_FOR_IT, SPEAKS_OF_TEXT],
];
