import type { OrderFacts, Role, WorldBuilder } from "./page-world.ts"

export type PageWorld = Awaited<ReturnType<typeof aPageWorld>>

const HERE = { lat: 40.7506, lng: -73.9972 }
const now = () => new Date()

/** Orders of one customer at one market, in every status of an order and its delivery. */
const ordersInEveryStatus = (): Record<string, OrderFacts> => ({
  pending: { status: "pending" },
  ready: { status: "ready to pick up" },
  "picked up": { status: "picked up" },
  cancelled: { status: "cancelled" },
  undecided: { fulfilment: "delivery" },
  "own pending": { fulfilment: "delivery", status: "pending", delivery: { has_deliverer: true } },
  shipped: {
    fulfilment: "delivery",
    status: "shipped",
    delivery: { has_deliverer: true, carrier: "UPS", tracking_number: "1Z999" },
  },
  "own delivered": {
    fulfilment: "delivery",
    status: "delivered",
    delivery: { has_deliverer: true, delivered_at: now() },
  },
  waiting: {
    fulfilment: "delivery",
    status: "waiting",
    delivery: { has_deliverer: false, offered_at: now() },
  },
})

/** Creates all people and data that the recorded pages show. */
export async function aPageWorld(build: WorldBuilder) {
  const rosa = await build.customer("Rosa")
  const stranger = await build.customer("Stranger")
  const full = await build.market("Chelsea Stall", HERE)
  const empty = await build.market("Empty Corner", HERE)
  const closed = await build.market("Closed Market", { ...HERE, subscription: "cancelled" })
  for (let number = 1; number <= 9; number += 1)
    await build.market(`Row ${"ABCDEFGHI"[number - 1]}`, { lat: HERE.lat + number / 100, lng: HERE.lng })
  const goods = await products(build, full)
  const strangersProduct = await build.product(empty, "Strangers' pears", {
    category: "Fruits",
    section: "Pears",
  })
  await build.query("update products set retired_at = $1 where id = $2", [now(), strangersProduct.id])

  const orders: Record<string, string> = {}
  const purchases: Record<string, string> = {}
  for (const [name, facts] of Object.entries(ordersInEveryStatus())) {
    const order = await build.order(name, { customer: rosa, market: full, product: goods.apples }, facts)
    orders[name] = order.id
    purchases[name] = order.checkoutId
  }
  const couriers = await courierOrders(build, { customer: rosa, market: full, product: goods.shirt }, orders)
  await cancelledParts(build, orders)
  const strangersOrder = await build.order("of a stranger", {
    customer: stranger,
    market: empty,
    product: strangersProduct,
  })
  await build.cart(rosa, [
    [goods.apples, "", 2],
    [goods.carrots, "", 5],
    [goods.shirt, "S", 1, 999],
    [goods.melon, "", 1],
  ])
  for (const [userId, role] of [
    [rosa.userId, "customer"],
    [full.sellerId, "seller"],
  ] as const) {
    await build.notification(userId, role, orders.pending ?? null, `First message to the ${role}`, true)
    await build.notification(userId, role, orders.shipped ?? null, `Second message to the ${role}`)
    await build.notification(userId, role, null, `Third message to the ${role}, about no order`)
  }
  const states = await peopleInEveryState(build)
  const admin = await build.admin("Ines Admin")
  const fresh: Record<Role, { userId: string }> = {
    customer: await build.customer("Newcomer"),
    seller: await build.market("New Market", { approval: "waiting", onboarded: null, subscription: "none" }),
    deliverer: await build.courier("Novice", { approval: "waiting", onboarded: null as never }),
    admin: await build.admin("Nora Admin"),
  }
  return {
    fresh,
    states,
    typical: { customer: rosa, seller: full, deliverer: couriers.done, admin } satisfies Record<Role, object>,
    markets: { full: full.id, empty: empty.id, closed: closed.id },
    products: Object.fromEntries(Object.entries(goods).map(([name, { id }]) => [name, id])) as Record<
      keyof typeof goods,
      string
    >,
    orders: orders as Record<string, string> & { pending: string; shipped: string },
    purchases: purchases as Record<string, string> & { pending: string; shipped: string },
    strangersOrder: strangersOrder.id,
    strangersPurchase: strangersOrder.checkoutId,
    strangersProduct: strangersProduct.id,
    orderNumbers: [200_001, 200_007, 200_009, 200_010, 200_012],
    people: { customer: rosa.userId },
    applicants: {
      sellers: Object.values(states.seller).map(({ userId }) => userId),
      couriers: Object.values(states.deliverer).map(({ userId }) => userId),
    },
    rosa,
    couriers,
  }
}

