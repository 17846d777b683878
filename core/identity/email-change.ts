/** The first letter and the host: enough to know an address again, and nothing for anybody else who reads it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@")
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
