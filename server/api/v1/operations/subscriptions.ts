import { z } from "zod"
import { SUBSCRIPTIONS } from "#core/identity/states.ts"
import { subscribe } from "#core/subscriptions/begin-subscription.server.ts"
import { cancelSubscription } from "#core/subscriptions/cancel-subscription.server.ts"
import { updateCardInput } from "#core/subscriptions/inputs.ts"
import { updateCard } from "#core/subscriptions/update-card.server.ts"
import { done } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

const seller = { method: "post", tag: "Seller", roles: ["seller"], idempotency: "answer" } as const
const { token, address, addressOne, city, state, zip } = updateCardInput.shape

const cardBody = z
  .object({
    token: token.meta({ description: "A card token (tok_) or a payment method (pm_)." }),
    address,
    addressone: addressOne,
    city,
    state,
    zip,
  })
  .meta({
    id: "Card",
    examples: [
      {
        token: "tok_visa",
        address: "75 9th Ave",
        addressone: "",
        city: "New York",
        state: "NY",
        zip: "10011",
      },
    ],
  })

/** The seller's monthly subscription. */
export const subscriptions: Operation[] = [
  operation({
    ...seller,
    body: cardBody,
    path: "/seller/createSubscription",
    summary: "Subscribe for $5.00 a month; the first month is charged immediately",
    answer: z
      .object({ hassub: z.boolean(), status: z.enum(SUBSCRIPTIONS) })
      .meta({ id: "Subscription", examples: [{ hassub: true, status: "active" }] }),
    rejections: ["payment_failed", "illegal_move", "not_allowed", "provider_down", "idempotency_conflict"],
    page: "/register-subscription",
    command: "subscribe (beginSubscription)",
    async handle({ ctx, body }) {
      const { state } = await subscribe(ctx, { token: body.token })
      return { hassub: state === "active" || state === "past_due", status: state }
    },
  }),
  operation({
    ...seller,
    path: "/seller/cancelSubscription",
    summary: "Cancel the subscription immediately: the market can no longer list or sell products",
    answer: done("cancelled"),
    rejections: ["illegal_move", "provider_down", "idempotency_conflict"],
    page: "/cancel-subscription",
    command: "cancelSubscription",
    async handle({ ctx }) {
      await cancelSubscription(ctx)
      return { cancelled: true as const }
    },
  }),
  operation({
    ...seller,
    body: cardBody,
    path: "/seller/updateCard",
    summary: "Change the card that pays for the subscription",
    answer: done("updated"),
    rejections: ["payment_failed", "illegal_move", "provider_down", "idempotency_conflict"],
    page: "/updateCard",
    command: "updateCard",
    async handle({ ctx, body }) {
      await updateCard(ctx, { token: body.token })
      return { updated: true as const }
    },
  }),
]
