import { ECDH } from "node:crypto"
import { z } from "zod"

/**
 * The keys with which messages to a browser are encrypted (RFC 8291), in base64url: an uncompressed P-256 point and 16
 * bytes. With other values no message can be encrypted.
 */
export const browserKeys = z.object({
  p256dh: keyOf((bytes) => bytes.length === 65 && bytes[0] === 4 && isPoint(bytes)),
  auth: keyOf((bytes) => bytes.length === 16),
})

function keyOf(isKey: (bytes: Buffer) => boolean) {
  return z
    .string()
    .max(200)
    .refine((text) => isKey(Buffer.from(text, "base64url")), "This is not a browser's key.")
}

function isPoint(bytes: Buffer): boolean {
  try {
    ECDH.convertKey(bytes, "prime256v1")
    return true
  } catch {
    return false
  }
}
