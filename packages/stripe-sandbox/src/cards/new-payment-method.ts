import { z } from "zod"
import { invalidRequest, missingParam } from "../http/errors.ts"
import { address, fullAddress, mergeMetadata, metadata, text, whole } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import type { World } from "../world.ts"
import { checkCard } from "./check-card.ts"
import { aliasedNumber, TEST_CARDS, type TestCard } from "./test-cards.ts"

export const billingDetails = z.strictObject({
  address: z.union([address, z.literal("")]).optional(),
  email: text.optional(),
  name: text.optional(),
  phone: text.optional(),
  tax_id: text.optional(),
})

export const cardData = z.strictObject({
  number: text.optional(),
  exp_month: whole.optional(),
  exp_year: whole.optional(),
  cvc: text.optional(),
  token: text.optional(),
})

export const paymentMethodData = z.strictObject({
  type: z.literal("card", "this sandbox knows only card"),
  card: cardData.optional(),
  billing_details: billingDetails.optional(),
  metadata: metadata.optional(),
  allow_redisplay: z.enum(["always", "limited", "unspecified"]).optional(),
})

type PaymentMethod = Documents["payment_method"]
type Data = z.output<typeof paymentMethodData>

/** Creates a payment method from a card form, a card token or an alias such as `tok_visa`. */
export function newPaymentMethod(world: World, account: string, data: Data): PaymentMethod {
  const { card } = data
  if (!card) throw missingParam("card")
  const source = card.token ? cardOfToken(world, card.token) : cardOfForm(world, card)
  const method = store(world, account, source, data)
  return method
}

/** Finds a payment method by id. An alias such as `pm_card_visa` creates one, as in Stripe's test mode. */
export function resolvePaymentMethod(
  world: World,
  account: string,
  id: string,
  param = "payment_method",
): PaymentMethod {
  const number = aliasedNumber(id)
  if (number && id.startsWith("pm_card_")) {
    return store(world, account, { number, exp_month: 12, exp_year: yearsAhead(world) }, { type: "card" })
  }
  if (id.startsWith("tok_")) return newPaymentMethod(world, account, { type: "card", card: { token: id } })
  return world.store.get("payment_method", id, account, param)
}

export function testCardOf(world: World, method: PaymentMethod): TestCard {
  const { number = "" } = world.store.hidden<{ number: string }>(method.id)
  const card = TEST_CARDS[number]
  if (!card) throw invalidRequest(`The payment method ${method.id} has no card.`)
  return card
}

interface CardSource {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string
}

function cardOfForm(world: World, card: z.output<typeof cardData>): CardSource {
  for (const field of ["number", "exp_month", "exp_year"] as const) {
    if (card[field] === undefined) throw missingParam(`card[${field}]`)
  }
  const { number = "", exp_month = 0, exp_year = 0, cvc } = card
  const source = { number: number.replace(/[\s-]/g, ""), exp_month, exp_year, ...(cvc ? { cvc } : {}) }
  checkCard(source, world.now())
  return source
}

function cardOfToken(world: World, id: string): CardSource {
  const number = aliasedNumber(id)
  if (number) return { number, exp_month: 12, exp_year: yearsAhead(world) }
  const token = world.store.get("token", id, undefined, "card[token]")
  if (token.used) {
    throw invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, {
      code: "token_already_used",
    })
  }
  const source = world.store.hidden<CardSource>(id)
  if (token.type !== "card" || !source.number) {
    throw invalidRequest(`The token ${id} is not a card's.`, { param: "card[token]" })
  }
  world.store.save({ ...token, used: true })
  return source as CardSource
}

function yearsAhead(world: World): number {
  return new Date(world.now() * 1000).getUTCFullYear() + 4
}

function store(world: World, account: string, source: CardSource, data: Data): PaymentMethod {
  const card = TEST_CARDS[source.number] ?? TEST_CARDS["4242424242424242"]
  const billing = data.billing_details
  const method: PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: data.allow_redisplay ?? "unspecified",
    billing_details: {
      address: fullAddress(billing?.address === "" ? undefined : billing?.address),
      email: billing?.email ?? null,
      name: billing?.name ?? null,
      phone: billing?.phone ?? null,
      tax_id: billing?.tax_id ?? null,
    },
    card: {
      brand: card?.brand ?? "visa",
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing?.address ? "pass" : null,
        cvc_check: "pass",
      },
      country: "US",
      display_brand: card?.brand ?? "visa",
      exp_month: source.exp_month,
      exp_year: source.exp_year < 100 ? 2000 + source.exp_year : source.exp_year,
      fingerprint: Bun.hash(source.number).toString(36).padEnd(16, "0").slice(0, 16),
      funding: card?.funding ?? "credit",
      generated_from: null,
      last4: source.number.slice(-4),
      networks: { available: [card?.brand ?? "visa"], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata(null, data.metadata),
    type: "card",
  }
  return world.store.insert(method, account, { number: source.number })
}
