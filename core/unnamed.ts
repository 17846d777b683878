/** What texts of others may hold, such as a mail server's complaint, and no log may: people, and keys to something. */
const PRIVATE: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // An address with its password before it: postgres://name:password@host.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, "$1…@"],
  [/[^\s<>"'`(),;:=]+@[^\s<>"'`(),;:]+\.[a-z]{2,}/gi, "<email>"],
  // Of an address, what it asks for: tickets, tokens, what somebody searched for.
  [/((?:https?:\/|wss?:\/)?\/[\w%~/.:-]*)\?[^\s"'`)]*/g, "$1?…"],
  [/\b(Bearer|Basic) [\w.~+/=-]+/gi, "$1 …"],
  [/\b(?:sk|rk|whsec|pk)_(?:live_|test_)?\w{6,}/g, "<key>"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>"],
  // A card's, and no id's: those have more digits, or letters.
  [/(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g, "<number>"],
]

/** The text without addresses of people, query strings, keys, tokens and card numbers. */
export const unnamed = (text: string): string =>
  PRIVATE.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
