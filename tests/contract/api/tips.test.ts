import { beforeAll, expect, it } from "vitest"
import type { createTestApi } from "#tests/support/api.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSandboxApi } from "./sandbox-api.ts"

const { database, signedInWorld } = useSandboxApi()
let api: ReturnType<typeof createTestApi>
beforeAll(async () => {
  api = (await signedInWorld()).api
})

const SHIPPING = {
  shippingAddress: "1 Main St",
  shippingAddressOne: "",
  shippingCity: "New York",
  shippingState: "NY",
  shippingZip: "10001",
  phone: "212-555-0134",
  email: "",
}

it("tips by the API: percent or an amount with the payment, none on a pickup", {
  tags: ["TIP-1"],
}, async () => {
  const product = await aProduct(database.db, await aMarket(database.db), { priceCents: 1000 })
  const who = { cookie: await api.signedIn((await aCustomer(database.db)).actor) }
  await api.call("POST", "/transaction/createtransaction", { pid: product.id, quantity: 2 }, who)
  await api.call("PUT", "/transaction/updateTransaction", { delivery: "Delivery", tip: { percent: 10 } }, who)
  await api.call("POST", "/shipping/user/createShipping", SHIPPING, who)
  const pay = async (tip?: unknown): Promise<Record<string, unknown>> => {
    const answer = await api.call("POST", "/pay/paymentIntent", { value: 1, tip }, who)
    return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
  }
  const first = await pay()
  expect(first).toMatchObject({ tip: 2 })
  expect(await pay({ percent: 20 })).toMatchObject({ tip: 4, total: (first.total as number) + 2 })
  expect(await pay({ amount: 3.5 })).toMatchObject({ tip: 3.5 })
  for (const wrong of [{ percent: 12 }, { amount: 1.234 }, { amount: 100.01 }, { amount: -1 }, 5])
    expect([wrong, (await pay(wrong)).status]).toEqual([wrong, 422])
  expect(await pay({ percent: 0 })).toMatchObject({ tip: 0 })
  await pay({ percent: 20 })
  await api.call("PUT", "/transaction/updateTransaction", { delivery: "Pick up" }, who)
  expect(await pay()).toMatchObject({ tip: 0, deliver: false })
})
