import type { Role, SystemContext } from "#core/context.ts"
import {
  confirmationLetter,
  decisionLetter,
  passwordResetLetter,
  welcomeLetter,
} from "./letters/account-letters.ts"
import type { ComposedLetter } from "./letters/compose-letter.ts"
import { type PersonFacts, personFacts } from "./person-facts.server.ts"

type Person = { readonly userId: string; readonly role: Role }

/** Sends the link that confirms an e-mail address. `letterId` makes sending twice once where the transport can tell. */
export const sendConfirmation = (ctx: SystemContext, input: Person & { url: string }, letterId: string) =>
  sendToPerson(ctx, input, letterId, (to) => confirmationLetter({ ...to, url: onSite(ctx, input.url) }))

/** Sends the link to choose a new password. */
export const sendPasswordReset = (ctx: SystemContext, input: Person & { url: string }, letterId: string) =>
  sendToPerson(ctx, input, letterId, (to) => passwordResetLetter({ ...to, url: onSite(ctx, input.url) }))

/** Sends the first letter, with what happens next. */
export const sendWelcome = (ctx: SystemContext, input: Person, letterId: string) =>
  sendToPerson(ctx, input, letterId, (to) => welcomeLetter({ ...to, siteUrl: ctx.ports.mail.siteUrl }))

/** Sends an admin's decision, unless it was changed since: then the later decision has its own letter. */
export const sendDecision = (ctx: SystemContext, input: Person & { approved: boolean }, letterId: string) =>
  sendToPerson(ctx, input, letterId, (to) => {
    if (to.approval !== (input.approved ? "approved" : "denied")) return null
    return decisionLetter({ ...to, approved: input.approved, siteUrl: ctx.ports.mail.siteUrl })
  })

/** Events carry the path alone: only who sends a letter knows the site's address. */
const onSite = (ctx: SystemContext, path: string) => new URL(path, ctx.ports.mail.siteUrl).href

/** A person who is gone gets no letter, and that is no failure. */
async function sendToPerson(
  ctx: SystemContext,
  person: Person,
  letterId: string,
  compose: (to: PersonFacts & { role: Role }) => ComposedLetter | null,
): Promise<void> {
  const facts = await personFacts(ctx.db, person)
  const letter = facts && compose({ ...facts, role: person.role })
  if (letter) await ctx.ports.mail.send({ ...letter, id: letterId, to: facts.email })
}
