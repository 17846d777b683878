import { emit } from "#core/outbox.server.ts"
import type { Transaction } from "#db/client.ts"
import { withNext } from "./own-path.ts"
import { ROLE_PAGES } from "./role-pages.ts"
import { type LinkOwner, mintToken } from "./tokens.server.ts"

/**
 * Has a letter sent with a fresh confirmation link, which leads on to `next` in the end. The event's `url` is a path:
 * whoever mails it knows the site.
 */
export async function sendConfirmation(
  tx: Transaction,
  now: Date,
  owner: LinkOwner,
  next: string | null = null,
): Promise<void> {
  const token = await mintToken(tx, now, "confirm-email", owner)
  const url = withNext(`/email-confirmed?user=${ROLE_PAGES[owner.role].word}&id=${token}`, next)
  await emit(tx, "email.confirmationRequested", { userId: owner.userId, role: owner.role, url })
}
