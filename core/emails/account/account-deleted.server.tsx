import type { SystemContext } from "#core/context.ts"
import { greetingTo, Text } from "../email-parts.server.tsx"
import { sendEssentialEmail } from "../send-essential-email.server.ts"

/**
 * Sends the last email, to an address that is erased once it is sent. It is a step of `finishDeletion` and not a
 * separate job, because the account that other emails look up no longer exists.
 */
export const sendAccountDeleted = (
  ctx: SystemContext,
  { userId, email, firstName }: { userId: string; email: string; firstName: string },
) =>
  sendEssentialEmail(
    ctx,
    {
      to: email,
      about: "account",
      content: {
        subject: "Your Pushcart account was deleted",
        greeting: greetingTo({ firstName }),
        body: (
          <>
            <Text>
              Your account has been deleted, as you asked. You're logged out everywhere, and this is our last
              email to you.
            </Text>
            <Text>
              We keep order, payment and tax records for as long as the law requires, without your name and
              street address. Stripe keeps your payout account, if you had one; you can ask them to close it.
            </Text>
            <Text>
              If it wasn't you, reply to this email today. You can sign up with this address again at any
              time.
            </Text>
          </>
        ),
      },
    },
    `account-deleted-${userId}`,
  )
