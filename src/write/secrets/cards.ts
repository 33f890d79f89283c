/**
 * Does the text hold the number of a payment card? Its digits begin as its issuer's numbers do, it has their length,
 * and its check sum is right. That alone is true of one in forty numbers of 16 digits, so the writing must agree:
 * grouped as on a card, with a word for cards nearby, or with no other text at all. A word for another kind of number
 * right before it rules a card out.
 *
 * The security code on a card's back is not reported by itself: without the number it is of no use.
 */
import type { Finder } from "./kind.ts";

/** Digits, with at most one sign or blank between two of them. */
const NUMBER = /(?<![\dA-Za-z.,+#/-])\d(?:[ .-]?\d|[ ]?\n[ ]?\d){12,18}(?![\dA-Za-z])/g;

const ISSUERS: readonly { readonly begins: RegExp; readonly lengths: readonly number[] }[] = [
  { begins: /^4/, lengths: [16, 19] },
  { begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { begins: /^3[47]/, lengths: [15] },
  { begins: /^(?:6011|64[4-9]|65|622)/, lengths: [16, 19] },
  { begins: /^62/, lengths: [16, 17, 18, 19] },
  { begins: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { begins: /^(?:30[0-5]|309|36|3[89])/, lengths: [14, 16] },
  { begins: /^(?:50|5[6-9]|6[37]|60[04]|220[0-4])/, lengths: [16, 18, 19] },
];

const CARD_WORD =
  /card|visa|master|amex|american express|maestro|discover|diners|\bjcb\b|unionpay|credit|debit|karte|tarjeta|\bcarte\b|\bcarta\b|cartao|\bc[vs][vc]\d?\b|\bexp\b|expir|gultig|girocard|kredit/i;
const NEARBY_CHARS = 60;
/** What other long numbers are called. */
const OTHER_WORD =
  /(?:order|tracking|invoice|serial|imei|account|customer|client|ticket|booking|reservation|appointment|application|confirmation|contract|policy|claim|permit|passport|reference|ref|shipment|parcel|case|member|library|loyalty|bestell|rechnungs|sendungs|kunden|konto|auftrags|antrags|termin|pedido|factura|cliente|commande|facture|colis|ordine|fattura|spedizione|encomenda|fatura|isbn|iban|ean|gtin|vin|id|uuid)[\w-]{0,10}(?: (?:card|number|no|nr|num|code|id|numero))?[ .:#]{0,3}(?:(?:is|was|ist|es|est) )?$/i;

/** Grouped as on a card. */
const GROUPED = /^(?:\d{4}([ .-])\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|\d{4}([ .-])\d{6}\2\d{4,5})$/;

export const findCard: Finder = (text) => {
  for (const match of text.matchAll(NUMBER)) {
    const [written] = match;
    const digits = written.replace(/\D/g, "");
    if (!isOfIssuer(digits) || !isSumRight(digits)) continue;
    const before = text.slice(Math.max(0, match.index - NEARBY_CHARS), match.index);
    if (OTHER_WORD.test(before)) continue;
    const end = match.index + written.length;
    const around = `${before} ${text.slice(end, end + NEARBY_CHARS)}`;
    const isAll = written.length === text.trim().length;
    if (isAll || GROUPED.test(written) || CARD_WORD.test(around))
      return { kind: "card", what: "the number of a payment card" };
  }
  return undefined;
};

function isOfIssuer(digits: string): boolean {
  return ISSUERS.some(({ begins, lengths }) => lengths.includes(digits.length) && begins.test(digits));
}

/** The Luhn check sum: every second digit from the right counts twice. */
function isSumRight(digits: string): boolean {
  let sum = 0;
  for (let i = digits.length - 1, isDouble = false; i >= 0; i--, isDouble = !isDouble) {
    const digit = digits.charCodeAt(i) - 48;
    sum += isDouble ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
  }
  return sum % 10 === 0 && new Set(digits).size > 1;
}
