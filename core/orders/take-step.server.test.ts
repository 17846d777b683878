import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { history, orders } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { SellerStep } from "./seller-stages.ts"
import { takeStep } from "./take-step.server.ts"

const database = useDatabase()

async function aSale(fulfilment: "pickup" | "delivery") {
  const { db } = database
  const market = await aMarket(db)
  const sold = { customer: await aCustomer(db), market, product: await aProduct(db, market) }
  const order = await anOrder(db, { ...sold, fulfilment })
  const seller = ctxFor(database, market.actor)
  const take = (step: SellerStep, code?: string) => takeStep(seller, { step, orderId: order.id, code })
  const now = async () => (await db.select().from(orders).where(eq(orders.id, order.id)))[0]!
  const moves = async () =>
    (await db.select().from(history).where(eq(history.orderId, order.id)).orderBy(history.id)).map(
      ({ move }) => move,
    )
  return { order, take, now, moves }
}

it.each([
  ["pickup", ["acknowledge", "setReady", "handOver"], "picked up", ["setReady", "handOver"]],
  ["delivery", ["startDelivery", "markDelivered"], "delivered", ["startDelivery", "markDelivered"]],
  ["delivery", ["offer"], "waiting", ["offer"]],
] as const)(
  "makes each step of a %s once, however often it arrives",
  { tags: ["TODAY-6"] },
  async (fulfilment, steps, status, moves) => {
    const sale = await aSale(fulfilment)
    for (const step of steps) for (let times = 0; times < 2; times++) await sale.take(step)
    expect([(await sale.now()).status, await sale.moves()]).toEqual([status, moves])
  },
)

it("checks the customer's code, and rejects a step that the order cannot make", {
  tags: ["TODAY-6"],
}, async () => {
  const sale = await aSale("pickup")
  await expect(sale.take("handOver", "WRONG-ONE")).rejects.toMatchObject({ code: "invalid" })
  await expect(sale.take("markDelivered")).rejects.toMatchObject({ code: "illegal_move" })
  await sale.take("handOver", sale.order.confirmation)
  expect(await sale.now()).toMatchObject({ status: "picked up", handedOverWith: "code" })
})
