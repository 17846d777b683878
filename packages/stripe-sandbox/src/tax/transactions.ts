import { z } from "zod"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { mergeMetadata, metadata, nothing, text, whole } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import type { World } from "../world.ts"
import type { Line } from "./calculations.ts"

type Transaction = Documents["tax.transaction"]

const fromCalculation = z.strictObject({
  calculation: text,
  metadata: metadata.optional(),
  posted_at: whole.optional(),
  reference: text,
})
const reversal = z.strictObject({
  flat_amount: whole.optional(),
  metadata: metadata.optional(),
  mode: z.enum(["full", "partial"]),
  original_transaction: text,
  reference: text,
})
const registration = z.strictObject({
  active_from: z.union([z.literal("now"), whole]),
  country: z.literal("US", "this sandbox knows only the US"),
  country_options: z.strictObject({
    us: z.strictObject({ state: text.length(2), type: z.literal("state_sales_tax") }),
  }),
  expires_at: whole.optional(),
})

export function taxTransactionRoutes(api: Api): void {
  const { store } = api.world
  api.post("/v1/tax/transactions/create_from_calculation", fromCalculation, record)
  api.post("/v1/tax/transactions/create_reversal", reversal, reverse)
  api.get("/v1/tax/transactions/:id", nothing, ({ account, id }) => store.get("tax.transaction", id, account))
  api.post("/v1/tax/registrations", registration, ({ world, account, params }) =>
    store.insert(
      {
        id: newId("taxreg"),
        object: "tax.registration" as const,
        active_from: params.active_from === "now" ? world.now() : params.active_from,
        country: "US",
        country_options: { us: params.country_options.us },
        created: world.now(),
        expires_at: params.expires_at ?? null,
        livemode: false,
        status: "active" as const,
      },
      account,
    ),
  )
  api.get(
    "/v1/tax/registrations",
    listParams.extend({ status: z.enum(["active", "all", "expired", "scheduled"]).optional() }),
    (call) => {
      const { status } = call.params
      return listOf(call, "tax.registration", status === "all" ? {} : { status })
    },
  )
}

function record({ world, account, params }: Call<z.output<typeof fromCalculation>>): Transaction {
  const calculation = world.store.get("tax.calculation", params.calculation, account, "calculation")
  rejectUsedReference(world, account, params.reference)
  const { lines = [] } = world.store.hidden<{ lines: Line[] }>(params.calculation)
  const transaction: Transaction = {
    id: newId("tax"),
    object: "tax.transaction",
    created: world.now(),
    currency: "usd",
    customer: calculation.customer,
    customer_details: calculation.customer_details,
    livemode: false,
    metadata: mergeMetadata(null, params.metadata),
    posted_at: params.posted_at ?? world.now(),
    reference: params.reference,
    reversal: null,
    ship_from_details: calculation.ship_from_details,
    shipping_cost: calculation.shipping_cost,
    tax_date: calculation.tax_date,
    type: "transaction",
  }
  return world.store.insert(transaction, account, { lines })
}

function reverse({ world, account, params }: Call<z.output<typeof reversal>>): Transaction {
  const original = world.store.get("tax.transaction", params.original_transaction, account)
  rejectUsedReference(world, account, params.reference)
  const amount = amountToReverse(world, original, params)
  const reversed: Transaction = {
    ...original,
    id: newId("tax"),
    created: world.now(),
    metadata: mergeMetadata(null, params.metadata),
    reference: params.reference,
    reversal: { original_transaction: original.id },
    type: "reversal",
  }
  return world.store.insert(reversed, account, { reversed: amount })
}

/** The amount to reverse: everything once, or a part of what is left (`flat_amount`: tax included, negative). */
function amountToReverse(world: World, original: Transaction, params: z.output<typeof reversal>): number {
  const { lines = [] } = world.store.hidden<{ lines: Line[] }>(original.id ?? "")
  const parts = [...lines, ...(original.shipping_cost ? [original.shipping_cost] : [])]
  const total = parts.reduce((sum, { amount, amount_tax }) => sum + amount + amount_tax, 0)
  const before = world.store
    .where("tax.transaction", null, { type: "reversal" })
    .filter((one) => one.reversal?.original_transaction === original.id)
    .reduce((sum, { id }) => sum + (world.store.hidden<{ reversed: number }>(id ?? "").reversed ?? 0), 0)
  if (params.mode === "full") {
    if (before > 0) throw invalidRequest("This transaction was reversed in part.", { param: "mode" })
    return total
  }
  const flat = -(params.flat_amount ?? 0)
  if (flat < 1) throw invalidRequest("flat_amount must be negative.", { param: "flat_amount" })
  if (flat > total - before)
    throw invalidRequest(`Only ${total - before} is left to be reversed.`, { param: "flat_amount" })
  return flat
}

function rejectUsedReference(world: World, account: string, reference: string): void {
  if (world.store.where("tax.transaction", account, { reference }).length === 0) return
  throw invalidRequest(`A tax transaction with reference '${reference}' exists already.`, {
    param: "reference",
  })
}
