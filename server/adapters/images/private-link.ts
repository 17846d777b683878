import { createHmac, timingSafeEqual } from "node:crypto"
import type { ImageAddress } from "#core/ports/images.ts"

const sign = (secret: string, { container, name }: ImageAddress, expires: number): string =>
  createHmac("sha256", secret).update(`${container}/${name}/${expires}`).digest("base64url")

/** A path that shows one private image until `expiresAt`. */
export function privateLink(secret: string, address: ImageAddress, expiresAt: Date): string {
  const expires = Math.floor(expiresAt.getTime() / 1000)
  const query = new URLSearchParams({ exp: `${expires}`, sig: sign(secret, address, expires) })
  return `/private-images/${address.container}/${address.name}?${query}`
}

/** Whether a link has our signature, is unchanged and has not expired. */
export function isValidLink(
  secret: string,
  address: ImageAddress,
  link: { exp: string; sig: string; now: Date },
): boolean {
  const expires = Number(link.exp)
  if (!Number.isSafeInteger(expires) || expires * 1000 <= link.now.getTime()) return false
  const expected = Buffer.from(sign(secret, address, expires))
  const given = Buffer.from(link.sig)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
