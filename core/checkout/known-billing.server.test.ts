import { expect, it } from "vitest"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { knownBilling } from "#core/checkout/known-billing.server.ts"
import { viewCheckout } from "#core/checkout/view-checkout.server.ts"
import { BILLING, SHIP_TO } from "#tests/support/billing.ts"
import { goToCheckout, useCheckout } from "#tests/support/checkout.ts"

const { shopper, aVegetable } = useCheckout({ zips: true })

it("is a pickup's last billing address, and never another customer's", { tags: ["PAY-95"] }, async () => {
  const { id } = await aVegetable({ stock: 9 })
  const [rosa, ada, newcomer] = [await shopper(), await shopper(), await shopper()]
  await goToCheckout(rosa, [{ productId: id }])
  await beginPayment(rosa, { ...BILLING, address: "7 Elm St" })
  await goToCheckout(ada, [{ productId: id }])
  await beginPayment(ada, { ...BILLING, address: "8 Oak St" })
  const known = await knownBilling(rosa, null)
  expect(known).toMatchObject({ isComplete: true, address: { address: "7 Elm St" } })
  const first = await knownBilling(newcomer, null)
  expect(first.isComplete).toBe(false)
  expect(first.address.address).toBeUndefined()
})

it("is the address of a delivery, before any other", { tags: ["PAY-95"] }, async () => {
  const { id } = await aVegetable({ stock: 9 })
  const rosa = await shopper()
  await goToCheckout(rosa, [{ productId: id }], { ...SHIP_TO, address: "9 Pine St" })
  expect(await knownBilling(rosa, await viewCheckout(rosa))).toMatchObject({
    isComplete: true,
    address: { address: "9 Pine St" },
  })
})
