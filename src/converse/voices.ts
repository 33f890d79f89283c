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

/** Does the turn say that a pasted text comes next? Or does a reply ask for one? */
export function announcesPaste(text: string): boolean {
  return PASTE_TO_COME.test(text);
}

export function asksForPaste(text: string): boolean {
  return ASKS_FOR_TEXT.test(text);
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
  /(?<![\p{L}\p{N}])['‘‚][^'‘’\n]*\s[^\n]*?['’](?![\p{L}\p{N}])/gu,
  /\[[^\]\n]{0,200}\bwas left out here\]/g,
  /<quote\b[\s\S]*?(?:<\/quote>|$)/gi,
  /<(document|text|email|article|context|page|transcript|source)\b[\s\S]*?(?:<\/\1>|$)/gi,
];

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
  "summari[sz]e|sum up|tl;?dr|translat\\w*|proof-?read|paraphrase|rewrite|rephrase|reword|redraft|edit|correct|improve|polish|shorten|condense|simplify|fix|grade|critique|annotate|transcribe|format|convert|clean up|punctuate|moderni[sz]e|expand on|expand|extend|continue|finish|complete|extract|classif\\w+|tag|parse|fact-?check|debunk|übersetze?|fasse?|korrigiere?|verbessere?|traduis|résume|corrige|traduce|resume|traduci|riassumi";
const LOOK =
  "review|check|analy[sz]e|explain|comment|respond|reply|answer|read|interpret|look|take a look|feedback|make sense|thoughts|opinion|think|mean|rate|evaluate|assess|compare|tell me|identify|react|what|who|is|does|do|how|help";
const TEXT =
  "text|passage|paragraphs?|article|e-?mails?|mails?|messages?|letter|essay|posts?|poem|lyrics|song|story|reviews?|document|page|transcript|notes?|quotes?|quotations?|bio|biography|cv|résumé|resume|statement|speech|chapter|excerpt|extract|tweets?|comments?|thread|conversation|chat|log|draft|description|testimonial|diary|journal|entry|entries|script|monologue|dialogue|profile|ad|advert|listing|blog|caption|sentences?|snippet|dialog|interview|abstract|report|memo|reply|response|answer|application|intro|introduction|section|part|file|data|prompt|question|survey|recipe";
const POINTER = `this|these|the following|following|below|above|that|it|(?:(?:my|our|his|her|their|a|an|the|some|someone's|somebody's|\\p{L}+[’']s)\\s+)?(?:\\p{L}+\\s+){0,2}(?:${TEXT})`;
const TRANSFORMS = new RegExp(
  `(?<![\\p{L}])(?:${TRANSFORM})(?![\\p{L}])[^.!?\\n]{0,80}?(?<![\\p{L}])(?:${POINTER})(?![\\p{L}])`,
  "iu",
);
const LOOKS = new RegExp(
  `(?<![\\p{L}])(?:${LOOK})(?![\\p{L}])[^.!?\\n]{0,80}?(?<![\\p{L}])(?:this|these|the following|following|below|above|(?:${TEXT}))(?![\\p{L}])`,
  "iu",
);
const HERE_IS = new RegExp(
  `(?<![\\p{L}])(?:here(?:'s|’s| is| are| comes| goes| it is| you go)|see below|as follows|pasted?|pasting|copied|copying|forward(?:ed|ing)|quot(?:e|ing)|attached|found|received|got|saw|read)(?![\\p{L}])[^.!?\\n]{0,80}?(?:${TEXT}|this|online|somewhere|:)(?![\\p{L}])`,
  "iu",
);
const SAYS =
  /(?<![\p{L}])(?:says?|said|wrote|writes|writing|posted|tweeted|texted|messaged|replied|answered|reads|goes|states?|sent me|told me|from (?:my|a|an|the|our|his|her) \p{L}+)[^.!?\n]{0,60}:\s*(?=\S)/iu;
/** A task with what it is to be done to after a colon or on the next line: "Reply to:", "Improve:". */
const TASK_COLON = new RegExp(
  `^[^.!?\\n]{0,80}(?<![\\p{L}])(?:${TRANSFORM}|reply|respond|answer|review|explain|analy[sz]e|rate|check)(?![\\p{L}])[^.!?\\n]{0,60}:\\s*(?=\\S)`,
  "imu",
);
const PLAYED =
  /(?<![\p{L}])(?:imagine|pretend|suppose|role-?play|role play|act (?:as|like)|let'?s play|you are (?:now )?(?:a|an|the)|you're (?:now )?(?:a|an)|stell dir vor|imagine que|improvise|in character|as if you were|hypothetical(?:ly)?|for example|say (?:that )?i(?:'m| am)|write|compose|draft|generate|continue the story|once upon a time|make up|invent)(?![\p{L}])/iu;
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
    const isTransform = TRANSFORMS.test(sentence);
    if (!isTransform && !LOOKS.test(sentence) && !HERE_IS.test(sentence)) continue;
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
const ASKS_FOR_TEXT = new RegExp(
  `(?<![\\p{L}])(?:paste|share|send|provide|upload|give me|show me|copy|drop|post|forward|see|go ahead)(?![\\p{L}])[^.!?\\n]{0,60}(?:${TEXT}|it|what you|content|them)(?![\\p{L}])`,
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
