import { createOTP } from "@better-auth/utils/otp"
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto"
import type { SecondFactor } from "#core/ports/second-factor.ts"

/** TOTP in the storage format of better-auth's two-factor plugin: the secret is encrypted with the site's own. */
export function secondFactor(options: { secret: string; required: boolean }): SecondFactor {
  const { secret: key, required } = options
  return {
    required,
    async create(account) {
      const secret = generateRandomString(32)
      return {
        secret: await symmetricEncrypt({ key, data: secret }),
        uri: createOTP(secret).url("Pushcart", account),
      }
    },
    async verify(code, kept) {
      if (!/^\d{6}$/.test(code)) return false
      return createOTP(await symmetricDecrypt({ key, data: kept })).verify(code, { window: 1 })
    },
  }
}
