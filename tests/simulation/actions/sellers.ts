import { updateProduct } from "#core/catalog/update-product.server.ts"
import { cents } from "#core/money.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { takeBackOwnDelivery } from "#core/orders/take-back-own-delivery.server.ts"
import { withdrawOffer } from "#core/orders/withdraw-offer.server.ts"
import { anImageFile } from "#tests/simulation/site/image-store.ts"
import { someFacts } from "#tests/support/factories/product-facts.ts"
import type { Dice } from "../dice.ts"
import { PLACES_IN_A_WINDOW } from "../rules/places.ts"
import type { Action, Outcome, Person, Town } from "../town.ts"
import { connect, payOut } from "./payouts.ts"

export type Seller = Person & { role: "seller" }
export type Order = { id: string; owner: string; status: string | null }
export type Variant = {
  product: string
  owner: string
  name: string
  description: string
  size: string
  price: number
  stock: number
}

const KINDS = [
  { category: "Fruits", productSection: "Apples", sizes: null },
  { category: "Vegetables", productSection: "Beets", sizes: null },
  { category: "Office Supplies", productSection: "Paper", sizes: null },
  { category: "Shoes", productSection: "Sneakers", sizes: ["8", "9"] },
] as const
const CARD_ADDRESS = { address: "75 9th Ave", addressone: "", city: "New York", state: "NY", zip: "10011" }

/** An order of this seller, or sometimes of somebody else. */
async function anOrder(town: Town, dice: Dice, { userId }: Seller): Promise<Order | null> {
  const found = await town.site.rows<Order>(
    `select o.id, m.user_id as owner, o.status from orders o join markets m on m.id = o.market_id
     where $1::uuid is null or m.user_id = $1 order by o.complete, o.number desc limit 12`,
    [town.triesForeign(dice) ? null : userId],
  )
  return dice.pickIfAny(found)
}

async function aVariant(town: Town, dice: Dice, { userId }: Seller): Promise<Variant | null> {
  const found = await town.site.rows<Variant>(
    `select p.id as product, m.user_id as owner, p.name, p.description, v.size, v.price_cents as price, v.stock
     from variants v join products p on p.id = v.product_id join markets m on m.id = p.market_id
     where $1::uuid is null or m.user_id = $1 order by p.name, v.size`,
    [town.triesForeign(dice) ? null : userId],
  )
  return dice.pickIfAny(found)
}

/** An action of a seller on an order. Somebody else's order must not change. */
export function toOrder(
  name: string,
  weight: number,
  work: (town: Town, who: Seller, order: Order, dice: Dice) => Promise<Outcome>,
): Action {
  return {
    name,
    weight,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      const order = who && (await anOrder(town, dice, who))
      if (!who || !order) return null
      const outcome = await work(town, who, order, dice)
      if (order.owner !== who.userId) return town.rejected(outcome, `${who.name} ${order.id}`)
      return `${who.name} ${order.id} (${order.status ?? "none"}): ${outcome.text}`
    },
  }
}

const named = (name: string, size: string) => `${name}|${size}`

/** Changes a variant's stock and records it in the town, even if the process dies in the middle. */
export async function counted(
  town: Town,
  { name, size, product, stock }: Variant,
  more: number,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const key = named(name, size)
  if (!town.isConcurrent) town.counting = { key, product, size, before: stock }
  const outcome = await work()
  town.counting = null
  if (outcome.isDone) town.noteListed(key, more)
  return outcome
}

