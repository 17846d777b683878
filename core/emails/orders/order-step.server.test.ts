import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import type { EmailMessage } from "#core/ports/mail.ts"
import { orderLines, orders } from "#db/schema/index.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { orderStep } from "./order-step.server.tsx"

describe("the email about an order's step", () => {
  const database = useDatabase()

  it("lists the items, as they are packed once they are", { tags: ["EMAIL-110"] }, async () => {
    const market = await aMarket(database.db)
    const product = await aProduct(database.db, market, { name: "Melon" })
    const customer = await aCustomer(database.db)
    const order = await anOrder(database.db, { customer, market, product, fulfilment: "pickup", quantity: 3 })
    await database.db.update(orders).set({ status: "ready to pick up" }).where(eq(orders.id, order.id))
    const pack = (packedQuantity: number | null) =>
      database.db.update(orderLines).set({ packedQuantity }).where(eq(orderLines.orderId, order.id))

    expect(await textOf(order.id)).toMatch(/Your items:\n+Melon.* 3\n/)
    await pack(2)
    expect(await textOf(order.id)).toMatch(/Your items:\n+Melon.* 2\n/)
    await pack(0)
    expect(await textOf(order.id)).not.toMatch(/Your items|Melon/)
  })

  async function textOf(orderId: string): Promise<string> {
    const sent: EmailMessage[] = []
    const mail = {
      siteUrl: "http://shop.test",
      send: async (message: EmailMessage) => void sent.push(message),
    }
    const step = { customerId: "", sellerId: "", orderId, status: "ready to pick up" } as const
    await orderStep.send(systemCtx(database, { ports: { mail } }), step, crypto.randomUUID())
    return sent[0]?.text ?? ""
  }
})
