import { hashPassword, verifyPassword } from "better-auth/crypto"
import { DomainError } from "#core/errors.ts"
import type { Passwords } from "#core/ports/passwords.ts"
import { isCommonPassword } from "./common-passwords.ts"

/** Looks like a real hash but matches no password; used if there is no hash to check. */
const NOBODYS_HASH = `${"0".repeat(32)}:${"0".repeat(128)}`

/**
 * scrypt with better-auth's parameters (N 16384, r 16, p 1), off the main thread. `hash` is only for a password that is
 * being chosen: a common one throws `invalid` of the field `password`. Common passwords chosen earlier still sign in.
 */
export const passwords: Passwords = {
  async hash(password) {
    if (await isCommonPassword(password))
      throw new DomainError(
        "invalid",
        "Many people use this password. Choose one that is harder to guess.",
        "password",
      )
    return hashPassword(password)
  },
  verify: (password, hash) => verifyPassword({ password, hash: hash ?? NOBODYS_HASH }),
}

/** Also rejects these publicly known passwords. Throws `invalid` of the field `password`. */
export const passwordsExcept = (known: readonly string[]): Passwords => ({
  ...passwords,
  async hash(password) {
    if (known.includes(password))
      throw new DomainError("invalid", "Everybody knows this password. Choose another one.", "password")
    return passwords.hash(password)
  },
})
