import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { withLink } from "./account-facts.server.ts"

export const passwordReset = defineEmail({
  job: "send-password-reset-email",
  kind: "security",
  load: (ctx, requested) => withLink(ctx, requested, "reset-password"),
  subject: () => "Choose a new Pushcart password",
  body: ({ url }) => (
    <>
      <Text>Someone, hopefully you, requested a new password for this email address.</Text>
      <Action href={url}>Choose a new password</Action>
      <Text>
        The link works once, for one hour. Choosing a new password logs you out everywhere. If it wasn't you,
        you can ignore this email: your password won't change.
      </Text>
    </>
  ),
})
