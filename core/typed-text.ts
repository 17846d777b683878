/**
 * Invisible characters: control characters, the placeholder of a pasted image, and those that Unicode calls ignorable.
 */
const UNSEEN =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}])[\p{Default_Ignorable_Code_Point}\p{Cs}\ufff9-\ufffc]|[^\P{Cc}\t\n]/gu
/** Characters that may change how their neighbors look. */
const SHAPING = /\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The tags that form a region's flag: at most seven, of two units each, after a black flag. */
const LONGEST_FLAG = 16

/**
 * Returns a text as a person typed it, for every field but passwords: composed (NFC), trimmed, and without characters
 * that are invisible or change the direction of reading. Joiners are kept between letters or emoji that they join, and
 * so are characters that select the form of the preceding character. "" if nothing visible is left. Line breaks stay.
 */
export function readableText(typed: string): string {
  const text = typed
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    // Braille's empty cell.
    .replaceAll("\u2800", " ")
    .replace(UNSEEN, "")
    .replace(SHAPING, (sign, at: number, whole: string) => {
      const before = whole.slice(Math.max(0, at - LONGEST_FLAG), at)
      const after = whole.slice(at + sign.length, at + sign.length + 2)
      return changesWhatIsSeen(sign, before, after) ? sign : ""
    })
  // The removed character may have separated a letter from its accent.
  return VISIBLE.test(text) ? text.normalize("NFC").trim() : ""
}

function changesWhatIsSeen(sign: string, before: string, after: string): boolean {
  if (sign === "\u200c" || sign === "\u200d")
    return (
      (/[\p{L}\p{N}]\p{M}*$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) ||
      (/(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})$/u.test(before) &&
        /^\p{Extended_Pictographic}/u.test(after))
    )
  const isTag = /[\u{e0020}-\u{e007f}]/u.test(sign)
  return isTag ? /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u.test(before) : /[\p{L}\p{N}\p{P}\p{S}]$/u.test(before)
}

/** Turns a text that was pasted with line breaks into one line, for headings, tables and subjects of emails. */
export const oneLine = (text: string) => text.replace(/\s*\n\s*/g, " ")

/**
 * Normalizes a text that is compared or counted, to one form of each character and without joiners: an email, a phone
 * number, a zip.
 */
export const plainText = (typed: string) =>
  readableText(typed)
    .replace(/\u200c|\u200d|\ufe0e|\ufe0f/g, "")
    .normalize("NFKC")
    .trim()

/** For a zip, a date or a number that was pasted with spaces in it. */
export const withoutBlanks = (typed: string) => plainText(typed).replace(/\s/g, "")

/** Returns only the digits of a number, however people have grouped them. */
export const digitsOf = (typed: string) => plainText(typed).replace(/\D/g, "")
