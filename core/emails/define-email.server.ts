import type { ReactNode } from "react"
import type { SystemContext } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import type { KindOf } from "#core/notifications/kinds.ts"
import type { JobName, JobPayload } from "#core/outbox/events.ts"
import { greetingTo } from "./email-parts.server.tsx"
import { sendWantedEmail } from "./send-wanted-email.server.ts"

/** A person in the role in which they get an email. `firstName` is "" if the greeting must not show it. */
export type Recipient<R extends Role = Role> = {
  readonly userId: string
  readonly role: R
  readonly email: string
  readonly firstName: string
}

type Facts = { readonly to: Recipient | readonly Recipient[] }
type RoleIn<F extends Facts> = F["to"] extends Recipient<infer R> | readonly Recipient<infer R>[] ? R : never
type Shown<F> = F & { readonly siteUrl: string }

type Definition<J extends JobName, F extends Facts> = {
  /** The job that sends it; core/outbox/events.ts lists the events that queue the job. */
  readonly job: J
  /** Distinguishes the emails of one job: it is appended to the job's id to form the email's id. */
  readonly idSuffix?: string
  /** The kind of notification under which people can turn it off, if they can. */
  readonly kind: KindOf<RoleIn<F>>
  /** Loads the recipient and the content when the email is sent; null or undefined if it should no longer be sent. */
  readonly load: (ctx: SystemContext, payload: JobPayload<J>) => Promise<F | null | undefined>
  readonly subject: (facts: Shown<F>) => string
  readonly body: (facts: Shown<F>) => ReactNode
}

export type Email<J extends JobName = JobName> = {
  readonly job: J
  /** `emailId` lets a transport that supports it drop a duplicate. */
  readonly send: (ctx: SystemContext, payload: JobPayload<J>, emailId: string) => Promise<void>
}

/** Defines an email. List it in emails.server.ts. */
export function defineEmail<const J extends JobName, F extends Facts>(email: Definition<J, F>): Email<J> {
  return {
    job: email.job,
    async send(ctx, payload, emailId) {
      const loaded = await email.load(ctx, payload)
      if (!loaded) return
      const facts = { ...loaded, siteUrl: ctx.ports.mail.siteUrl }
      const id = `${emailId}${email.idSuffix ?? ""}`
      const sendTo = (to: Recipient, ownId: string) => {
        const content = { subject: email.subject(facts), greeting: greetingTo(to), body: email.body(facts) }
        return sendWantedEmail(ctx, { ...to, kind: email.kind }, content, ownId)
      }
      if (!isSeveral(loaded.to)) return sendTo(loaded.to, id)
      for (const to of loaded.to) await sendTo(to, `${id}-${to.userId}`)
    },
  }
}

const isSeveral = (to: Facts["to"]): to is readonly Recipient[] => Array.isArray(to)
