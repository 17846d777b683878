import { and, asc, eq, isNull } from "drizzle-orm"
import { isLive } from "#core/api-tokens/create-api-token.server.ts"
import type { PersonInRole, SystemContext } from "#core/context.ts"
import { maskedEmail } from "#core/identity/email-change.ts"
import { withNext } from "#core/identity/own-path.ts"
import { isReservedEmail } from "#core/identity/reserved-email.server.ts"
import type { Role } from "#core/identity/roles.ts"
import { type LinkPurpose, makeLink } from "#core/identity/tokens.server.ts"
import { changeText } from "#core/market/market-changes.ts"
import { secondTerms } from "#core/terms/second-terms.server.ts"
import { apiTokens, emailChanges, marketChanges, passkeys, users } from "#db/schema/index.ts"
import { type PersonFacts, personFacts } from "./person-facts.server.ts"
import { sendEssentialEmail } from "./send-essential-email.server.ts"
import {
  confirmationEmail,
  decisionEmail,
  deviceLinkEmail,
  emailChangedEmail,
  emailChangeEmail,
  emailChangeNoticeEmail,
  marketChangeEmail,
  passkeyAddedEmail,
  passkeyRemovedEmail,
  passwordChangedEmail,
  passwordResetEmail,
  phoneChangedEmail,
  termsEmail,
  tokenEndingEmail,
  welcomeEmail,
} from "./templates/account-emails.ts"
import type { EmailContent } from "./templates/compose-email.ts"

/** Whoever asked may have no account: then nobody gets anything. */
type Asked = {
  readonly userId: string | null
  readonly role: Role
  /** The page that the link leads on to in the end. */
  readonly next?: string | null | undefined
}

/** Sends the link that confirms an email address. `emailId` makes sending twice once where the transport can tell. */
export const sendConfirmation = (ctx: SystemContext, asked: Asked, emailId: string) =>
  sendLink(ctx, asked, "confirm-email", emailId, confirmationEmail)

/** Sends the link to choose a new password. */
export const sendPasswordReset = (ctx: SystemContext, asked: Asked, emailId: string) =>
  sendLink(ctx, asked, "reset-password", emailId, passwordResetEmail)

/** Sends the link that makes an admin's browser a known device. */
export const sendDeviceLink = (ctx: SystemContext, asked: Asked, emailId: string) =>
  sendLink(ctx, asked, "know-device", emailId, deviceLinkEmail)

/**
 * The link is made where it is sent: its secret lies in no event, no job and no backup of them. It goes to the email that
 * the account has then, so one that was taken back a moment ago gets none.
 */
async function sendLink(
  ctx: SystemContext,
  { userId, role, next = null }: Asked,
  purpose: LinkPurpose,
  emailId: string,
  compose: (to: PersonFacts & { role: Role; url: string }) => EmailContent,
): Promise<void> {
  if (!userId) return
  await sendToPerson(ctx, { userId, role }, emailId, async (to) => {
    const path = await makeLink(ctx.db, ctx.now(), purpose, { userId, role })
    return compose({ ...to, url: new URL(withNext(path, next), ctx.ports.mail.siteUrl).href })
  })
}

type Change = PersonInRole & { readonly changeId: string }

/**
 * Sends the link to the email that the person wants; to one that another account has or may take back, nothing goes.
 * The link is made here, as those of `sendLink` are.
 */
export async function sendEmailChangeLink(ctx: SystemContext, input: Change, emailId: string): Promise<void> {
  const { userId, role, changeId } = input
  const [change] = await ctx.db
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(and(eq(emailChanges.id, changeId), isNull(emailChanges.confirmedAt)))
  const to = change && (await personFacts(ctx.db, { userId, role }))
  if (!to || (await ctx.db.$count(users, eq(users.email, change.email))) > 0) return
  if (await isReservedEmail(ctx.db, ctx.now(), { email: change.email, userId })) return
  const path = await makeLink(ctx.db, ctx.now(), "change-email", { userId, role, changeId })
  const url = new URL(path, ctx.ports.mail.siteUrl).href
  // Nobody has confirmed the new email either: it is greeted without the name, as `PersonFacts` says.
  const content = emailChangeEmail({ ...to, firstName: "", role, url })
  await sendEssentialEmail(ctx, { to: change.email, about: "account", content }, emailId)
}

/** Tells the old email what was asked for, with a link that takes it back, unless that was done already. */
export const sendEmailChangeNotice = (ctx: SystemContext, input: Change, emailId: string) =>
  sendToOldEmail(ctx, input, emailId, (to) =>
    emailChangeNoticeEmail({ ...to, newEmail: maskedEmail(to.newEmail) }),
  )

/** Tells the old email that another one took its place, with a link that undoes it. */
export const sendEmailChanged = (ctx: SystemContext, input: Change, emailId: string) =>
  sendToOldEmail(ctx, input, emailId, emailChangedEmail)

async function sendToOldEmail(
  ctx: SystemContext,
  { userId, role, changeId }: Change,
  emailId: string,
  compose: (to: PersonFacts & { role: Role; newEmail: string; url: string }) => EmailContent,
): Promise<void> {
  const [change] = await ctx.db.select().from(emailChanges).where(eq(emailChanges.id, changeId))
  const to = change?.oldEmail && (await personFacts(ctx.db, { userId, role }))
  if (!to || !change.oldEmail) return
  const path = await makeLink(ctx.db, ctx.now(), "keep-email", { userId, role, changeId })
  const url = new URL(path, ctx.ports.mail.siteUrl).href
  const content = compose({ ...to, role, newEmail: change.email, url })
  await sendEssentialEmail(ctx, { to: change.oldEmail, about: "account", content }, emailId)
}

