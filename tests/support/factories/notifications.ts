import { DAY_MS } from "#core/durations.ts"
import type { Database } from "#db/client.ts"
import { notifications } from "#db/schema/index.ts"
import { aMarket, aProduct } from "./markets.ts"
import { anOrder } from "./orders.ts"
import { aCustomer } from "./people.ts"

/**
 * Thirty days ago at an hour of UTC: recent enough for the server's sweep, which deletes notifications that were unseen
 * for a year.
 */
export function lastMonth(utcHour: number): Date {
  const date = new Date(Date.now() - 30 * DAY_MS)
  date.setUTCHours(utcHour, 0, 0, 0)
  return date
}

/** Formats a date as people in New York see it: "March 5, 2026 at 10:00 AM". */
export const inNewYork = (date: Date): string =>
  date
    .toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "America/New_York" })
    .replace(/\s/g, " ")

/** A customer with one unseen notification of last month. */
export async function aNotifiedCustomer(db: Database, message = "Your order is ready.") {
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  const createdAt = lastMonth(15)
  await db.insert(notifications).values({
    userId: customer.userId,
    role: "customer",
    orderId: order.id,
    message,
    createdAt,
  })
  return { ...customer, order, createdAt }
}
