import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { toPerson } from "../person-facts.server.ts"

const NEXT_STEPS = {
  customer:
    "Then search for the markets near you by zip code, fill your cart, and choose delivery or pick up.",
  seller:
    "Our team is reviewing your documents and will email you. Meanwhile, you can connect the bank account you want to be paid to. Once you're approved and subscribed, your market opens.",
  deliverer:
    "Our team is reviewing your photo ID and will email you. Meanwhile, you can connect the bank account you want to be paid to. Once you're approved, you can take deliveries.",
  admin: "You can sign in as soon as your second factor is set up.",
} as const satisfies Record<Role, string>

/** The first email: what happens next, role by role. */
export const welcome = defineEmail({
  job: "send-welcome-email",
  kind: "security",
  load: (ctx, person) => toPerson(ctx, person),
  subject: () => "Welcome to Pushcart",
  body: ({ to, siteUrl }) => (
    <>
      <Text>
        It's good to have you here. A second email lets you confirm your address; please do that first.
      </Text>
      <Text>{NEXT_STEPS[to.role]}</Text>
      <Action href={`${siteUrl}${ROLE_PAGES[to.role].signIn}`}>Go to Pushcart</Action>
    </>
  ),
})
