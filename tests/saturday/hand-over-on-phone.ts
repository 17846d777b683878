import { answerOf } from "@pushcart/api-client"
import { eq } from "drizzle-orm"
import { deliveries, orders } from "#db/schema/index.ts"
import { until } from "#tests/e2e/api-journey/client.ts"
import { anImageFile } from "#tests/support/images.ts"
import type { Phone } from "./pack-on-phone.ts"
import { clientOf, type PlacedOrder } from "./place-order.ts"

/** Makes the next step of a packed order from its card: by code, with the stall's own person, or with a courier. */
export async function handOverOnPhone(phone: Phone, order: PlacedOrder): Promise<void> {
  const { page, taps } = phone
  const step = STEPS[order.handover]
  const card = page.locator(`#order-${order.number}`)
  if (order.handover === "pickup") {
    await taps.tap(step, card.getByLabel(`Hand over, order ${order.number}`))
    await taps.type(step, card.getByLabel("Confirmation code"), order.confirmation)
    await taps.tap(step, card.getByRole("button", { name: "Hand over", exact: true }))
  }
  if (order.handover === "own delivery")
    await taps.tap(step, card.getByRole("button", { name: `Deliver it ourselves, order ${order.number}` }))
  if (order.handover === "courier")
    await taps.tap(step, card.getByRole("button", { name: `Send a courier, order ${order.number}` }))
  taps.done(step)
}

/** Marks an order delivered that the stall's own person has brought. */
export async function markDelivered({ page, taps }: Phone, { number }: PlacedOrder): Promise<void> {
  const button = page.getByRole("button", { name: `Mark delivered, order ${number}` })
  await taps.tap(STEPS["own delivery"], button)
}

export const STEPS = {
  pickup: "hand over by code",
  "own delivery": "deliver ourselves",
  courier: "give to a courier",
} as const

/** The courier takes an order that was offered, picks it up, and delivers it with a photo. */
export async function carry(
  { site, stall }: Pick<Phone, "site" | "stall">,
  order: PlacedOrder,
): Promise<void> {
  const { db } = site.database
  const courier = await clientOf(site, stall.courier.actor)
  const [delivery] = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.orderId, order.id))
  const sid = delivery?.id ?? ""
  await until(`order ${order.number} to be offered`, async () => {
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
    return row?.status === "waiting"
  })
  await answerOf(courier.PUT("/pushcartexpress/takeOrder", { body: { did: "", sid } }))
  await answerOf(courier.PUT("/pushcartexpress/pickUp", { body: { sid } }))
  const id = await anImageFile()
  await answerOf(courier.POST("/pushcartexpress/delivered", { body: { id, shippingID: sid } }))
}