async function products(build: WorldBuilder, market: Awaited<ReturnType<WorldBuilder["market"]>>) {
  const apples = await build.product(market, "Gala apples", {
    category: "Fruits",
    section: "Apples",
    priceCents: 350,
  })
  await build.images(apples, ["gala-apples", "apples"])
  return {
    apples,
    carrots: await build.product(market, "Carrots", { stock: 3 }),
    melon: await build.product(market, "Melon", { category: "Fruits", section: "Melons", stock: 0 }),
    shirt: await build.product(market, "Blue shirt", {
      category: "Clothing",
      section: "Shirt",
      gender: "Male",
      age: "Mens",
      priceCents: 1999,
      sizes: { S: 4, M: 0, L: 12 },
    }),
    shoes: await build.product(market, "Court shoes", {
      category: "Shoes",
      section: "Sports Shoes",
      gender: "Female",
      age: "Womens",
      priceCents: 4900,
      sizes: { "7": 2, "7.5": 1 },
    }),
    rice: await build.product(market, 'Long rice & <wild> "rice"', {
      category: "Rice",
      section: "White",
      stock: 70,
    }),
  }
}

/** Orders taken, picked up and delivered by the platform's couriers, each by a different courier. */
async function courierOrders(
  build: WorldBuilder,
  sold: Parameters<WorldBuilder["order"]>[1],
  orders: Record<string, string>,
) {
  const couriers = {
    takes: await build.courier("Tom"),
    carries: await build.courier("Cora"),
    done: await build.courier("Dora"),
  }
  const offered = { has_deliverer: false, offered_at: now() }
  const steps = [
    ["taken", couriers.takes, { taken_at: now() }],
    ["carried", couriers.carries, { taken_at: now(), picked_up_at: now() }],
    ["delivered", couriers.done, { taken_at: now(), picked_up_at: now(), delivered_at: now() }],
  ] as const
  for (const [name, courier, times] of steps) {
    const status = name === "carried" ? "picked up" : name
    const delivery = { ...offered, ...times }
    const order = await build.order(name, sold, { fulfilment: "delivery", status, delivery, courier })
    orders[name] = order.id
  }
  return couriers
}

async function cancelledParts(build: WorldBuilder, orders: Record<string, string>): Promise<void> {
  await build.query(
    "update orders set cancelled_at = $1, cancelled_by = 'seller', cancel_reason = 'The apples are gone.' where id = $2",
    [now(), orders.cancelled],
  )
  await build.query("update orders set fulfilled_at = $1 where complete", [now()])
}

/** People in every state that a dashboard card shows, in the specification's order. */
async function peopleInEveryState(build: WorldBuilder) {
  const begun = { onboarded: null, subscription: "none" } as const
  const seller = {
    "may sell, no product": await build.market("Ready Market"),
    "payment is late": await build.market("Late Market", { subscription: "past_due" }),
    "waiting for approval": await build.market("Waiting Market", {
      approval: "waiting",
      subscription: "none",
      stripeAccountId: "acct_waitingmarket1",
    }),
    "rejected by Stripe": await build.market("Rejected Market", {
      onboarded: false,
      subscription: "none",
      stripeAccountId: "acct_rejectedmarket",
      requirements: ["individual.verification.document", "business_profile.url", "bank"],
    }),
    "not connected": await build.market("Unconnected Market", begun),
    "not subscribed": await build.market("Unsubscribed Market", { subscription: "none" }),
    "subscription cancelled": await build.market("Cancelled Market", { subscription: "cancelled" }),
    "please wait": await build.market("Patient Market", { onboarded: false, subscription: "none" }),
    denied: await build.market("Denied Market", {
      approval: "denied",
      denialReason: "The certificate is out of date.",
      decidedAt: now(),
      ...begun,
    }),
  }
  const deliverer = {
    "may deliver": await build.courier("Able"),
    "waiting for approval": await build.courier("Wanda", {
      approval: "waiting",
      stripeAccountId: "acct_waitingcourier",
    }),
    "rejected by Stripe": await build.courier("Rex", {
      onboarded: false,
      stripeAccountId: "acct_rejectedcourier",
    }),
    "not connected": await build.courier("Nick", { onboarded: null as never }),
    "please wait": await build.courier("Pat", { approval: "waiting", onboarded: false }),
    denied: await build.courier("Dan", { approval: "denied" }),
  }
  await build.query(
    "update deliverers set requirements = '{individual.verification.document}' where user_id = $1",
    [deliverer["rejected by Stripe"].userId],
  )
  await build.query("update deliverers set denial_reason = 'The photo is blurred.' where user_id = $1", [
    deliverer.denied.userId,
  ])
  return { seller, deliverer }
}
