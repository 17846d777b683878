import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { toPerson } from "../person-facts.server.ts"
import { notYou, ROLE_WORDS } from "./account-facts.server.ts"

/** Sent because people call this phone about orders, and the new number could be somebody else's. */
export const phoneChanged = defineEmail({
  job: "send-phone-changed-email",
  kind: "security",
  load: (ctx, person) => toPerson(ctx, person),
  subject: () => "Your Pushcart phone number was changed",
  body: ({ to, siteUrl }) => (
    <>
      <Text>{`Someone, hopefully you, changed the phone number of your ${ROLE_WORDS[to.role]} account on your account page.`}</Text>
      <Text>{notYou(to)}</Text>
      <Action href={`${siteUrl}/account`}>Open my account</Action>
    </>
  ),
})
