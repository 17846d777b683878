/**
 * A client address that no other visitor of the run has: limits per address then never couple two tests. Tests'
 * installations trust it in X-Forwarded-For.
 */
export function newClientAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}
