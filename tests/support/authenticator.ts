import { base32 } from "@better-auth/utils/base32"
import { createOTP } from "@better-auth/utils/otp"

/** Returns the code that an authenticator app shows now for this setup address (`otpauth://…`). */
export function codeOf(uri: string): Promise<string> {
  const secret = base32.decode(new URL(uri).searchParams.get("secret") ?? "")
  return createOTP(new TextDecoder().decode(secret)).totp()
}
