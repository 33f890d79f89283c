/**
 * Does a string look random, as keys do? Or is it a placeholder, a name, or a reference to where the secret is kept? A
 * pattern says where a credential would stand; this file says whether one stands there.
 */

/** What documentation, settings and code write in place of a secret. */
const PLACEHOLDER =
  /^(?:[x*._#?•-]+|<.*|\[.*|\$.*|%[a-z_]+%?.*|\{.*|\(.*|.*\.{3}.*|.*…|.*\*{3}.*|.*x{4}.*|(?:your|my|the|some|any|insert|enter|replace)(?:[-_ ].*|(?:pass|key|token|secret).*)|(?:process|os|env|config|settings|secrets|import|self|this)\..*)$/is;
const PLACEHOLDER_PART =
  /(?:^|[-_.])(?:your|here|placeholder|redacted|replace|insert|goes|dummy|changeme|sample)(?:$|[-_.])/i;

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || PLACEHOLDER_PART.test(value);
}

/** In code: a variable, a member, a setting. */
const REFERENCE =
  /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Za-z_]+(?:\.[A-Za-z_]+)+(?:[([].*)?|\w+\[.*|[a-z]+(?:Password|Key|Token|Secret|Hash))$/;
/** What tests and documentation call a password: "new_password", "testpass", "wrongpassword". */
const STAND_IN =
  /^(?:[\w-]{0,16}(?:password|passwd|passwort|contrasena)|(?:test|user|db|my|admin|some)?[-_]?(?:pass|pwd|pw)|secret|token|user|username|example|changeme|test|string)$/i;

/** Does the value stand in for a password without being one? */
export function isStandIn(value: string): boolean {
  return isPlaceholder(value) || STAND_IN.test(value) || REFERENCE.test(value);
}

/** Even short keys from a small alphabet have this many different characters. */
const MIN_DISTINCT = 8;

/** Many different characters, and no placeholder. */
export function isVaried(value: string): boolean {
  return !isPlaceholder(value) && new Set(value).size >= MIN_DISTINCT;
}

/**
 * Many different characters, with digits among letters or capitals among small letters, and not words joined by dashes.
 */
export function looksDrawn(value: string): boolean {
  if (!isVaried(value)) return false;
  const hasDigit = /\d/.test(value);
  const isMixed = /[a-z][A-Z]/.test(value) && /[A-Z][a-z]?[A-Z]/.test(value);
  return (hasDigit ? /[A-Za-z]/.test(value) : isMixed) && !isSlug(value);
}

/** Words and short numbers with signs between them: a name, a path, a version. */
const SLUG = /^(?:[A-Za-z]?[a-z]*|[A-Z]{1,12}|[a-z]{0,2}\d{1,4})$/;
const LONGEST_WORD = 14;

function isSlug(value: string): boolean {
  const parts = value.split(/[-_./+=]+/);
  return parts.length > 1 && parts.every((part) => part.length <= LONGEST_WORD && SLUG.test(part));
}
