import { hashPassword, verifyPassword } from "better-auth/crypto"
import { DomainError } from "#core/errors.ts"
import type { Passwords } from "#core/ports/passwords.ts"

/** The shape of a real hash, of a password that nobody has: checked when there is no hash to check. */
const NOBODYS_HASH = `${"0".repeat(32)}:${"0".repeat(128)}`

/** scrypt as better-auth does it (N 16384, r 16, p 1), off the main thread. */
export const passwords: Passwords = {
  hash: (password) => hashPassword(password),
  verify: (password, hash) => verifyPassword({ password, hash: hash ?? NOBODYS_HASH }),
}

/** The same, where nobody may choose a password that everybody knows. Throws `invalid` of the field `password`. */
export const passwordsExcept = (known: readonly string[]): Passwords => ({
  ...passwords,
  async hash(password) {
    if (known.includes(password))
      throw new DomainError("invalid", "Everybody knows this password. Choose another one.", "password")
    return passwords.hash(password)
  },
})
