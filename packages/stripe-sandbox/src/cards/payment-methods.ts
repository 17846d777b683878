import { z } from "zod"
import type { Api } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { fullAddress, mergeMetadata, metadata, nothing, text, whole } from "../http/params.ts"
import { declineOf } from "../payments/decline.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import {
  billingDetails,
  newPaymentMethod,
  paymentMethodData,
  resolvePaymentMethod,
  testCardOf,
} from "./new-payment-method.ts"

type PaymentMethod = Documents["payment_method"]

export interface MethodFacts {
  /** A detached card cannot be used again. */
  detached?: boolean
}

const updateParams = z.strictObject({
  billing_details: billingDetails.optional(),
  card: z.strictObject({ exp_month: whole.optional(), exp_year: whole.optional() }).optional(),
  metadata: metadata.optional(),
  allow_redisplay: z.enum(["always", "limited", "unspecified"]).optional(),
})

export function paymentMethodRoutes(api: Api): void {
  const { store } = api.world
  api.post(
    "/v1/payment_methods",
    paymentMethodData,
    ({ world, account, params }) => newPaymentMethod(world, account, params),
    { browser: true },
  )
  api.get(
    "/v1/payment_methods",
    listParams.extend({ customer: text.optional(), type: text.optional() }),
    (call) => listOf(call, "payment_method", { customer: call.params.customer ?? null }),
  )
  api.get("/v1/payment_methods/:id", nothing, ({ account, id }) => store.get("payment_method", id, account))
  api.post("/v1/payment_methods/:id", updateParams, ({ world, account, id, params }) => {
    const method = store.get("payment_method", id, account)
    const billing = params.billing_details
    Object.assign(method.billing_details, billing, {
      address:
        billing?.address === undefined
          ? method.billing_details.address
          : fullAddress(billing.address === "" ? undefined : billing.address),
    })
    if (method.card) Object.assign(method.card, params.card)
    method.metadata = mergeMetadata(method.metadata, params.metadata)
    store.save(method)
    emitEvent(world, "payment_method.updated", method, account)
    return method
  })
  api.post("/v1/payment_methods/:id/attach", z.strictObject({ customer: text }), (call) =>
    attach(
      call.world,
      call.account,
      resolvePaymentMethod(call.world, call.account, call.id),
      call.params.customer,
    ),
  )
  api.post("/v1/payment_methods/:id/detach", nothing, ({ world, account, id }) => {
    const method = store.get("payment_method", id, account)
    if (!method.customer) {
      throw invalidRequest(
        "The payment method you provided is not attached to a customer so detachment is impossible.",
      )
    }
    return detach(world, account, method)
  })
  api.get("/v1/customers/:id/payment_methods", listParams.extend({ type: text.optional() }), (call) =>
    listOf(call, "payment_method", { customer: call.id }),
  )
}

/** Removes a saved card from its customer for good. */
export function detach(world: World, account: string, method: PaymentMethod): PaymentMethod {
  const detached = world.store.save({ ...method, customer: null })
  world.store.hide(method.id, { detached: true } satisfies MethodFacts)
  emitEvent(world, "payment_method.detached", detached, account, { customer: method.customer })
  return detached
}

/** Saves a card for a customer. Some test cards are declined here, others only when charged. */
export function attach(
  world: World,
  account: string,
  method: PaymentMethod,
  customerId: string,
): PaymentMethod {
  world.store.get("customer", customerId, account, "customer")
  if (method.customer === customerId) return method
  if (method.customer) {
    throw invalidRequest("The payment method you provided has already been attached to a customer.")
  }
  const card = testCardOf(world, method)
  if (card.decline && card.declineOnSave) throw declineOf(card.decline)
  const attached = world.store.save({ ...method, customer: customerId })
  emitEvent(world, "payment_method.attached", attached, account)
  return attached
}
