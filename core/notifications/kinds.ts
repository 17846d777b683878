import { z } from "zod"
import type { Role } from "#core/identity/roles.ts"

/** The ways to notify a person. To add one, add a word here and in `ways` of the kinds that use it. */
export const WAYS = ["email", "push"] as const
export type Way = (typeof WAYS)[number]

export const WAY_LABELS = { email: "Email", push: "Push" } as const satisfies Record<Way, string>

type Kind = {
  readonly kind: string
  readonly label: string
  readonly detail: string
  /** `always` cannot be turned off; `on` and `off` are the defaults until the person chooses. */
  readonly ways: { readonly [W in Way]?: "always" | "on" | "off" }
}

const SECURITY = {
  kind: "security",
  label: "Signing in and your account",
  detail: "A new password, email or passkey. Always by email",
  ways: { email: "always" },
} as const satisfies Kind

/** The kinds of notification of each role, in the order in which they are shown. */
export const KINDS = {
  customer: [
    {
      kind: "receipts",
      label: "Receipts",
      detail: "What you bought and paid. Always by email",
      ways: { email: "always" },
    },
    {
      kind: "orderSteps",
      label: "Order steps",
      detail: "Ready, on the way, delivered",
      ways: { email: "on", push: "on" },
    },
    {
      kind: "replacements",
      label: "Replacements",
      detail: "Something is out, and the market offers something else",
      ways: { email: "on", push: "on" },
    },
    {
      kind: "refunds",
      label: "Cancellations and refunds",
      detail: "With the reason",
      ways: { email: "on", push: "on" },
    },
    {
      kind: "openings",
      label: "Markets that open again",
      detail: "Those you asked about, once each",
      ways: { email: "on", push: "on" },
    },
    SECURITY,
  ],
  seller: [
    {
      kind: "newOrders",
      label: "New orders",
      detail: "As soon as one is paid",
      ways: { email: "on", push: "on" },
    },
    {
      kind: "evening",
      label: "Tomorrow's orders",
      detail: "In the evening, if there are any: what to pick and when it is due",
      ways: { email: "off" },
    },
    {
      kind: "orderSteps",
      label: "Order steps",
      detail: "Canceled orders, and by email what your courier does",
      ways: { email: "on", push: "on" },
    },
    {
      kind: "reminders",
      label: "Reminders",
      detail: "An order is waiting, or will be refunded if you don't act",
      ways: { email: "on", push: "on" },
    },
    {
      kind: "money",
      label: "Money",
      detail:
        "Payouts, refunds, disputes, your subscription and requests from Stripe. Push only if something went wrong or needs you",
      ways: { email: "on", push: "on" },
    },
    SECURITY,
  ],
  deliverer: [
    {
      kind: "newDeliveries",
      label: "New deliveries",
      detail: "An order near you is waiting for a courier",
      ways: { push: "on" },
    },
    {
      kind: "ownDelivery",
      label: "Your delivery",
      detail: "An order you took was canceled",
      ways: { push: "on" },
    },
    { kind: "money", label: "Money", detail: "Payouts and requests from Stripe", ways: { email: "on" } },
    SECURITY,
  ],
  admin: [
    {
      kind: "applications",
      label: "Applications",
      detail: "A seller or courier is waiting for approval",
      ways: { push: "on" },
    },
    {
      kind: "disputes",
      label: "Disputes",
      detail: "A dispute is opened or decided",
      ways: { email: "on" },
    },
    SECURITY,
  ],
} as const satisfies Record<Role, readonly Kind[]>

export type KindOf<R extends Role> = (typeof KINDS)[R][number]["kind"]

export const kindsOf = (role: Role): readonly Kind[] => KINDS[role]

/** Everything that a role may turn on or off, with the names of its form: "orderSteps:email". */
export const choicesOf = (role: Role) =>
  kindsOf(role).flatMap(({ kind, ways }) =>
    WAYS.flatMap((way) => {
      const usual = ways[way]
      return usual === "on" || usual === "off"
        ? [{ name: `${kind}:${way}`, kind, way, isUsual: usual === "on" }]
        : []
    }),
  )

/** The form of the grid: the boxes that are checked, and the columns that it had. */
export const choicesInput = z.object({
  on: z.array(z.string()).max(100),
  ways: z.array(z.enum(WAYS)).default(["email"]),
})
