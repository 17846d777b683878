import { z } from "zod"
import type { Api } from "../http/api.ts"
import { listOf, listParams, wholeList } from "../http/lists.ts"
import { mergeMetadata, metadata, nothing, text } from "../http/params.ts"
import type { World } from "../world.ts"
import { expireSession, sessionPaymentEnded } from "./complete-session.ts"
import { createSession, type Line, type Session, type SessionFacts } from "./new-session.ts"
import { createParams } from "./session-params.ts"

export function sessionRoutes(api: Api): void {
  const { store, computed, paymentOwners, setupOwners, tasks } = api.world
  computed["checkout.session"] = {
    onRequest: { line_items: (world, session: Session) => lineItems(world, session.id) },
  }
  paymentOwners.checkout = sessionPaymentEnded
  setupOwners.checkout = sessionPaymentEnded
  tasks["session.expire"] = (world, id) => {
    const session = world.store.find("checkout.session", id)
    if (session?.status === "open") expireSession(world, session)
  }
  api.post("/v1/checkout/sessions", createParams, createSession)
  api.get(
    "/v1/checkout/sessions",
    listParams.extend({
      customer: text.optional(),
      payment_intent: text.optional(),
      subscription: text.optional(),
      status: z.enum(["open", "complete", "expired"]).optional(),
    }),
    (call) => {
      const { customer, payment_intent, subscription, status } = call.params
      return listOf(call, "checkout.session", { customer, payment_intent, subscription, status })
    },
  )
  api.get("/v1/checkout/sessions/:id", nothing, ({ account, id }) =>
    store.get("checkout.session", id, account),
  )
  api.post("/v1/checkout/sessions/:id", z.strictObject({ metadata: metadata.optional() }), (call) => {
    const session = store.get("checkout.session", call.id, call.account)
    return store.save({ ...session, metadata: mergeMetadata(session.metadata, call.params.metadata) })
  })
  api.post("/v1/checkout/sessions/:id/expire", nothing, ({ world, account, id }) =>
    expireSession(world, store.get("checkout.session", id, account)),
  )
  api.get("/v1/checkout/sessions/:id/line_items", listParams, ({ world, account, id }) => {
    store.get("checkout.session", id, account)
    return lineItems(world, id)
  })
}

function lineItems(world: World, id: string) {
  const { lines = [] } = world.store.hidden<SessionFacts>(id)
  return wholeList(lines.map(lineItem), `/v1/checkout/sessions/${id}/line_items`)
}

function lineItem({ id, price, name, quantity, amount }: Line) {
  return {
    id,
    object: "item" as const,
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: "usd",
    description: name,
    metadata: {},
    price,
    quantity,
  }
}
