import Stripe from "stripe"
import { type Category, isApparel } from "#core/catalog/categories.ts"
import { DomainError } from "#core/errors.ts"
import { add, type Cents, cents, negate, times, ZERO } from "#core/money.ts"
import type { Alarms } from "#core/ports/alarms.ts"
import { TAX_REJECTED_MESSAGE, type TaxedSale, type Taxes } from "#core/ports/taxes.ts"
import { asking } from "./stripe-errors.ts"

/** Stripe's product tax codes (docs.stripe.com/tax/tax-codes). */
const FOOD_FOR_HOME = "txcd_40040000"
const CLOTHING_AND_FOOTWEAR = "txcd_30011000"
const GENERAL_GOODS = "txcd_99999999"
const SHIPPING = "txcd_92010001"

/** Sales tax by Stripe Tax: calculated before the sale, recorded after it for the states' tax returns. */
export function stripeTaxes(stripe: Stripe, alarms: Alarms): Taxes {
  return {
    provider: "stripe",
    async quote(sale) {
      const calculation = await quoting(alarms, () => stripe.tax.calculations.create(paramsOf(sale)))
      const byReference = await lineTaxes(stripe, calculation)
      const lineTaxCents = sale.lines.map((_, index) => byReference.get(reference(index)) ?? ZERO)
      const deliveryTaxCents = cents(calculation.shipping_cost?.amount_tax ?? 0)
      return {
        lineTaxCents,
        deliveryTaxCents,
        totalTaxCents: add(...lineTaxCents, deliveryTaxCents),
        calculationId: calculation.id,
      }
    },
    async record({ calculationId, orderId }) {
      const made = await asking(() =>
        stripe.tax.transactions.createFromCalculation(
          { calculation: calculationId, reference: orderId },
          { idempotencyKey: `tax:${orderId}` },
        ),
      )
      return { transactionId: made.id }
    },
    async reverse({ transactionId, orderId, restCents }) {
      const original = { original_transaction: transactionId, reference: `${orderId}:cancelled` }
      const undone = await asking(() =>
        stripe.tax.transactions.createReversal(
          restCents === null
            ? { ...original, mode: "full" }
            : { ...original, mode: "partial", flat_amount: negate(restCents) },
          { idempotencyKey: `tax-reversal:${orderId}` },
        ),
      )
      return { reversalId: undone.id }
    },
    async reversePart({ transactionId, refundId, amountCents }) {
      const undone = await asking(() =>
        stripe.tax.transactions.createReversal(
          {
            mode: "partial",
            original_transaction: transactionId,
            reference: `refund:${refundId}`,
            flat_amount: negate(amountCents),
          },
          { idempotencyKey: `tax-reversal:refund:${refundId}` },
        ),
      )
      return { reversalId: undone.id }
    },
  }
}

/** Without an active registration Stripe Tax collects zero and reports nothing, so the start logs a warning. */
export async function hasTaxRegistration(stripe: Stripe): Promise<boolean> {
  const { data } = await asking(() => stripe.tax.registrations.list({ status: "active", limit: 1 }))
  return data.length > 0
}

const UNKNOWN_ADDRESS =
  "We couldn't find this address, so we couldn't calculate sales tax. Check the street, the city, the state and the zip code. Nothing was charged."

/** Reports an address that Stripe cannot locate to the person who typed it, and all other errors to the operator. */
const quoting = <T>(alarms: Alarms, call: () => Promise<T>): Promise<T> =>
  asking(() =>
    call().catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      const code = error.code ?? "none"
      if (code === "customer_tax_location_invalid")
        throw new DomainError("invalid", UNKNOWN_ADDRESS, "address", { code })
      alarms.raise("tax_refused", { code, requestId: error.requestId ?? "none" })
      throw new DomainError("provider_down", TAX_REJECTED_MESSAGE, undefined, { rejected: true })
    }),
  )

function paramsOf({ to, lines, deliveryCents }: TaxedSale): Stripe.Tax.CalculationCreateParams {
  return {
    currency: "usd",
    customer_details: {
      address_source: "shipping",
      address: {
        line1: to.address,
        line2: to.addressOne,
        city: to.city,
        state: to.state,
        postal_code: to.zip,
        country: "US",
      },
    },
    line_items: lines.map((line, index) => ({
      amount: times(line.unitPriceCents, line.quantity),
      quantity: line.quantity,
      reference: reference(index),
      tax_behavior: "exclusive",
      tax_code: taxCode(line.category),
    })),
    shipping_cost:
      deliveryCents > 0
        ? { amount: deliveryCents, tax_behavior: "exclusive", tax_code: SHIPPING }
        : undefined,
    expand: ["line_items"],
  }
}

const reference = (index: number) => `line-${index + 1}`

function taxCode(category: Category): string {
  if (isApparel(category)) return CLOTHING_AND_FOOTWEAR
  return category === "Office Supplies" ? GENERAL_GOODS : FOOD_FOR_HOME
}

async function lineTaxes(stripe: Stripe, calculation: Stripe.Tax.Calculation): Promise<Map<string, Cents>> {
  const taxes = new Map<string, Cents>()
  const { line_items: first, id } = calculation
  const lines =
    first && !first.has_more ? first.data : stripe.tax.calculations.listLineItems(id ?? "", { limit: 100 })
  for await (const line of lines) taxes.set(line.reference, cents(line.amount_tax))
  return taxes
}
