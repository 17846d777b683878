import { answerOf } from "@pushcart/api-client"
import { eq } from "drizzle-orm"
import { DAY_MS, HOUR_MS } from "#core/durations.ts"
import { ZERO } from "#core/money.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { refundUnacted } from "#core/orders/refund-unacted.server.ts"
import { remindSellers } from "#core/orders/remind-sellers.server.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import {
  notificationChoices,
  orderLines,
  orders,
  refunds,
  replacementOffers,
  users,
} from "#db/schema/index.ts"
import { ctxFor, systemCtx } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { anOffer } from "#tests/support/factories/replacements.ts"
import { aPhoto } from "#tests/support/images.ts"
import type { Step, World } from "./world.ts"

const system = ({ server }: World) => systemCtx(server.database)
const delivery = { fulfilment: "delivery" } as const

/** An order that the seller delivers and has given to a carrier. */
async function aShippedOrder({ order, clients: { seller } }: World) {
  const made = await order(delivery)
  await answerOf(seller.PUT("/shipping/hasShipper", { body: { hasDeliverer: true, id: made.id } }))
  await ship(seller, made.id)
  return made
}

const ship = (seller: World["clients"]["seller"], oderid: string) =>
  answerOf(
    seller.PUT("/shipping/carrier", {
      body: { carrier: "UPS", trackingnumber: "1Z999AA10123456784", oderid },
    }),
  )

/** Makes an order look as if nobody had acted on it for some days. */
const leave = ({ db }: World, orderId: string, days: number) =>
  db
    .update(orders)
    .set({ updatedAt: new Date(Date.now() - days * DAY_MS) })
    .where(eq(orders.id, orderId))

const PLACED: readonly Step[] = [
  ["a pickup order is placed", async ({ order, happen }) => happen("order.placed", (await order()).ids)],
  [
    "a pickup order of a size is placed",
    async ({ order, happen, boots }) => happen("order.placed", (await order({ product: boots })).ids),
  ],
  [
    "a delivery order is placed",
    async ({ order, happen }) => happen("order.placed", (await order(delivery)).ids),
  ],
  [
    "a line of an order is refunded",
    async ({ server, admin, db, order }) => {
      const { id } = await order()
      const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, id))
      await refundOrder(ctxFor(server.database, admin.actor), {
        orderId: id,
        lines: [{ lineId: line!.id, quantity: 1 }],
        feeCents: ZERO,
        tipCents: ZERO,
        amountCents: ZERO,
        reason: "broken",
        sentence: "The box was wet.",
        bearer: "seller",
      })
    },
  ],
  [
    "the evening before a day with orders",
    async ({ db, order, happen, market }) => {
      const { userId } = market
      await db
        .insert(notificationChoices)
        .values({ userId, role: "seller", kind: "evening", way: "email", isOn: true })
      const at = (hours: number) => new Date(Date.parse("2099-06-13T13:00:00Z") + hours * HOUR_MS)
      await order({ window: { startsAt: at(0), endsAt: at(1) } })
      await order({ ...delivery, window: { startsAt: at(2), endsAt: at(4) } })
      await happen("market.eveningEmailDue", { marketId: market.id, sellerId: userId, day: "2099-06-13" })
    },
  ],
  [
    "a replacement is offered for a line of an order",
    async ({ db, order, happen, product }) => {
      const { id, ids } = await order()
      const offer = await anOffer(db, { order: { id }, product })
      const [made] = await db
        .insert(replacementOffers)
        .values({ ...offer, productName: "Papaya", expiresAt: new Date("2999-01-01T15:27:00Z") })
        .returning()
      await happen("replacement.offered", { ...ids, offerId: made!.id })
    },
  ],
  [
    "a payment comes too late and goes back",
    async ({ db, order, happen, customer }) => {
      const { checkoutId, totalCents } = await order()
      const due = { checkoutId, amountCents: totalCents, reason: "Paid too late." }
      const [refund] = await db.insert(refunds).values(due).returning()
      await happen("checkout.refundDue", { checkoutId, customerId: customer.userId, refundId: refund!.id })
    },
  ],
]

