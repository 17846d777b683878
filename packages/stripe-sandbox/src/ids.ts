const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("")
}

/** Returns a random id as Stripe's are: a prefix for the kind, then 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}
