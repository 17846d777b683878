import { BILLING } from "./billing.ts"
import { aCustomerWith, type Wanted } from "./factories/carts.ts"
import type { HtmlPage } from "./html-page.ts"
import type { Site } from "./server.ts"
import { type Visitor, visitor } from "./visitor.ts"

/** A checkout over HTTP, without JavaScript. */

export const SHIP_TO = {
  Address: "1 Main St",
  City: "New York",
  State: "NY",
  Zip: "10001",
  Phone: "2125550134",
}
export const BILLING_ADDRESS = { Address: "1 Main St", City: "New York", State: "NY", Zip: "10001" }
export const CARD = { "Card number": "4242424242424242", Expiry: "12 / 34", CVC: "123" }

/** A visitor signed in as a customer with items in the cart. */
export async function aShopper(site: Pick<Site, "url" | "database">, wanted: Wanted = []) {
  const { customer, ctx } = await aCustomerWith(site.database.db, wanted)
  return { shopper: await visitor(site, customer.actor), customer, ctx }
}

/** Goes from the cart to /pay: directly for pickup, or through /ship-to for delivery. */
export async function proceed(shopper: Visitor, choice: "Delivery" | "Pick up", shipTo = SHIP_TO) {
  const cart = await shopper.open("/shopping-cart")
  const next = await cart.press("Proceed Checkout", { "Delivery or Pick up": choice })
  return choice === "Delivery" ? next.press("Submit", shipTo) : next
}

/** Pays on the card provider's page, starting there or at /pay. Returns the page that follows. */
export async function payOnProviderPage(page: HtmlPage, card: Partial<typeof CARD> = {}) {
  const provider = page.path === "/pay" ? await page.press(/^Pay Now/, BILLING_ADDRESS) : page
  return provider.press(/^Pay/, { ...CARD, ...card })
}

/** Sends the request that Pay Now's script makes before it passes the card to the provider. */
export async function beginPayment(shopper: Visitor) {
  const { status, html } = await shopper.post("/pay/begin", BILLING)
  return { status, ...(JSON.parse(html) as { message?: string; clientSecret?: string; checkoutId?: string }) }
}

/** Confirms the card as the provider's script does. The browser then goes to /pay/return. */
export async function confirmCard(site: Pick<Site, "url">, clientSecret: string): Promise<string> {
  const [id] = clientSecret.split("_secret_")
  const card = { number: "4242424242424242", exp_month: "12", exp_year: "2034", cvc: "123" }
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  const answer = await fetch(`${site.url}/dev/stripe/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    headers: { authorization: "Bearer pk_test_sandbox", "user-agent": "Mozilla/5.0" },
    body: new URLSearchParams([
      ["client_secret", clientSecret],
      ["use_stripe_sdk", "true"],
      ["payment_method_data[type]", "card"],
      ...(fields as [string, string][]),
    ]),
  })
  return ((await answer.json()) as { status: string }).status
}
