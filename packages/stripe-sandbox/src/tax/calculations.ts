import { z } from "zod"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { wholeList } from "../http/lists.ts"
import {
  address,
  currency,
  fullAddress,
  mergeMetadata,
  metadata,
  nothing,
  text,
  whole,
} from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import type { World } from "../world.ts"

type Calculation = Documents["tax.calculation"]
type Behavior = "exclusive" | "inclusive"

const behavior = z.enum(["exclusive", "inclusive"])
const createParams = z.strictObject({
  currency,
  customer: text.optional(),
  customer_details: z
    .strictObject({
      address: address.optional(),
      address_source: z.enum(["billing", "shipping"]).optional(),
      ip_address: text.optional(),
      taxability_override: z.enum(["customer_exempt", "none", "reverse_charge"]).optional(),
    })
    .optional(),
  line_items: z
    .array(
      z.strictObject({
        amount: whole,
        metadata: metadata.optional(),
        product: text.optional(),
        quantity: whole.optional(),
        reference: text.optional(),
        tax_behavior: behavior.optional(),
        tax_code: text.optional(),
      }),
    )
    .min(1),
  ship_from_details: z.strictObject({ address }).optional(),
  shipping_cost: z
    .strictObject({ amount: whole, tax_behavior: behavior.optional(), tax_code: text.optional() })
    .optional(),
  tax_date: whole.optional(),
})

// Stripe's product tax codes for groceries, and for clothing in the states that exempt it.
const NO_TAX = ["txcd_00000000", "txcd_40040000"]
const DEFAULT_CODE = "txcd_99999999"
const SHIPPING_CODE = "txcd_92010001"
const LIFETIME_SECONDS = 90 * 86_400

export function calculationRoutes(api: Api): void {
  api.world.computed["tax.calculation"] = {
    onRequest: { line_items: (world, doc: Calculation) => lineItems(world, String(doc.id)) },
  }
  api.post("/v1/tax/calculations", createParams, calculate)
  api.get("/v1/tax/calculations/:id", nothing, ({ world, account, id }) =>
    world.store.get("tax.calculation", id, account),
  )
  api.get("/v1/tax/calculations/:id/line_items", nothing, ({ world, id }) => lineItems(world, id))
}

function calculate({ world, account, params }: Call<z.output<typeof createParams>>): Calculation {
  const place = params.customer_details?.address
  if (!params.customer && !place?.country) {
    throw invalidRequest("You must provide a customer's address with a country.", {
      code: "customer_tax_location_invalid",
      param: "customer_details[address]",
    })
  }
  const state = place?.state ?? ""
  const percent = percentIn(world, account, state)
  const lines = taxedLines(params, percent)
  const shipping = taxedShipping(params, percent)
  const taxed = [...lines, ...(shipping ? [shipping] : [])]
  const net = taxed.reduce((total, { amount }) => total + amount, 0)
  const sum = (kind: Behavior) =>
    taxed.filter((one) => one.tax_behavior === kind).reduce((total, one) => total + one.amount_tax, 0)
  const exclusive = sum("exclusive")
  const calculation: Calculation = {
    id: newId("taxcalc"),
    object: "tax.calculation",
    amount_total: net + exclusive,
    currency: "usd",
    customer: params.customer ?? null,
    customer_details: {
      address: place ? fullAddress(place) : null,
      address_source: params.customer_details?.address_source ?? null,
      ip_address: params.customer_details?.ip_address ?? null,
      tax_ids: [],
      taxability_override: params.customer_details?.taxability_override ?? "none",
    },
    expires_at: world.now() + LIFETIME_SECONDS,
    livemode: false,
    ship_from_details: params.ship_from_details
      ? { address: fullAddress(params.ship_from_details.address) }
      : null,
    shipping_cost: shipping,
    tax_amount_exclusive: exclusive,
    tax_amount_inclusive: sum("inclusive"),
    tax_breakdown: [breakdown(state, percent, exclusive, net)],
    tax_date: params.tax_date ?? world.now(),
  }
  return world.store.insert(calculation, account, { lines })
}

type Params = z.output<typeof createParams>

function taxedLines(params: Params, percent: number) {
  return params.line_items.map(({ amount, tax_behavior = "exclusive", ...item }, index) => {
    const rate = NO_TAX.includes(item.tax_code ?? DEFAULT_CODE) ? 0 : percent
    return {
      id: newId("tax_li"),
      object: "tax.calculation_line_item" as const,
      amount,
      amount_tax: taxOn(amount, rate, tax_behavior),
      livemode: false,
      metadata: mergeMetadata(null, item.metadata),
      performance_location: null,
      product: item.product ?? null,
      quantity: item.quantity ?? 1,
      reference: item.reference ?? `L${index + 1}`,
      tax_behavior,
      tax_code: item.tax_code ?? DEFAULT_CODE,
    }
  })
}

function taxedShipping({ shipping_cost: cost }: Params, percent: number) {
  if (!cost) return null
  const { amount, tax_behavior = "exclusive", tax_code = SHIPPING_CODE } = cost
  return { amount, amount_tax: taxOn(amount, percent, tax_behavior), tax_behavior, tax_code }
}

function breakdown(
  state: string,
  percent: number,
  amount: number,
  net: number,
): Calculation["tax_breakdown"][number] {
  return {
    amount,
    inclusive: false,
    tax_rate_details: {
      country: "US",
      flat_amount: null,
      percentage_decimal: String(percent),
      rate_type: "percentage",
      state: state || null,
      tax_type: "sales_tax",
    },
    taxability_reason: percent ? "standard_rated" : "not_collecting",
    taxable_amount: percent ? net : 0,
  }
}

/** The tax rate of a state in percent. Without a registration there it is zero, without a warning, as at Stripe Tax. */
function percentIn(world: World, account: string, state: string): number {
  const registered = world.store
    .where("tax.registration", account, { status: "active" })
    .some(({ country_options }) => country_options.us?.state === state)
  return registered ? (world.config.taxPercent[state] ?? 0) : 0
}

/** The tax of one line in cents, rounded half up. */
function taxOn(amount: number, percent: number, kind: Behavior): number {
  return kind === "exclusive"
    ? Math.round((amount * percent) / 100)
    : Math.round(amount - amount / (1 + percent / 100))
}

export function lineItems(world: World, id: string) {
  const { lines = [] } = world.store.hidden<{ lines: Line[] }>(id)
  return wholeList(lines, `/v1/tax/calculations/${id}/line_items`)
}

export interface Line {
  amount: number
  amount_tax: number
  reference: string
}
