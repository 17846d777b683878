import { createHmac, timingSafeEqual } from "node:crypto"
import type { Signing } from "#party/server-call.ts"

const sign = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("base64url")

/** The rooms' signatures without WebCrypto, which goes to another thread and back for each. */
export const nativeSigning: Signing = {
  sign,
  verify(secret, text, signature) {
    const [expected, given] = [Buffer.from(sign(secret, text)), Buffer.from(signature)]
    return expected.length === given.length && timingSafeEqual(expected, given)
  },
}