/** Orders that continue through several steps. */
const pickup = { id: "" }
const own = { id: "" }
const platform = { id: "", deliveryId: "" }

const MOVED: readonly Step[] = [
  [
    "a pickup order is ready to pick up",
    async ({ order, clients: { seller } }) => {
      pickup.id = (await order()).id
      await answerOf(
        seller.PUT("/order/seller/updateOrder", { body: { id: pickup.id, status: "ready to pick up" } }),
      )
    },
  ],
  [
    "it is set back to pending",
    ({ clients: { seller } }) =>
      answerOf(seller.PUT("/order/seller/updateOrder", { body: { id: pickup.id, status: "pending" } })),
  ],
  [
    "it is picked up",
    ({ clients: { seller } }) =>
      answerOf(seller.PUT("/order/seller/updateOrder", { body: { id: pickup.id, status: "picked up" } })),
  ],
  [
    "the seller's own person delivers an order",
    async ({ order, clients: { seller } }) => {
      own.id = (await order(delivery)).id
      await answerOf(seller.PUT("/shipping/hasShipper", { body: { hasDeliverer: true, id: own.id } }))
    },
  ],
  ["it goes to a carrier", ({ clients: { seller } }) => ship(seller, own.id)],
  [
    "it is delivered",
    ({ clients: { seller } }) =>
      answerOf(seller.PUT("/shipping/status", { body: { status: "delivered", oderid: own.id } })),
  ],
  [
    "an order is shipped, of which no carrier is known",
    async (world) => {
      const { id, ids } = await world.order(delivery)
      await world.db.update(orders).set({ status: "shipped" }).where(eq(orders.id, id))
      await world.happen("order.statusChanged", { ...ids, status: "shipped" })
    },
  ],
  [
    "an order is offered to the couriers",
    async ({ order, clients: { seller } }) => {
      const made = await order(delivery)
      Object.assign(platform, { id: made.id, deliveryId: made.delivery!.id })
      await answerOf(seller.PUT("/shipping/hasShipper", { body: { hasDeliverer: false, id: made.id } }))
    },
  ],
  [
    "a courier takes it",
    ({ clients: { courier } }) =>
      answerOf(courier.PUT("/pushcartexpress/takeOrder", { body: { did: "", sid: platform.deliveryId } })),
  ],
  [
    "the courier gives it back",
    ({ clients: { courier } }) =>
      answerOf(courier.PUT("/pushcartexpress/giveBack", { body: { sid: platform.deliveryId } })),
  ],
  [
    "the courier takes it again",
    ({ clients: { courier } }) =>
      answerOf(courier.PUT("/pushcartexpress/takeOrder", { body: { did: "", sid: platform.deliveryId } })),
  ],
  [
    "the courier picks it up",
    ({ clients: { courier } }) =>
      answerOf(courier.PUT("/pushcartexpress/pickUp", { body: { sid: platform.deliveryId } })),
  ],
  [
    "the courier delivers it",
    async ({ clients: { courier } }) => {
      const { buffer, name, mimeType } = await aPhoto()
      const photo = new File([buffer], name, { type: mimeType })
      const body = { id: photo, shippingID: platform.deliveryId }
      await answerOf(courier.POST("/pushcartexpress/delivered", { body }))
    },
  ],
  [
    "a status changes that the order has left since",
    async ({ order, happen }) =>
      happen("order.statusChanged", { ...(await order()).ids, status: "ready to pick up" }),
  ],
]

