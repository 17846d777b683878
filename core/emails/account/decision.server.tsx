import { ENDED_TEXTS } from "#core/approvals/applicants.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Quote, Text } from "../email-parts.server.tsx"
import { type PersonFacts, personFacts } from "../person-facts.server.ts"

/**
 * An admin's decision about a seller or courier, with the reason if they were denied. Not sent if the decision was
 * changed since: the later decision has its own email.
 */
export const decision = defineEmail({
  job: "send-decision-email",
  kind: "security",
  async load(ctx, { userId, role, approved }) {
    const to = await personFacts(ctx.db, { userId, role })
    return to?.approval === (approved ? "approved" : "denied") ? { to, approved } : null
  },
  subject({ to, approved }) {
    const isSeller = to.role === "seller"
    if (!approved && to.wasApproved) return isSeller ? "Your market is closed" : "You can no longer deliver"
    const subject = isSeller ? "market" : "application to deliver"
    return approved ? `Your ${subject} is approved` : `About your ${subject}`
  },
  body({ to, approved, siteUrl }) {
    const url = `${siteUrl}${ROLE_PAGES[to.role].signIn}`
    if (approved) return <Approved to={to} url={url} />
    return to.wasApproved ? <ApprovalEnded to={to} url={url} /> : <Denied to={to} url={url} />
  },
})

type Decided = { readonly to: PersonFacts; readonly url: string }

const Approved = ({ to, url }: Decided) => (
  <>
    <Text>
      {to.role === "seller"
        ? "Good news: your market is approved. Your dashboard shows what is left to do before you can sell."
        : "Good news: you are approved to deliver with Pushcart. Your dashboard shows what is left to do before your first delivery."}
    </Text>
    <Action href={url}>Open my dashboard</Action>
  </>
)

const Denied = ({ to, url }: Decided) => (
  <>
    <Text>Thank you for applying. We reviewed your application and couldn't approve it:</Text>
    <Quote>{to.reason?.trim() || "The documents don't show what we need to see."}</Quote>
    <Text>
      You can log in at any time to see this decision and to send us new photos. We'll delete the ones you
      sent in 90 days.
    </Text>
    <Action href={url}>Log in</Action>
  </>
)

/** What ends with an approval, what stays, and how to apply again. */
const ApprovalEnded = ({ to, url }: Decided) => (
  <>
    <Text>
      {to.role === "seller"
        ? "Our team has ended the approval of your market, for this reason:"
        : "Our team has ended your approval to deliver, for this reason:"}
    </Text>
    <Quote>{to.reason?.trim() || "We can't tell you more here. Reply to this email to ask."}</Quote>
    <Text>{ENDED_TEXTS[to.role === "seller" ? "seller" : "deliverer"]}</Text>
    <Text>You can log in at any time to see this decision and to send us new photos.</Text>
    <Action href={url}>Log in</Action>
  </>
)
