import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { toEarner } from "./earner.server.ts"

const PATHS = { seller: "/requirement", deliverer: "/requirement-express" } as const

/** Sent when the payment provider needs more information; until then it may hold the money back. */
export const requirementsDue = defineEmail({
  job: "send-requirements-email",
  kind: "money",
  load: toEarner,
  subject: () => "Stripe needs more information from you",
  body: ({ to, siteUrl }) => (
    <>
      <Text>Stripe, which pays you, needs more details. It may hold your payouts until it has them.</Text>
      <Action href={`${siteUrl}${PATHS[to.role]}`}>Meet the requirement</Action>
    </>
  ),
})
