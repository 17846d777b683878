import { asc, eq, getTableColumns, inArray } from "drizzle-orm"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Executor } from "#db/client.ts"
import { deliveries, images, orderLines } from "#db/schema/index.ts"

type Line = typeof orderLines.$inferSelect
type Delivery = typeof deliveries.$inferSelect
export type OrderContents = {
  lines: Line[]
  delivery: Delivery | null
  photo: ImageAddress | null
}

/**
 * What is in each of these orders and where it goes, with the delivery's photo. Whose they are has been asked when
 * their ids were read.
 */
export async function contentsOfOrders(
  db: Executor,
  orderIds: readonly string[],
): Promise<(orderId: string) => OrderContents> {
  if (orderIds.length === 0) return () => ({ lines: [], delivery: null, photo: null })
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.id))
  const shippings = await db
    .select({
      delivery: getTableColumns(deliveries),
      photo: { container: images.container, name: images.name },
    })
    .from(deliveries)
    .leftJoin(images, eq(images.id, deliveries.photoId))
    .where(inArray(deliveries.orderId, [...orderIds]))
  const linesOf = new Map<string, Line[]>()
  for (const line of lines) linesOf.set(line.orderId, [...(linesOf.get(line.orderId) ?? []), line])
  const shippingOf = new Map(shippings.map((shipping) => [shipping.delivery.orderId, shipping]))
  return (orderId) => {
    const shipping = shippingOf.get(orderId)
    return {
      lines: linesOf.get(orderId) ?? [],
      delivery: shipping?.delivery ?? null,
      photo: shipping?.photo ?? null,
    }
  }
}
