import { z } from "zod"
import { resolvePaymentMethod } from "../cards/new-payment-method.ts"
import { attach, detach } from "../cards/payment-methods.ts"
import type { Api, Call } from "../http/api.ts"
import { listOf, listParams } from "../http/lists.ts"
import { address, fullAddress, mergeMetadata, metadata, nothing, shipping, text } from "../http/params.ts"
import { newId, randomText } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"

type Customer = Documents["customer"]

const fields = {
  address: z.union([address, z.literal("")]).optional(),
  description: text.optional(),
  email: text.max(512).optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
  metadata: metadata.optional(),
  name: text.optional(),
  phone: text.optional(),
  shipping: z.union([shipping, z.literal("")]).optional(),
}
const createParams = z.strictObject({ ...fields, payment_method: text.optional(), source: text.optional() })
const updateParams = z.strictObject({ ...fields, source: text.optional() })

export function customerRoutes(api: Api): void {
  const { store } = api.world
  api.post("/v1/customers", createParams, create)
  api.get("/v1/customers", listParams.extend({ email: text.optional() }), (call) =>
    listOf(call, "customer", { email: call.params.email }),
  )
  api.get("/v1/customers/:id", nothing, ({ account, id }) => store.get("customer", id, account))
  api.post("/v1/customers/:id", updateParams, (call) => {
    const before = store.get("customer", call.id, call.account)
    const customer = store.save(changed(call, before))
    emitEvent(call.world, "customer.updated", customer, call.account)
    return customer
  })
  api.delete("/v1/customers/:id", nothing, ({ world, account, id }) => {
    const customer = store.get("customer", id, account)
    for (const method of store.where("payment_method", account, { customer: id })) {
      detach(world, account, method)
    }
    store.remove(id)
    emitEvent(world, "customer.deleted", customer, account)
    return { id, object: "customer", deleted: true }
  })
}

function create(call: Call<z.output<typeof createParams>>): Customer {
  const { world, account, params } = call
  const blank = world.store.insert(blankCustomer(world.now()), account)
  if (params.payment_method) {
    attach(world, account, resolvePaymentMethod(world, account, params.payment_method), blank.id)
  }
  const customer = world.store.save(changed(call, blank))
  emitEvent(world, "customer.created", customer, account)
  return customer
}

/** Creates the customer for the buyer of a Checkout session. */
export function newCustomer(world: World, account: string, fields: Partial<Customer>): Customer {
  const customer = world.store.insert({ ...blankCustomer(world.now()), ...fields }, account)
  emitEvent(world, "customer.created", customer, account)
  return customer
}

function blankCustomer(now: number): Customer {
  return {
    id: newId("cus"),
    object: "customer",
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  }
}

/** Returns the updated customer. A card token given as `source` becomes the default payment method. */
function changed(call: Call<z.output<typeof updateParams>>, before: Customer): Customer {
  const { world, account, params } = call
  const source = params.source
    ? attach(world, account, resolvePaymentMethod(world, account, params.source, "source"), before.id).id
    : undefined
  const preferred = params.invoice_settings?.default_payment_method ?? source
  const { description, email, name, phone } = params
  const emptied = (value: string | undefined, old: string | null | undefined) =>
    value === undefined ? old : value || null
  return {
    ...before,
    address:
      params.address === undefined
        ? before.address
        : params.address === ""
          ? null
          : fullAddress(params.address),
    description: emptied(description, before.description) ?? null,
    email: emptied(email, before.email) ?? null,
    invoice_settings: {
      ...before.invoice_settings,
      default_payment_method: preferred
        ? resolvePaymentMethod(world, account, preferred, "invoice_settings[default_payment_method]").id
        : before.invoice_settings.default_payment_method,
    },
    metadata: mergeMetadata(before.metadata, params.metadata),
    name: emptied(name, before.name),
    phone: emptied(phone, before.phone),
    shipping:
      params.shipping === undefined
        ? before.shipping
        : params.shipping === ""
          ? null
          : { address: fullAddress(params.shipping.address), name: params.shipping.name ?? "" },
  }
}
