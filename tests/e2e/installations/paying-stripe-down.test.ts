import { expect, it } from "vitest"
import {
  aShopper,
  BILLING_ADDRESS,
  beginPayment,
  payOnProviderPage,
  proceed,
} from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { STRIPE_DOWN, useGatedStripe } from "#tests/support/gated-stripe.ts"

const stripe = useGatedStripe()
const { gate } = stripe

async function atCheckout() {
  const { melon } = await twoMarkets(stripe.server.database.db)
  const one = await aShopper(stripe.server, [{ productId: melon.id, quantity: 2 }])
  return { ...one, pay: await proceed(one.shopper, "Pick up") }
}

it.each(["500", "garbage"] as const)(
  "%s: the form comes back filled in, and pays once afterwards",
  {
    tags: ["STRIPE-3"],
  },
  async (mood) => {
    const { pay, shopper, customer } = await atCheckout()
    gate.mood = mood
    const down = await pay.press(/^Pay Now/, BILLING_ADDRESS)
    expect(down.all("alert").map((alert) => alert.textContent)).toContainEqual(
      expect.stringContaining(STRIPE_DOWN),
    )
    expect(down.field("City").value).toBe("New York")
    // The card form's script gets the same message.
    expect((await beginPayment(shopper)).message).toBe(STRIPE_DOWN)
    expect(await stripe.takenFrom(customer.userId)).toEqual([])
    expect(await stripe.ordersOf(customer.userId)).toHaveLength(0)
    const cart = await shopper.open("/shopping-cart")
    expect(cart.text).toContain("Sugar melon")
    expect(cart.field("Quantity").value).toBe("2")
    gate.mood = "well"
    let provider = down
    // The circuit breaker for Stripe may stay open for a few more seconds, so this presses again, as a customer would.
    const pressedAgain = async () => {
      provider = await down.press(/^Pay Now/)
      return provider.all("heading", "Pay $24.68").length
    }
    await expect.poll(pressedAgain, { timeout: 20_000, interval: 200 }).toBe(1)
    // The card is charged on Stripe's page, and Stripe is down when the browser returns from there.
    gate.onPassed = (method, path) => {
      if (method === "POST" && path.startsWith("/c/pay/")) gate.mood = mood
    }
    const back = await payOnProviderPage(provider)
    expect(back.path).toBe("/customer-orders")
    expect(back.text).toContain("You won't be charged twice")
    gate.mood = "well"
    await expect.poll(() => stripe.ordersOf(customer.userId), { timeout: 30_000 }).toHaveLength(1)
    expect(await stripe.takenFrom(customer.userId)).toEqual([2468])
    expect((await shopper.open("/customer-orders")).all("link", /^View Order/)).toHaveLength(1)
  },
)
