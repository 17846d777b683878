/** No I, L, O, U, 0 or 1: read over a counter or a phone, no two of the rest sound or look alike. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

/** A code like "K7QF-3M2X" from eight random bytes; 30⁸ of them, and the database keeps them unique. */
export function confirmationCode(random: Uint8Array = crypto.getRandomValues(new Uint8Array(8))): string {
  const letters = [...random.slice(0, 8)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`
}
