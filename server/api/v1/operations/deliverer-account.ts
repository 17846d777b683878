import { z } from "zod"
import { ownDeliverer } from "#core/accounts/own-record.server.ts"
import type { DelivererContext } from "#core/context.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { dollars, inDollars, maybe, text, time } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

const express = z.object({
  ...{ id: text, email: text, firstname: text, lastname: text, address: text, addressone: text, city: text },
  ...{ state: text, zip: text, phone: text, emailconfirmed: z.boolean(), agree: z.boolean() },
  dateaccepted: maybe(time),
  approved: maybe(z.boolean()).meta({ description: "Null while it waits for a decision." }),
  ...{ role: z.literal("deliverer"), stripeID: maybe(text), decisiontime: maybe(time) },
})

/** A deliverer's own information. */
export const delivererAccount: Operation[] = [
  operation({
    method: "get",
    path: "/pushcartexpress/delivererInformation",
    tag: "Express",
    summary: "Oneself, one's revenue and deliveries, and what the payment provider is missing",
    roles: ["deliverer"],
    answer: z.object({
      pushcartexpress: express,
      success: maybe(z.boolean()).meta({
        description: "Null before onboarding; false where it was refused.",
      }),
      ...{ available: dollars, pending: dollars, deliveries: z.int() },
      requirement: z.object({ missing: z.array(text) }),
    }),
    page: "/express-dashboard",
    command: "ownDeliverer, readBalance",
    handle: ({ ctx }) => information(ctx),
  }),
]

async function information(ctx: DelivererContext) {
  const { deliverer, email, emailConfirmed, agreedAt, deliveryCount } = await ownDeliverer(ctx)
  const revenue = await readBalance(ctx)
  const { address, city, state, zip, phone, approval } = deliverer
  return {
    pushcartexpress: {
      ...{ id: deliverer.userId, email, firstname: deliverer.firstName, lastname: deliverer.lastName },
      ...{ address, addressone: deliverer.addressOne, city, state, zip, phone },
      ...{ emailconfirmed: emailConfirmed, agree: agreedAt !== null, role: "deliverer" as const },
      dateaccepted: agreedAt?.toISOString() ?? null,
      approved: approval === "waiting" ? null : approval === "approved",
      ...{ stripeID: deliverer.stripeAccountId, decisiontime: deliverer.decidedAt?.toISOString() ?? null },
    },
    success: deliverer.onboarded,
    available: inDollars(revenue.availableCents),
    pending: inDollars(revenue.pendingCents),
    deliveries: deliveryCount,
    requirement: { missing: deliverer.requirements },
  }
}
