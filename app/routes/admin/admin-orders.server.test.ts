import { eq } from "drizzle-orm"
import { RouterContextProvider } from "react-router"
import { expect, it } from "vitest"
import { coreContext } from "#app/context.ts"
import { orders } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { action } from "./admin-orders.tsx"

const database = useDatabase()

it("does nothing with a form that names no action of the page", { tags: ["FORM-6"] }, async () => {
  const { db } = database
  const market = await aMarket(db)
  const product = await aProduct(db, market)
  const order = await anOrder(db, { customer: await aCustomer(db), market, product })
  const context = new RouterContextProvider()
  context.set(coreContext, ctxFor(database, (await anAdmin(db)).actor))
  const url = new URL("http://localhost/admin-orders")
  const send = (intent?: string) => {
    const body = new URLSearchParams({ orderId: order.id, reason: "broken", ...(intent && { intent }) })
    const request = new Request(url, { method: "POST", body })
    return action({ request, url, context, params: {}, pattern: "/admin-orders" } as Parameters<
      typeof action
    >[0])
  }
  for (const intent of [undefined, "nonsense"])
    await expect(send(intent)).rejects.toMatchObject({ init: { status: 400 } })
  const [after] = await db.select().from(orders).where(eq(orders.id, order.id))
  expect(after).toMatchObject({ status: order.status, cancelledBy: null })
})
