/**
 * Returns a client address that no other visitor of the run has, so that rate limits by address never affect two tests
 * at once. Test installations trust it in X-Forwarded-For.
 */
export function newClientAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}
