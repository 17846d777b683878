import { timeText } from "../calendar/calendar-text.ts"
import type { TrackedCourier } from "../deliveries/courier-position.server.ts"
import { add, formatMoney, ZERO } from "../money.ts"
import type { ToldRefund } from "../payments/refund.ts"
import { refundedOf } from "./left-to-give.ts"
import type { Order, OrderContents } from "./order-queries.server.ts"
import { differenceText } from "./packing.ts"
import { insteadOf } from "./shown-replacement.ts"

// Only the fields that an order's pages show: everything that a loader returns is readable in the page's source. Fields
// are picked by name, so that a new column is not exposed automatically.

/** The order's id and number, its status, and when it is due. */
export const shownTime = ({ order }: Pick<Order, "order">) => ({
  id: order.id,
  number: order.number,
  fulfilment: order.fulfilment,
  status: order.status,
  windowStartsAt: order.windowStartsAt,
  windowEndsAt: order.windowEndsAt,
  clockStartsAt: order.clockStartsAt,
})

/** The order's status, when it is due, and the customer's note and wishes. */
export const shownProgress = ({ order }: Pick<Order, "order">) => ({
  ...shownTime({ order }),
  note: order.note,
  replacement: order.replacement,
  cancelledBy: order.cancelledBy,
  cancelReason: order.cancelReason,
  chargedBackAt: order.chargedBackAt,
})

/** The whole order in the state in which it was paid. */
export const shownOrder = ({ order }: Pick<Order, "order">) => ({
  ...shownProgress({ order }),
  createdAt: order.createdAt,
  confirmation: order.confirmation,
  itemsCents: order.itemsCents,
  taxCents: order.taxCents,
  deliveryCents: order.deliveryCents,
  tipCents: order.tipCents,
  totalCents: order.totalCents,
})

type Refunds = readonly Pick<ToldRefund, "source" | "lines">[]

export const shownLines = ({ lines, refunds }: { lines: OrderContents["lines"]; refunds: Refunds }) =>
  lines.map((line) => ({ ...shownLine(line, refunds), insteadOf: insteadOf(line, lines) }))

/** The customer's lines: with their product, if it has a page. */
export const shownLinesToCustomer = (view: Parameters<typeof shownLines>[0], withPage: ReadonlySet<string>) =>
  shownLines(view).map((line, index) => {
    const productId = view.lines[index]?.productId ?? ""
    return { ...line, productId: withPage.has(productId) ? productId : null }
  })

/** The fields of a line as it was ordered. */
export const orderedLine = (line: OrderContents["lines"][number]) => ({
  id: line.id,
  category: line.category,
  productName: line.productName,
  size: line.size,
  unit: line.unit,
  unitAmount: line.unitAmount,
  byWeight: line.byWeight,
  quantity: line.quantity,
  unitPriceCents: line.unitPriceCents,
})

export const shownLine = (line: OrderContents["lines"][number], refunds: Refunds) => ({
  ...orderedLine(line),
  refundedQuantity: refundedOf(line, refunds),
  replacedQuantity: line.replacedQuantity,
  difference: packedDifference(line, refunds),
  imageContainer: line.imageContainer,
  imageName: line.imageName,
})

/** "2 of 3, 1 was out of stock: refunded $6.00", with tax; null until the market's difference is refunded. */
function packedDifference(line: OrderContents["lines"][number], refunds: Refunds): string | null {
  const refunded = refunds
    .filter(({ source }) => source === "packing")
    .flatMap(({ lines }) => lines)
    .find(({ lineId }) => lineId === line.id)
  if (!refunded) return null
  const { quantity: missing, amountCents, taxCents } = refunded
  // As it was packed, whatever other refunds gave back before or since.
  const refundedQuantity = line.quantity - line.replacedQuantity - (line.packedQuantity ?? 0) - missing
  const what = differenceText({ ...line, refundedQuantity, leftOverCents: ZERO, isWaiting: false })
  return `${what}: refunded ${formatMoney(add(amountCents, taxCents))}`
}

type Delivery = NonNullable<OrderContents["delivery"]>

export const shownAddress = (delivery: Delivery) => ({
  firstName: delivery.firstName,
  lastName: delivery.lastName,
  address: delivery.address,
  addressOne: delivery.addressOne,
  city: delivery.city,
  state: delivery.state,
  zip: delivery.zip,
  phone: delivery.phone,
})

export const shownDelivery = (delivery: Delivery) => ({
  ...shownAddress(delivery),
  hasDeliverer: delivery.hasDeliverer,
  carrier: delivery.carrier,
  trackingNumber: delivery.trackingNumber,
})

export const shownRefund = (refund: ToldRefund) => ({
  id: refund.id,
  source: refund.source,
  status: refund.status,
  failures: refund.failures,
  reason: refund.reason,
  amountCents: refund.amountCents,
  itemsCents: refund.itemsCents,
  deliveryCents: refund.deliveryCents,
  tipCents: refund.tipCents,
  taxCents: refund.taxCents,
  lines: refund.lines.map(({ productName, quantity, amountCents }) => ({
    productName,
    quantity,
    amountCents,
  })),
})

/** Only the seller sees who pays for a refund and when it is retried. */
export const shownRefundToSeller = (refund: ToldRefund) => ({
  ...shownRefund(refund),
  bearer: refund.bearer,
  nextTryAt: refund.nextTryAt,
})

export type ShownRefund = ReturnType<typeof shownRefund> & Partial<Pick<ToldRefund, "bearer" | "nextTryAt">>

/** The courier's position and when they arrive, on the market's clock. */
export const shownCourier = ({ position, door, eta }: TrackedCourier, now: Date, timeZone: string) => ({
  position: { lat: position.lat, lng: position.lng, secondsAgo: position.secondsAgo },
  door: door && { lat: door.lat, lng: door.lng },
  eta: eta && {
    durationSeconds: eta.durationSeconds,
    distanceMiles: eta.distanceMiles,
    isEstimate: eta.isEstimate,
    arrives: timeText(new Date(now.getTime() + eta.durationSeconds * 1000), timeZone),
  },
})

export type ShownCourier = ReturnType<typeof shownCourier>
