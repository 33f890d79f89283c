/**
 * Where does a sentence that says something go on as an order to the listener? "I'm allergic to penicillin, never give me
 * that." The order is no part of the fact, and takes nothing of it back.
 */
const VERBS =
  "give|suggest|recommend|offer|propose|serve|prescribe|include|mention|show|send|list|add|put|use|order|book|cook|forget|ignore|remember|keep (?:it|that|this) in mind|avoid";

/** Matches what stands between the two. English. */
export const ORDER = `(?:[,;—–]|\\s-)\\s+(?:(?:so|and|please)[, ]\\s*){0,2}(?=(?:(?:never|always|do not|don['’]t|please)\\s+(?:ever\\s+)?(?:${VERBS})|keep (?:it|that|this) in mind|(?:please )?remember (?:it|that|this))(?![\\p{L}]))`;
