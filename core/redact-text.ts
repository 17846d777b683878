/**
 * Private data (people and keys) that must not be logged, but that texts from outside, such as a mail server's error,
 * may contain.
 */
const PRIVATE: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // A URL with a password: postgres://name:password@host.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, "$1…@"],
  [/[^\s<>"'`(),;:=]+@[^\s<>"'`(),;:]+\.[a-z]{2,}/gi, "<email>"],
  // The query string of a URL: tickets, tokens, what somebody searched for.
  [/((?:https?:\/|wss?:\/)?\/[\w%~/.:-]*)\?[^\s"'`)]*/g, "$1?…"],
  [/\b(Bearer|Basic) [\w.~+/=-]+/gi, "$1 …"],
  [/\b(?:sk|rk|whsec|pk)_(?:live_|test_)?\w{6,}/g, "<key>"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>"],
  // Card numbers, but no ids: those have more digits, or letters.
  [/(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g, "<number>"],
]

/** Returns the text without email addresses, query strings, keys, tokens and card numbers. */
export const redactText = (text: string): string =>
  PRIVATE.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
