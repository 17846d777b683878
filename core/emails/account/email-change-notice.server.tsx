import { maskedEmail } from "#core/identity/email-change.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { toOldEmail } from "./account-facts.server.ts"

/** Sent to the old address as soon as a change is requested: a person who knows the password may not be the owner. */
export const emailChangeNotice = defineEmail({
  job: "send-email-change-notice",
  kind: "security",
  load: toOldEmail,
  subject: () => "Someone asked to change your Pushcart email",
  body: ({ newEmail, url }) => (
    <>
      <Text>{`Someone, hopefully you, asked to change your Pushcart email to ${maskedEmail(newEmail)}. Your email won't change until the link we sent there is opened. If it was you, you don't need to do anything.`}</Text>
      <Text>
        If it wasn't you, keep your email and choose a new password: someone knows your current one.
      </Text>
      <Action href={url}>Keep my email</Action>
      <Text>
        Once your email has been changed, the same link lets you use the old one again, for seven days.
      </Text>
    </>
  ),
})
