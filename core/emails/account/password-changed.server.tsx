import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { toPerson } from "../person-facts.server.ts"
import { notYou } from "./account-facts.server.ts"

/** Sent after the password was changed on the account page. */
export const passwordChanged = defineEmail({
  job: "send-password-changed-email",
  kind: "security",
  load: (ctx, person) => toPerson(ctx, person),
  subject: () => "Your Pushcart password was changed",
  body: ({ to, siteUrl }) => (
    <>
      <Text>
        Someone, hopefully you, set a new password. Every other device was logged out, and your API tokens no
        longer work.
      </Text>
      <Text>{notYou(to)}</Text>
      <Action href={`${siteUrl}${ROLE_PAGES[to.role].signIn}`}>Go to Pushcart</Action>
    </>
  ),
})
