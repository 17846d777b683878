import { z } from "zod"
import type { Api } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { currency, flag, mergeMetadata, metadata, nothing, text, whole } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"

export type Price = Documents["price"]
type Product = Documents["product"]

const productFields = {
  active: flag.optional(),
  description: text.optional(),
  images: z.array(text).max(8).optional(),
  metadata: metadata.optional(),
  name: text.min(1),
  statement_descriptor: text.max(22).optional(),
  tax_code: text.optional(),
  unit_label: text.optional(),
  url: text.optional(),
}
const recurring = z.strictObject({
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: whole.optional(),
})
export const productData = z.strictObject(productFields).omit({ url: true, active: true })
export const priceData = z.strictObject({
  currency,
  product: text.optional(),
  product_data: productData.optional(),
  recurring: recurring.optional(),
  tax_behavior: z.enum(["exclusive", "inclusive", "unspecified"]).optional(),
  unit_amount: whole,
})
const priceParams = priceData.extend({
  active: flag.optional(),
  lookup_key: text.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  transfer_lookup_key: flag.optional(),
})

export function priceRoutes(api: Api): void {
  const { store } = api.world
  api.post("/v1/products", z.strictObject({ ...productFields, id: text.optional() }), (call) =>
    newProduct(call.world, call.account, call.params),
  )
  api.get("/v1/products", listParams.extend({ active: flag.optional() }), (call) =>
    listOf(call, "product", { active: call.params.active }),
  )
  api.get("/v1/products/:id", nothing, ({ account, id }) => store.get("product", id, account))
  api.post("/v1/products/:id", z.strictObject(productFields).partial(), ({ world, account, id, params }) => {
    const product = store.get("product", id, account)
    const merged = { ...product, ...params, metadata: mergeMetadata(product.metadata, params.metadata) }
    return store.save({ ...merged, updated: world.now() })
  })
  api.post("/v1/prices", priceParams, ({ world, account, params }) => newPrice(world, account, params))
  api.get(
    "/v1/prices",
    listParams.extend({
      active: flag.optional(),
      product: text.optional(),
      type: z.enum(["recurring", "one_time"]).optional(),
      lookup_keys: z.array(text).optional(),
    }),
    (call) => {
      const { active, product, type, lookup_keys } = call.params
      const page = listOf(call, "price", { active, product, type })
      if (!lookup_keys) return page
      return { ...page, data: page.data.filter((price) => lookup_keys.includes(price.lookup_key ?? "")) }
    },
  )
  api.get("/v1/prices/:id", nothing, ({ account, id }) => store.get("price", id, account))
  api.post(
    "/v1/prices/:id",
    z.strictObject({
      active: flag.optional(),
      nickname: text.optional(),
      lookup_key: text.optional(),
      metadata: metadata.optional(),
    }),
    ({ account, id, params }) => {
      const price = store.get("price", id, account)
      return store.save({ ...price, ...params, metadata: mergeMetadata(price.metadata, params.metadata) })
    },
  )
}

type ProductInput = z.output<typeof productData> & { id?: string; active?: boolean; url?: string }

export function newProduct(world: World, account: string, input: ProductInput): Product {
  const product: Product = {
    id: input.id ?? newId("prod"),
    object: "product",
    active: input.active ?? true,
    created: world.now(),
    default_price: null,
    description: input.description ?? null,
    images: input.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata(null, input.metadata),
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: input.statement_descriptor ?? null,
    tax_code: input.tax_code ?? null,
    tax_details: null,
    type: "service",
    unit_label: input.unit_label ?? null,
    updated: world.now(),
    url: input.url ?? null,
  }
  world.store.insert(product, account)
  emitEvent(world, "product.created", product, account)
  return product
}

export function newPrice(world: World, account: string, input: z.output<typeof priceParams>): Price {
  if (input.lookup_key && world.store.where("price", account, { lookup_key: input.lookup_key }).length) {
    throw invalidRequest(`A price (or another object) already uses lookup_key '${input.lookup_key}'.`, {
      param: "lookup_key",
    })
  }
  const product = input.product
    ? world.store.get("product", input.product, account, "product")
    : newProduct(world, account, input.product_data ?? { name: "Item" })
  const price: Price = {
    id: newId("price"),
    object: "price",
    active: input.active ?? true,
    billing_scheme: "per_unit",
    created: world.now(),
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: mergeMetadata(null, input.metadata),
    nickname: input.nickname ?? null,
    product: product.id,
    recurring: input.recurring
      ? {
          interval: input.recurring.interval,
          interval_count: input.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: "licensed",
        }
      : null,
    tax_behavior: input.tax_behavior ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? "recurring" : "one_time",
    unit_amount: input.unit_amount,
    unit_amount_decimal: String(input.unit_amount),
  }
  world.store.insert(price, account)
  emitEvent(world, "price.created", price, account)
  return price
}
