import type { Images } from "./images.ts"
import type { Mail } from "./mail.ts"
import type { Passwords } from "./passwords.ts"

/** Everything of the outside that the domain needs. Wired in server/compose.ts and nowhere else. */
export type Ports = {
  readonly images: Images
  readonly mail: Mail
  readonly passwords: Passwords
}
