import { z } from "zod"
import { recordTransaction } from "../balance/record-transaction.ts"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest, missingParam } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { mergeMetadata, metadata, nothing, text, whole } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"

type Charge = Documents["charge"]
type Refund = Documents["refund"]

const createParams = z.strictObject({
  amount: whole.optional(),
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

function createRefund({ world, account, params }: Call<z.output<typeof createParams>>): Refund {
  const charge = chargeToRefund(world, account, params)
  const left = charge.amount - charge.amount_refunded
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

/** Stripe keeps its fee: the refund takes the amount from the balance and gives no part of the fee back. */
function bookRefund(
  world: World,
  account: string,
  charge: Charge,
  amount: number,
  fields: Pick<Refund, "reason" | "metadata">,
): Refund {
  const id = newId("re")
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
    status: "succeeded",
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
  return refund
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