export const SELLER_ACTIONS: Action[] = [
  {
    name: "connects a payout account",
    weight: 2,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      return who && `${who.name}: ${(await connect(town, who, dice, "/seller/ConnectAccount")).text}`
    },
  },
  {
    name: "subscribes",
    weight: 2,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      if (!who) return null
      const token = dice.chance(0.15) ? "tok_chargeDeclined" : "tok_visa"
      const outcome = await town.request(who, "POST", "/seller/createSubscription", {
        token,
        ...CARD_ADDRESS,
      })
      return `${who.name} ${token}: ${outcome.text}`
    },
  },
  {
    name: "ends the plan",
    weight: 0.15,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      return who && `${who.name}: ${(await town.request(who, "POST", "/seller/cancelSubscription", {})).text}`
    },
  },
  {
    name: "changes the plan's card",
    weight: 0.3,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      if (!who) return null
      const body = { token: dice.pick(["tok_mastercard", "tok_chargeCustomerFail"]), ...CARD_ADDRESS }
      return `${who.name}: ${(await town.request(who, "POST", "/seller/updateCard", body)).text}`
    },
  },
  {
    name: "lists a product",
    weight: 4,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      if (!who) return null
      const kind = dice.pick(KINDS)
      const name = `${kind.productSection} ${town.listed.size + 1} of ${who.name}`
      const value = dice.between(10, 2_000) / 100
      const quantity = dice.between(1, 20)
      const { sizes, ...where } = kind
      const byWeight = !sizes && dice.chance(0.3)
      const body = {
        ...where,
        name,
        description: "Fresh.",
        images: null,
        ...(sizes
          ? {
              sizes: sizes.map((size) => ({ name: size, quantity, value })),
              gender: { gender: "Male", age: "Mens" },
            }
          : { value, quantity, sizes: null, ...(byWeight ? { unit: "lb", unitAmount: 2, byWeight } : {}) }),
      }
      for (const size of sizes ?? [""]) town.noteListed(named(name, size), quantity)
      const outcome = await town.request(who, "POST", "/product/createproduct", body, {
        "idempotency-key": `list-${town.listed.size}`,
      })
      return `${who.name} ${quantity} ${name}: ${outcome.text}`
    },
  },
  {
    name: "edits a product",
    weight: 4,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      const variant = who && (await aVariant(town, dice, who))
      if (!who || !variant) return null
      // Sent as by the form, together with the values that it showed. It only adds stock, so that nothing is cut off at
      // zero.
      const { name, description, price, stock } = variant
      const shown = someFacts({ name, description, priceCents: cents(price), stock })
      const more = dice.between(0, 6)
      const typed = {
        ...shown,
        stock: stock + more,
        ...(dice.chance(0.4) ? { priceCents: cents(dice.between(10, 2_000)) } : {}),
      }
      const outcome = await counted(town, variant, more, () =>
        town.command(who, (ctx) =>
          updateProduct(ctx, { ...typed, productId: variant.product, size: variant.size, shown }),
        ),
      )
      if (variant.owner !== who.userId) return town.rejected(outcome, `${who.name} edits ${variant.name}`)
      return `${who.name} ${variant.name} +${more}: ${outcome.text}`
    },
  },
  {
    name: "counts a product again",
    weight: 1,
    alone: true,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      const variant = who && (await aVariant(town, dice, who))
      if (!who || !variant) return null
      const quantity = dice.between(0, 15)
      const value = variant.price / 100
      const body = {
        idProduct: variant.product,
        productName: variant.name,
        description: variant.description,
        ...(variant.size ? { sizes: [{ name: variant.size, value, quantity }] } : { value, quantity }),
      }
      const outcome = await counted(town, variant, quantity - variant.stock, () =>
        town.request(who, "PUT", "/product/updateproduct", body),
      )
      if (variant.owner !== who.userId) return town.rejected(outcome, `${who.name} counts ${variant.name}`)
      return `${who.name} ${variant.name} = ${quantity}: ${outcome.text}`
    },
  },
  {
    name: "takes a product out",
    weight: 0.5,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      const variant = who && (await aVariant(town, dice, who))
      if (!who || !variant) return null
      await town.request(who, "DELETE", `/product/deleteproduct/${variant.product}`)
      const [row] = await town.site.rows<{ retired: boolean }>(
        "select retired_at is not null as retired from products where id = $1",
        [variant.product],
      )
      return `${who.name} ${variant.name}: ${row?.retired ? "gone" : "there"}`
    },
  },
  {
    name: "adds a picture",
    weight: 0.7,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      const variant = who && (await aVariant(town, dice, who))
      if (!who || !variant) return null
      const form = new FormData()
      form.set("images", anImageFile(variant.name))
      form.set("productid", variant.product)
      const outcome = await town.request(who, "POST", "/images/insertimage", form)
      if (variant.owner !== who.userId) return town.rejected(outcome, `${who.name} a picture`)
      return `${who.name} ${variant.name}: ${outcome.text}`
    },
  },
  {
    name: "changes the calendar",
    weight: 1.5,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      if (!who) return null
      const spans = dice.pick(["[]", `[{"opens":0,"closes":1440}]`, `[{"opens":540,"closes":1020}]`])
      const week = `[${Array(7).fill(spans).join(",")}]`
      const paused = dice.chance(0.2)
      await town.site.rows(
        `insert into market_calendars (market_id, week, paused_at, pickup_places, delivery_places)
         select id, $2::jsonb, case when $3 then simulation.now() end, $4, $4 from markets where user_id = $1
         on conflict (market_id) do update set week = excluded.week, paused_at = excluded.paused_at`,
        [who.userId, week, paused, PLACES_IN_A_WINDOW],
      )
      return `${who.name} ${spans}${paused ? ", paused" : ""}`
    },
  },
  toOrder("says who delivers", 9, (town, who, { id }, dice) =>
    town.request(who, "PUT", "/shipping/hasShipper", { hasDeliverer: dice.chance(0.35), id }),
  ),
  toOrder("sets a pickup's status", 8, (town, who, { id }, dice) =>
    town.request(who, "PUT", "/order/seller/updateOrder", {
      id,
      status: dice.pick(["pending", "ready to pick up", "ready to pick up", "picked up"]),
    }),
  ),
  toOrder("gives to a carrier", 1.5, (town, who, { id }) =>
    town.request(who, "PUT", "/shipping/carrier", { carrier: "UPS", trackingnumber: "1Z999", oderid: id }),
  ),
  toOrder("says it was delivered", 3, (town, who, { id }) =>
    town.request(who, "PUT", "/shipping/status", { status: "delivered", oderid: id }),
  ),
  toOrder("withdraws an offer", 0.8, (town, who, { id }) =>
    town.command(who, (ctx) => withdrawOffer(ctx, id)),
  ),
  toOrder("takes back an own delivery", 0.6, (town, who, { id }) =>
    town.command(who, (ctx) => takeBackOwnDelivery(ctx, id)),
  ),
  toOrder("cancels", 0.8, (town, who, { id }) =>
    town.command(who, (ctx) => cancelSellerOrder(ctx, { orderId: id, reason: "It rained." })),
  ),
  toOrder("looks at an order", 1, (town, who, { id }) =>
    town.request(who, "GET", `/order/seller/order/${id}`),
  ),
  {
    name: "has money paid out",
    weight: 1.5,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      return who && `${who.name}: ${(await payOut(town, who, dice, "/seller/payoutForSeller")).text}`
    },
  },
]