/** Tells that the password was changed on the account page. */
export const sendPasswordChanged = (ctx: SystemContext, input: PersonInRole, emailId: string) =>
  sendToPerson(ctx, input, emailId, (to) => passwordChangedEmail({ ...to, siteUrl: ctx.ports.mail.siteUrl }))

/** Tells that a passkey opens the account now, unless it was removed since. */
export const sendPasskeyAdded = (
  ctx: SystemContext,
  input: PersonInRole & { passkeyId: string },
  emailId: string,
) =>
  sendToPerson(ctx, input, emailId, async (to) => {
    const [passkey] = await ctx.db
      .select({ name: passkeys.name })
      .from(passkeys)
      .where(eq(passkeys.id, input.passkeyId))
    if (!passkey) return null
    return passkeyAddedEmail({ ...to, passkeyName: passkey.name, siteUrl: ctx.ports.mail.siteUrl })
  })

/** Tells that passkeys open the account no longer, and which ones still do. */
export const sendPasskeyRemoved = (
  ctx: SystemContext,
  input: PersonInRole & { count: number },
  emailId: string,
) =>
  sendToPerson(ctx, input, emailId, async (to) => {
    const left = await ctx.db
      .select({ name: passkeys.name })
      .from(passkeys)
      .where(eq(passkeys.userId, input.userId))
      .orderBy(asc(passkeys.id))
    const names = left.map(({ name }) => name)
    const { siteUrl } = ctx.ports.mail
    return passkeyRemovedEmail({ ...to, count: input.count, left: names, siteUrl })
  })

/** Tells that the phone was changed on the account page. */
export const sendPhoneChanged = (ctx: SystemContext, input: PersonInRole, emailId: string) =>
  sendToPerson(ctx, input, emailId, (to) => phoneChangedEmail({ ...to, siteUrl: ctx.ports.mail.siteUrl }))

/** Tells that the second version of the terms is coming, and from when; that has no answer once it is taken back. */
export const sendTermsAnnounced = (ctx: SystemContext, input: PersonInRole, emailId: string) =>
  sendToPerson(ctx, input, emailId, async (to) => {
    const terms = await secondTerms(ctx, ctx.db)
    return terms && termsEmail({ ...to, ...terms, siteUrl: ctx.ports.mail.siteUrl })
  })

/** Sends the first email, with what happens next. */
export const sendWelcome = (ctx: SystemContext, input: PersonInRole, emailId: string) =>
  sendToPerson(ctx, input, emailId, (to) => welcomeEmail({ ...to, siteUrl: ctx.ports.mail.siteUrl }))

/** Tells that a token ends soon, unless it was revoked since. */
export const sendTokenEnding = (
  ctx: SystemContext,
  input: PersonInRole & { tokenId: string },
  emailId: string,
) =>
  sendToPerson(ctx, input, emailId, async (to) => {
    const [token] = await ctx.db
      .select({ name: apiTokens.name, expiresAt: apiTokens.expiresAt })
      .from(apiTokens)
      .where(and(eq(apiTokens.id, input.tokenId), isLive(ctx.now())))
    if (!token) return null
    const { name, expiresAt: end } = token
    return tokenEndingEmail({ ...to, tokenName: name, end, siteUrl: ctx.ports.mail.siteUrl })
  })

/** Sends an admin's decision, unless it was changed since: then the later decision has its own email. */
export const sendDecision = (
  ctx: SystemContext,
  input: PersonInRole & { approved: boolean },
  emailId: string,
) =>
  sendToPerson(ctx, input, emailId, (to) => {
    if (to.approval !== (input.approved ? "approved" : "denied")) return null
    return decisionEmail({ ...to, approved: input.approved, siteUrl: ctx.ports.mail.siteUrl })
  })

/** Tells a seller what an admin decided about the name or address that they asked for. */
export const sendMarketChange = (
  ctx: SystemContext,
  { userId, changeId }: { userId: string; changeId: string },
  emailId: string,
) =>
  sendToPerson(ctx, { userId, role: "seller" }, emailId, async (to) => {
    const [change] = await ctx.db
      .select({
        kind: marketChanges.kind,
        wanted: marketChanges.wanted,
        decision: marketChanges.decision,
        reason: marketChanges.reason,
      })
      .from(marketChanges)
      .where(eq(marketChanges.id, changeId))
    if (!change) return null
    const { kind, wanted, decision, reason } = change
    const approved = decision === "approved"
    return marketChangeEmail({
      ...to,
      kind,
      wanted: changeText(wanted),
      reason: approved ? null : reason,
      siteUrl: ctx.ports.mail.siteUrl,
    })
  })

/** A person who is gone gets no email, and that is no failure. */
async function sendToPerson(
  ctx: SystemContext,
  person: PersonInRole,
  emailId: string,
  compose: (to: PersonFacts & { role: Role }) => EmailContent | null | Promise<EmailContent | null>,
): Promise<void> {
  const facts = await personFacts(ctx.db, person)
  const content = facts && (await compose({ ...facts, role: person.role }))
  if (content) await sendEssentialEmail(ctx, { to: facts.email, about: "account", content }, emailId)
}
