import { describe, expect, it } from "vitest"
import { startHostedCheckout } from "#core/checkout/start-hosted-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { cents } from "#core/money.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, useCheckout } from "#tests/support/checkout.ts"

const checkout = useCheckout()
const PAY = {
  billing: BILLING,
  successUrl: "https://p.example/pay/return",
  cancelUrl: "https://p.example/pay",
}

/** The provider creates the page, but its response is lost. */
function losingTheAnswer(ctx: CustomerContext): CustomerContext {
  const { payments } = ctx.ports
  const createHostedPage: typeof payments.createHostedPage = async (page) => {
    await payments.createHostedPage(page)
    throw new DomainError("provider_down", "No answer.")
  }
  return { ...ctx, ports: { ...ctx.ports, payments: { ...payments, createHostedPage } } }
}

async function pagesOf(checkoutId: string) {
  const pages = await checkout.sandbox.stripe.checkout.sessions.list({ limit: 100 })
  return pages.data.filter((page) => page.client_reference_id === checkoutId)
}

describe("the provider's own page", { tags: ["PAY-43"] }, () => {
  it("is the same one when its answer was lost and Pay Now is pressed again later", async () => {
    const ctx = await checkout.shopper()
    const [melon, plum] = [await checkout.aVegetable({ stock: 9 }), await checkout.aVegetable({ stock: 9 })]
    const { checkoutId } = await goToCheckout(ctx, [{ productId: melon.id }, { productId: plum.id }])
    await expect(startHostedCheckout(losingTheAnswer(ctx), PAY)).rejects.toThrow("No answer.")
    checkout.clock.advance({ minutes: 9 })
    const { url } = await startHostedCheckout(ctx, PAY)
    expect(await pagesOf(checkoutId)).toMatchObject([{ url }])
  })

  it("lives for half an hour when it is opened in the last minute of its hold, and is not opened after it", async () => {
    const ctx = await checkout.shopper()
    const melon = await checkout.aVegetable({ stock: 9 })
    const { checkoutId } = await goToCheckout(ctx, [{ productId: melon.id }])
    checkout.clock.advance({ minutes: 34 })
    await startHostedCheckout(ctx, PAY)
    const [page] = await pagesOf(checkoutId)
    expect(page!.expires_at * 1000).toBeGreaterThan(checkout.clock.now().getTime() + 30 * 60_000)
    checkout.clock.advance({ minutes: 2 })
    await expect(startHostedCheckout(ctx, PAY)).rejects.toMatchObject({ code: "hold_expired" })
  })
})

describe("a payment at the provider", { tags: ["PAY-43"] }, () => {
  const payment = (checkoutId: string) => ({
    ...{ checkoutId, attempt: 0, amountCents: cents(500), statementSuffix: "P100001" },
    description: "Pushcart order",
    email: "ada@example.test",
  })

  it("is one for one attempt, and is no error when another version sends other parameters for it", async () => {
    const { payments } = checkout.parts().ports
    const sent = payment(crypto.randomUUID())
    const first = await payments.createPayment(sent)
    expect((await payments.createPayment(sent)).id).toBe(first.id)
    const other = await payments.createPayment({ ...sent, description: "A Pushcart order" })
    expect(other.id).not.toBe(first.id)
  })
})
