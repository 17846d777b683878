import { cents } from "#core/money.ts"
import { payouts } from "#db/schema/index.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import type { Step, World } from "./world.ts"

const ROLES = ["seller", "deliverer"] as const
const idOf = ({ market, courier }: World, role: (typeof ROLES)[number]) =>
  role === "seller" ? market.userId : courier.userId

const PAYOUTS: readonly Step[] = ROLES.flatMap((role): Step[] => [
  [
    `Stripe wants to know more of a ${role}`,
    (world) => world.happen("account.requirementsDue", { userId: idOf(world, role), role }),
  ],
  [`a payout of a ${role} is on its way`, (world) => payOut(world, role, null)],
  [
    `a payout of a ${role} comes back`,
    (world) => payOut(world, role, "The bank account is closed. <Code 04>"),
  ],
])

async function payOut(world: World, role: (typeof ROLES)[number], failure: string | null) {
  const person = { userId: idOf(world, role), role }
  const status = failure ? "failed" : "sent"
  const [payout] = await world.db
    .insert(payouts)
    .values({ ...person, amountCents: cents(123_456), status, failure })
    .returning()
  await world.happen(`payout.${status}`, { payoutId: payout!.id, ...person })
}

const SUBSCRIPTIONS = {
  "a subscription begins": { before: "none", now: "active" },
  "a subscription cannot be charged": { before: "active", now: "past_due" },
  "a subscription is paid again": { before: "past_due", now: "active" },
  "a subscription ends": { before: "active", now: "cancelled" },
  "a subscription that was not paid ends": { before: "past_due", now: "cancelled" },
  "a subscription is none any more": { before: "active", now: "none" },
} as const

/** Emails about payments to people, and about payments by sellers. */
export const MONEY_STEPS: readonly Step[] = [
  ...PAYOUTS,
  ...Object.entries(SUBSCRIPTIONS).map(
    ([title, change]): Step => [
      title,
      ({ happen, market }) => happen("plan.changed", { userId: market.userId, ...change }),
    ],
  ),
  [
    "the subscription of a denied seller ends",
    async ({ db, happen }) => {
      const { userId } = await aMarket(db, { approval: "denied", denialReason: "The certificate expired." })
      await happen("plan.changed", { userId, before: "active", now: "cancelled" })
    },
  ],
  [
    "a second subscription goes back",
    ({ happen, market }) => happen("plan.refunded", { userId: market.userId, amountCents: 500 }),
  ],
]
