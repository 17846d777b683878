import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { toOldEmail } from "./account-facts.server.ts"

/** Sent to the old address, which may be the owner's only remaining access to the account. */
export const emailChanged = defineEmail({
  job: "send-email-changed-email",
  kind: "security",
  load: toOldEmail,
  subject: () => "Your Pushcart email was changed",
  body: ({ newEmail, url }) => (
    <>
      <Text>{`Your account now uses ${newEmail}. Use it to log in; our emails go there too. If it was you, you don't need to do anything.`}</Text>
      <Text>
        If it wasn't you, you have seven days to use this email again. That logs out every device and removes
        the password, and you choose a new one.
      </Text>
      <Action href={url}>Use my old email again</Action>
    </>
  ),
})
