import { z } from "zod"
import { resolvePaymentMethod } from "../cards/new-payment-method.ts"
import { attach } from "../cards/payment-methods.ts"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest, missingParam } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { flag, mergeMetadata, metadata, nothing, text, whole } from "../http/params.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { newSubscription, type Subscription } from "./new-subscription.ts"
import { newPrice, priceData } from "./prices.ts"
import { addSubscriptionTasks, cancelSubscription } from "./subscription-tasks.ts"

const item = z.strictObject({
  id: text.optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  price_data: priceData.optional(),
  quantity: whole.optional(),
})
const fields = {
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: z
    .enum(["allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete"])
    .optional(),
  payment_settings: z
    .strictObject({
      payment_method_types: z.array(text).optional(),
      save_default_payment_method: z.enum(["off", "on_subscription"]).optional(),
    })
    .optional(),
  proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]).optional(),
}
const createParams = z.strictObject({
  ...fields,
  collection_method: z.literal("charge_automatically").optional(),
  currency: text.optional(),
  customer: text,
  items: z.array(item).min(1),
})
const updateParams = z.strictObject({ ...fields, items: z.array(item).optional() })

export function subscriptionRoutes(api: Api): void {
  const { store } = api.world
  addSubscriptionTasks(api.world)
  api.post("/v1/subscriptions", createParams, create)
  api.get(
    "/v1/subscriptions",
    listParams.extend({ customer: text.optional(), status: text.optional(), price: text.optional() }),
    (call) => {
      const { customer, status } = call.params
      const page = listOf(call, "subscription", {
        customer,
        ...(status && status !== "all" ? { status } : {}),
      })
      if (status) return page
      return { ...page, data: page.data.filter((subscription) => subscription.status !== "canceled") }
    },
  )
  api.get("/v1/subscriptions/:id", nothing, ({ account, id }) => store.get("subscription", id, account))
  api.post("/v1/subscriptions/:id", updateParams, update)
  api.delete(
    "/v1/subscriptions/:id",
    z.strictObject({
      cancellation_details: z.unknown().optional(),
      invoice_now: flag.optional(),
      prorate: flag.optional(),
    }),
    ({ world, account, id }) => {
      const subscription = store.get("subscription", id, account)
      if (subscription.status === "canceled") {
        throw invalidRequest(`No such subscription: '${id}'`, { code: "resource_missing", param: "id" }, 404)
      }
      return cancelSubscription(world, account, subscription, "cancellation_requested")
    },
  )
}

function create({ world, account, params }: Call<z.output<typeof createParams>>): Subscription {
  const customer = world.store.get("customer", params.customer, account, "customer")
  const behavior = params.payment_behavior ?? "allow_incomplete"
  return newSubscription(world, account, {
    customer: customer.id,
    behavior: behavior === "pending_if_incomplete" ? "allow_incomplete" : behavior,
    items: params.items.map((given, index) => ({
      price: priceOf(world, account, given, index),
      quantity: given.quantity ?? 1,
      metadata: mergeMetadata(null, given.metadata),
    })),
    fields: {
      cancel_at_period_end: params.cancel_at_period_end ?? false,
      default_payment_method: methodFor(world, account, params.default_payment_method, customer.id),
      description: params.description ?? null,
      metadata: mergeMetadata(null, params.metadata),
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method: params.payment_settings?.save_default_payment_method ?? "off",
      },
    },
  })
}

function update({ world, account, id, params }: Call<z.output<typeof updateParams>>): Subscription {
  const before = world.store.get("subscription", id, account)
  if (before.status === "canceled" || before.status === "incomplete_expired") {
    throw invalidRequest("A canceled subscription can only update its cancellation_details and metadata.")
  }
  const data = before.items.data.map((current) => {
    const change = params.items?.find((given) => given.id === current.id || before.items.data.length === 1)
    if (!change) return current
    const price = change.price ? world.store.get("price", change.price, account, "price") : current.price
    return { ...current, price, quantity: change.quantity ?? current.quantity }
  })
  const method = methodFor(world, account, params.default_payment_method, before.customer)
  const changed = world.store.save({
    ...before,
    cancel_at_period_end: params.cancel_at_period_end ?? before.cancel_at_period_end,
    default_payment_method: method ?? before.default_payment_method,
    description: params.description ?? before.description,
    items: { ...before.items, data },
    metadata: mergeMetadata(before.metadata, params.metadata),
  })
  emitEvent(world, "customer.subscription.updated", changed, account, {
    default_payment_method: before.default_payment_method,
  })
  return changed
}

function methodFor(world: World, account: string, id: string | undefined, customer: string): string | null {
  if (!id) return null
  const method = resolvePaymentMethod(world, account, id, "default_payment_method")
  if (method.customer === customer) return method.id
  if (method.id === id) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: "resource_missing", param: "default_payment_method" },
    )
  }
  return attach(world, account, method, customer).id
}

function priceOf(world: World, account: string, given: z.output<typeof item>, index: number) {
  if (given.price_data) return newPrice(world, account, given.price_data)
  if (!given.price) throw missingParam(`items[${index}][price]`)
  return world.store.get("price", given.price, account, `items[${index}][price]`)
}
