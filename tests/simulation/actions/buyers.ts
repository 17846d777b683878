import { leaveCheckout } from "#core/checkout/holds.server.ts"
import { startHostedCheckout } from "#core/checkout/start-hosted-checkout.server.ts"
import type { Dice } from "../dice.ts"
import { SECRET_KEY } from "../site/keys.ts"
import type { Action, Person, Town } from "../town.ts"
import { Violation } from "../violation.ts"
import type { Customer } from "./customers.ts"

type Checkout = { id: string; payment: string | null; page: string | null }

const CARDS = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_mastercard",
  "pm_card_chargeDeclined",
  "pm_card_threeDSecure2Required",
  "pm_card_createDispute",
]

async function live(town: Town, { userId }: Person): Promise<Checkout | null> {
  const [checkout] = await town.site.rows<Checkout>(
    `select id, stripe_payment_intent_id as payment, stripe_checkout_session_id as page
     from checkouts where customer_id = $1 and status in ('open', 'paying')`,
    [userId],
  )
  return checkout ?? null
}

/** Throws if a customer gets to see a checkout that is not theirs. */
async function mustBeOwn(
  town: Town,
  customer: Customer,
  { checkoutId }: { checkoutId: string },
): Promise<void> {
  const [row] = await town.site.rows<{ owner: string }>(
    "select customer_id as owner from checkouts where id = $1",
    [checkoutId],
  )
  if (row?.owner !== customer.userId)
    throw new Violation(`${customer.name} is told of checkout ${checkoutId}, which is not theirs.`)
}

/** Sends what a browser's card form sends, and what the cardholder's bank requests after that. */
async function payWithCard(town: Town, dice: Dice, intent: string): Promise<string> {
  const { plain } = town.site.bank
  const ask = async (path: string, body?: Record<string, string>) => {
    const answer = await plain(`http://stripe.test${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${SECRET_KEY}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      ...(body ? { body: new URLSearchParams(body).toString() } : {}),
    })
    return (await answer.json()) as { status?: string; client_secret?: string; error?: { code?: string } }
  }
  const card = dice.pick(CARDS)
  const told = await ask(`/v1/payment_intents/${intent}/confirm`, {
    payment_method: card,
    return_url: "http://pushcart.test/pay/return",
  })
  if (told.status !== "requires_action" || !told.client_secret)
    return `${card} ${told.status ?? told.error?.code}`
  if (dice.chance(0.3)) return `${card} requires_action, left`
  const passed = dice.chance(0.7)
  const form = new URLSearchParams({
    client_secret: told.client_secret,
    outcome: passed ? "pass" : "fail",
    return_url: "http://pushcart.test/pay/return",
  })
  await plain(`http://stripe.test/_3ds/${intent}`, {
    method: "POST",
    body: form.toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  })
  return `${card} ${(await ask(`/v1/payment_intents/${intent}`)).status}`
}

/** Actions of customers between the cart and the order. */
export const BUYER_ACTIONS: Action[] = [
  {
    name: "goes to the checkout",
    weight: 14,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const headers: Record<string, string> = dice.chance(0.3)
        ? { "idempotency-key": `pay-${dice.between(1, 5)}` }
        : {}
      const outcome = await town.request(customer, "POST", "/pay/paymentIntent", { value: 1 }, headers)
      if (outcome.isDone) await mustBeOwn(town, customer, outcome.body as { checkoutId: string })
      return `${customer.name}: ${outcome.text}`
    },
  },
  {
    name: "pays by card",
    weight: 16,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      const checkout = customer && (await live(town, customer))
      if (!customer || !checkout?.payment) return null
      return `${customer.name} ${checkout.id}: ${await payWithCard(town, dice, checkout.payment)}`
    },
  },
  {
    name: "comes back from paying",
    weight: 10,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const isForeign = town.triesForeign(dice)
      const found = await town.site.rows<{ id: string; customer_id: string }>(
        `select id, customer_id from checkouts where ($1::uuid is null or customer_id = $1)
         order by created_at desc limit 3`,
        [isForeign ? null : customer.userId],
      )
      if (found.length === 0) return null
      const { id: checkoutId, customer_id: owner } = dice.pick(found)
      const outcome = await town.request(customer, "POST", "/pay/complete", { checkoutId })
      if (owner !== customer.userId) return town.rejected(outcome, `${customer.name} completes ${checkoutId}`)
      const { outcome: told } = (outcome.body ?? {}) as { outcome?: string }
      return `${customer.name} ${checkoutId}: ${outcome.text} ${told ?? ""}`
    },
  },
  {
    name: "opens the provider's own page",
    weight: 1.5,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const billing = {
        firstName: "Ada",
        lastName: customer.marks.lastName,
        address: customer.marks.street,
        addressOne: "",
        city: "New York",
        state: "NY" as const,
        zip: "10001",
      }
      const back = { successUrl: "http://pushcart.test/pay/return", cancelUrl: "http://pushcart.test/pay" }
      const outcome = await town.command(customer, (ctx) => startHostedCheckout(ctx, { billing, ...back }))
      return `${customer.name}: ${outcome.text}`
    },
  },
  {
    name: "pays on the provider's own page",
    weight: 2,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      const checkout = customer && (await live(town, customer))
      if (!customer || !checkout?.page) return null
      const form = new URLSearchParams({
        email: customer.email,
        number: "4242424242424242",
        expiry: "12 / 34",
        cvc: "123",
        zip: "10001",
      })
      const answer = await town.site.bank.plain(`http://stripe.test/c/pay/${checkout.page}`, {
        method: "POST",
        body: form.toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      })
      return `${customer.name} ${checkout.id}: ${answer.status}`
    },
  },
  {
    name: "leaves the checkout",
    weight: 1.5,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      return `${customer.name}: ${(await town.command(customer, leaveCheckout)).text}`
    },
  },
]
