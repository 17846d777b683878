import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { withLink } from "./account-facts.server.ts"

/** For an admin who is locked out by other people's password guesses: the link makes their browser a known device. */
export const deviceLink = defineEmail({
  job: "send-device-link-email",
  kind: "security",
  load: (ctx, requested) => withLink(ctx, requested, "know-device"),
  subject: () => "Log in to Pushcart from this device",
  body: ({ url }) => (
    <>
      <Text>
        Your account is locked because of too many wrong passwords. Open this link on the device you want to
        log in from, then enter your password and code as usual.
      </Text>
      <Action href={url}>Use this device</Action>
      <Text>The link works once, for one hour. If you didn't request it, you can ignore this email.</Text>
    </>
  ),
})
