/**
 * Does the speaker ask in so many words that something be remembered? "Remember that …", "Keep in mind: …".
 *
 * "Remember to buy milk" asks for a reminder, and "Remember?" asks: neither counts.
 */
const ASKED: readonly RegExp[] = [
  /^(?:(?:can|could|will|would) you )?(?:please )?(?:just )?(?:always )?(?:remember|note|note down|write down|make a note|take note|keep in mind|bear in mind|don['’]t forget|do not forget|never forget|save|store)(?: for (?:later|next time|the future))?(?:,? (?:please )?that |(?: this| the following)?: ?|,? (?=(?:my|our|i['’]m|i am|i have|i['’]ve|i (?:can['’]t|don['’]t|like|love|hate|prefer|live|work|need|only|always|never))\b))/iu,
  /^(?:for (?:the record|future reference|your records|next time)|fyi|just so you know|so you know)[,:] ?/iu,
  /^(?:bitte )?(?:merk dir|merken sie sich|denk daran|vergiss nicht|notiere?)(?: bitte)?[,:]? (?:dass )?/iu,
  /^(?:por favor )?(?:recuerda|recuerde|apunta|ten en cuenta|no olvides) que /iu,
  /^(?:s'il (?:te|vous) pla[iî]t,? )?(?:souviens-toi|rappelle-toi|retiens|n['’]oublie pas|notez?|retenez) (?:bien )?(?:que |qu['’])/iu,
];

/** How many characters ask; 0 if nothing does, or if nothing follows. */
export function askingOf(sentence: string): number {
  const length = ASKED.map((pattern) => pattern.exec(sentence)?.[0].length ?? 0).find((found) => found > 0);
  return length !== undefined && sentence.length - length > MIN_TOLD_CHARS ? length : 0;
}

const MIN_TOLD_CHARS = 8;