const CANCELLED: readonly Step[] = [
  [
    "the seller cancels an order",
    async (world) => {
      const { id } = await world.order()
      const reason = "The melons <spoiled>.\nWe are sorry."
      await cancelSellerOrder(ctxFor(world.server.database, world.market.actor), { orderId: id, reason })
    },
  ],
  [
    "an admin cancels an order that a courier has taken",
    async (world) => {
      const { seller, courier } = world.clients
      const { id, delivery: taken } = await world.order(delivery)
      await answerOf(seller.PUT("/shipping/hasShipper", { body: { hasDeliverer: false, id } }))
      await answerOf(courier.PUT("/pushcartexpress/takeOrder", { body: { did: "", sid: taken!.id } }))
      await world.settle()
      world.receive()
      const ctx = ctxFor(world.server.database, world.admin.actor)
      await cancelOrderAsAdmin(ctx, { orderId: id, reason: "The market has closed." })
    },
  ],
  [
    "an admin writes off an order that a carrier has",
    async (world) => {
      const { id } = await aShippedOrder(world)
      await world.settle()
      world.receive()
      const ctx = ctxFor(world.server.database, world.admin.actor)
      await cancelOrderAsAdmin(ctx, { orderId: id, reason: "The carrier lost it." })
    },
  ],
  [
    "an admin cancels an order that a courier carries",
    async (world) => {
      const { seller, courier } = world.clients
      const { id, delivery: carried } = await world.order(delivery)
      await answerOf(seller.PUT("/shipping/hasShipper", { body: { hasDeliverer: false, id } }))
      await answerOf(courier.PUT("/pushcartexpress/takeOrder", { body: { did: "", sid: carried!.id } }))
      await answerOf(courier.PUT("/pushcartexpress/pickUp", { body: { sid: carried!.id } }))
      await world.settle()
      world.receive()
      const ctx = ctxFor(world.server.database, world.admin.actor)
      await cancelOrderAsAdmin(ctx, { orderId: id, reason: "The street is flooded." })
    },
  ],
  [
    "nobody acts on an order for four days",
    async (world) => {
      const { id } = await world.order()
      await leave(world, id, 4)
      await refundUnacted(system(world))
    },
  ],
  [
    "an order is cancelled without a reason, whose money the bank has taken back",
    async ({ db, order, happen }) => {
      const { id, ids } = await order()
      const off = { status: "cancelled", cancelledBy: "system", chargedBackAt: new Date() } as const
      await db
        .update(orders)
        .set({ ...off, cancelledAt: new Date() })
        .where(eq(orders.id, id))
      await happen("order.cancelled", ids)
    },
  ],
  [
    "an order is cancelled whose customer has left",
    async ({ db, order, happen }) => {
      const customer = await aCustomer(db)
      const { id, ids } = await order({ customer })
      await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, customer.userId))
      const off = { status: "cancelled", cancelledBy: "seller", cancelReason: "Sold out." } as const
      await db
        .update(orders)
        .set({ ...off, cancelledAt: new Date() })
        .where(eq(orders.id, id))
      await happen("order.cancelled", { ...ids, customerId: customer.userId })
    },
  ],
]

const WAITING: readonly Step[] = [
  ...(["pickup", "delivery"] as const).map(
    (fulfilment): Step => [
      `nobody acts on a ${fulfilment} order for two days`,
      async (world) => {
        await leave(world, (await world.order({ fulfilment })).id, 2)
        await remindSellers(system(world))
      },
    ],
  ),
  [
    "an own delivery is not brought for two days",
    async (world) => {
      const { id } = await world.order(delivery)
      await answerOf(world.clients.seller.PUT("/shipping/hasShipper", { body: { hasDeliverer: true, id } }))
      await leave(world, id, 2)
      await remindSellers(system(world))
    },
  ],
  [
    "a carrier has an order for eight days",
    async (world) => {
      const { id } = await aShippedOrder(world)
      await world.settle()
      world.receive()
      await leave(world, id, 8)
      await remindSellers(system(world))
    },
  ],
]

const DISPUTED: readonly Step[] = [false, true].map(
  (won): Step => [
    won ? "the bank decides a dispute for us" : "a customer's bank takes the money back",
    async ({ order, happen, market }) =>
      happen("order.disputed", { orderId: (await order()).id, sellerId: market.userId, won }),
  ],
)

/** The emails about an order, from its placement to its end. */
export const ORDER_STEPS: readonly Step[] = [...PLACED, ...MOVED, ...CANCELLED, ...WAITING, ...DISPUTED]
