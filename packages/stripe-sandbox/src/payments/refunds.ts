import { z } from "zod"
import { recordTransaction } from "../balance/record-transaction.ts"
import { testCardOf } from "../cards/new-payment-method.ts"
import type { TestCard } from "../cards/test-cards.ts"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest, missingParam } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { mergeMetadata, metadata, nothing, text, whole } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { PLATFORM } from "../store/store.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"

type Charge = Documents["charge"]
type Refund = Documents["refund"]

const settleBody = z.object({ refund: text, outcome: z.enum(["succeeded", "failed"]) })
const createParams = z.strictObject({
  amount: z.union([whole, z.number().int()]).optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
})

export function refundRoutes(api: Api): void {
  const { store } = api.world
  api.post("/v1/refunds", createParams, createRefund)
  api.get(
    "/v1/refunds",
    listParams.extend({ charge: text.optional(), payment_intent: text.optional() }),
    (call) =>
      listOf(call, "refund", { charge: call.params.charge, payment_intent: call.params.payment_intent }),
  )
  const { world } = api
  world.tasks["settle-refund"] = (_, subject) => {
    const [id = "", outcome] = subject.split(" ")
    settleRefund(world, id, outcome === "failed" ? "failed" : "succeeded")
  }
  // A refund as an employee makes it in the dashboard.
  world.controls.refund = (body) => {
    const params = createParams.parse(body)
    return store.transaction(() => makeRefund(world, PLATFORM, params))
  }
  world.controls["settle-refund"] = (body) => {
    const { refund, outcome } = settleBody.parse(body)
    return store.transaction(() => settleRefund(world, refund, outcome))
  }
  api.get("/v1/refunds/:id", nothing, ({ account, id }) => store.get("refund", id, account))
  api.post(
    "/v1/refunds/:id",
    z.strictObject({ metadata: metadata.optional() }),
    ({ account, id, params }) => {
      const refund = store.get("refund", id, account)
      return store.save({ ...refund, metadata: mergeMetadata(refund.metadata, params.metadata) })
    },
  )
}

type Params = z.output<typeof createParams>

const createRefund = ({ world, account, params }: Call<Params>): Refund => makeRefund(world, account, params)

function makeRefund(world: World, account: string, params: Params): Refund {
  const charge = chargeToRefund(world, account, params)
  const left = charge.amount - charge.amount_refunded
  if (!charge.paid) {
    throw invalidRequest(`Charge ${charge.id} did not succeed; there is nothing to refund.`, {
      code: "charge_not_refundable",
    })
  }
  if (charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    })
  }
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    })
  }
  const amount = params.amount ?? left
  if (amount < 1) {
    throw invalidRequest("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    })
  }
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: "amount" },
    )
  }
  return bookRefund(world, account, charge, amount, {
    reason: params.reason ?? null,
    metadata: mergeMetadata(null, params.metadata),
  })
}

/** Books a refund. Stripe keeps its fee: the full amount leaves the balance and no part of the fee comes back. */
function bookRefund(
  world: World,
  account: string,
  charge: Charge,
  amount: number,
  fields: Pick<Refund, "reason" | "metadata">,
): Refund {
  const id = newId("re")
  const card = cardOf(world, charge)
  const isPending = card.pendingRefund || world.config.pendingRefunds
  const booked = recordTransaction(world, account, { type: "refund", amount: -amount, source: id })
  const refund: Refund = {
    id,
    object: "refund",
    amount,
    balance_transaction: booked.id,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? "pending" : "succeeded",
    transfer_reversal: null,
    ...fields,
  }
  const refunded: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: charge.amount_refunded + amount === charge.amount,
  }
  world.store.insert(refund, account)
  world.store.save(refunded)
  emitEvent(world, "refund.created", refund, account)
  emitEvent(world, "charge.refunded", refunded, account, { amount_refunded: charge.amount_refunded })
  const settlesAt = world.now() + world.config.refundSeconds
  if (card.pendingRefund) world.later("settle-refund", `${id} succeeded`, settlesAt)
  if (card.refundFails) world.later("settle-refund", `${id} failed`, settlesAt)
  return refund
}

function cardOf(world: World, charge: Charge): Partial<TestCard> {
  const method = world.store.find("payment_method", charge.payment_method ?? "")
  return method ? testCardOf(world, method) : {}
}

/**
 * Records that the bank took a refund or returned it. A returned refund is in the balance again and the charge can be
 * refunded once more. A refund that was reported as succeeded may still fail.
 */
function settleRefund(world: World, id: string, outcome: "succeeded" | "failed"): Refund {
  const account = world.store.accountOf(id)
  const refund = world.store.get("refund", id, account)
  if (refund.status === "failed" || refund.status === outcome) return refund
  if (outcome === "succeeded") {
    const done = world.store.save({ ...refund, status: outcome })
    emitEvent(world, "refund.updated", done, account, { status: refund.status })
    return done
  }
  const back = recordTransaction(world, account, {
    type: "refund_failure",
    amount: refund.amount,
    source: id,
  })
  const failed = world.store.save({
    ...refund,
    status: outcome,
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: back.id,
  })
  const charge = world.store.get("charge", refund.charge ?? "", account)
  world.store.save({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  emitEvent(world, "refund.updated", failed, account, { status: refund.status })
  emitEvent(world, "refund.failed", failed, account, { status: refund.status })
  return failed
}

function chargeToRefund(world: World, account: string, params: z.output<typeof createParams>): Charge {
  if (params.charge) return world.store.get("charge", params.charge, account, "charge")
  if (!params.payment_intent) throw missingParam("payment_intent")
  const intent = world.store.get("payment_intent", params.payment_intent, account, "payment_intent")
  if (intent.status !== "succeeded" || !intent.latest_charge) {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    })
  }
  return world.store.get("charge", intent.latest_charge, account)
}

export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
