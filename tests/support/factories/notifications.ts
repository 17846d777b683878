import type { Database } from "#db/client.ts"
import { notifications } from "#db/schema/index.ts"
import { aMarket, aProduct } from "./markets.ts"
import { anOrder } from "./orders.ts"
import { aCustomer } from "./people.ts"

/** A customer with one notification that they have not seen, of March 5, 2024. */
export async function aNotifiedCustomer(db: Database, message = "Your order is ready.") {
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  await db.insert(notifications).values({
    userId: customer.userId,
    role: "customer",
    orderId: order.id,
    message,
    createdAt: new Date("2024-03-05T15:00:00Z"),
  })
  return { ...customer, order }
}
