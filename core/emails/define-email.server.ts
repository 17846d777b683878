import type { ReactNode } from "react"
import type { SystemContext } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import type { KindOf } from "#core/notifications/kinds.ts"
import type { JobName, JobPayload } from "#core/outbox/events.ts"
import { greetingTo } from "./email-parts.server.tsx"
import { sendWantedEmail } from "./send-wanted-email.server.ts"

/** A person in the role in which they get an email. `firstName` is "" where the greeting must not show it. */
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
  /** Which job sends it; core/outbox/events.ts says after what. */
  readonly job: J
  /** Tells the emails of one job apart: it is added to the job's id, which is the email's. */
  readonly idSuffix?: string
  /** Under which kind of notification people turn it off, if they can. */
  readonly kind: KindOf<RoleIn<F>>
  /** Whom it goes to and what it says, read when it is sent; nothing where there is nothing to say any longer. */
  readonly load: (ctx: SystemContext, payload: JobPayload<J>) => Promise<F | null | undefined>
  readonly subject: (facts: Shown<F>) => string
  readonly body: (facts: Shown<F>) => ReactNode
}

export type Email<J extends JobName = JobName> = {
  readonly job: J
  /** `emailId` makes sending twice once where the transport can tell. */
  readonly send: (ctx: SystemContext, payload: JobPayload<J>, emailId: string) => Promise<void>
}

/** An email, whole: list it in emails.server.ts. */
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
