import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { ROLE_WORDS, withLink } from "./account-facts.server.ts"

/** Has the link that confirms an email address; nobody can sign in before that. */
export const confirmEmail = defineEmail({
  job: "send-confirmation-email",
  kind: "security",
  load: (ctx, requested) => withLink(ctx, requested, "confirm-email"),
  subject: () => "Confirm your email for Pushcart",
  body: ({ to, url }) => (
    <>
      <Text>{`Please confirm that this is your email address. After that you can log in as a ${ROLE_WORDS[to.role]}.`}</Text>
      <Action href={url}>Confirm my email</Action>
      <Text>
        The link works for 24 hours; after that, its page offers a new one. If you didn't sign up for
        Pushcart, you can ignore this email.
      </Text>
    </>
  ),
})
