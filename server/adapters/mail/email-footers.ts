import { createHmac, timingSafeEqual } from "node:crypto"
import type { EmailFooters } from "#core/ports/email-footers.ts"

/** Signs with its own key, derived from the installation's secret. */
export function emailFooters(options: { secret: string; postalAddress: string }): EmailFooters {
  const key = createHmac("sha256", options.secret).update("links that stop emails").digest()
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url")
  return {
    postalAddress: options.postalAddress,
    sign,
    isSigned(text, signature) {
      const [expected, given] = [Buffer.from(sign(text)), Buffer.from(signature)]
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
