import { hashPassword, verifyPassword } from "better-auth/crypto"
import type { Passwords } from "#core/ports/passwords.ts"

/** The shape of a real hash, of a password that nobody has: checked when there is no hash to check. */
const NOBODYS_HASH = `${"0".repeat(32)}:${"0".repeat(128)}`

/** scrypt as better-auth does it (N 16384, r 16, p 1), off the main thread. */
export const passwords: Passwords = {
  hash: (password) => hashPassword(password),
  verify: (password, hash) => verifyPassword({ password, hash: hash ?? NOBODYS_HASH }),
}
