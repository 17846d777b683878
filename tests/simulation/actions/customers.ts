import { chooseWindow, updateCart } from "#core/cart/update-cart.server.ts"
import { viewCartPage } from "#core/cart/view-cart.server.ts"
import { changeTip } from "#core/checkout/change-tip.server.ts"
import { cents } from "#core/money.ts"
import type { Dice } from "../dice.ts"
import type { Action, Person, Town } from "../town.ts"
import { PLACES } from "./places.ts"

export type Customer = Person & { role: "customer" }
type Product = { id: string; sizes: string[] }

/** Any product that was ever listed, even if it has left the catalog or cannot be bought. */
async function aProduct(town: Town, dice: Dice): Promise<Product | null> {
  const found = await town.site.rows<Product>(
    `select p.id, array_agg(v.size order by v.position) as sizes
     from products p join variants v on v.product_id = p.id group by p.id order by p.name`,
  )
  return dice.pickIfAny(found)
}

async function lineIn(town: Town, { userId }: Person, dice: Dice): Promise<string | null> {
  const lines = await town.site.rows<{ id: string }>(
    `select l.id from cart_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
     where l.customer_id = $1 order by p.name, v.size`,
    [userId],
  )
  return lines.length > 0 ? dice.pick(lines).id : null
}

/** An order of any customer, or of the given one. */
export async function anOrder(
  town: Town,
  dice: Dice,
  customer?: Person,
): Promise<{ id: string; owner: string } | null> {
  const found = await town.site.rows<{ id: string; owner: string }>(
    `select id, customer_id as owner from orders where $1::uuid is null or customer_id = $1
     order by number desc limit 12`,
    [customer?.userId ?? null],
  )
  return dice.pickIfAny(found)
}

export const CUSTOMER_ACTIONS: Action[] = [
  {
    name: "chooses a time",
    weight: 5,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      // Only markets with a limit on orders, because the rule `countsThePlaces` counts those.
      const limited = await town.site.rows<{ id: string }>("select market_id as id from market_calendars")
      const outcome = await town.command(customer, async (ctx) => {
        const { times } = await viewCartPage(ctx, null)
        const marketId = dice.pickIfAny(
          Object.keys(times).filter((id) => limited.some((one) => one.id === id)),
        )
        if (!marketId) return
        const first = times[marketId]?.flatMap((day) => day.times).slice(0, 4) ?? []
        const time = dice.chance(0.15) ? null : dice.pickIfAny(first)
        await chooseWindow(ctx, { marketId, startsAt: time ? new Date(time.startsAt) : null })
      })
      return `${customer.name}: ${outcome.text}`
    },
  },
  {
    name: "puts into the cart",
    weight: 12,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      const product = customer && (await aProduct(town, dice))
      if (!customer || !product) return null
      const quantity = dice.chance(0.05) ? dice.between(50, 300) : dice.between(1, 4)
      const body = { pid: product.id, quantity, size: dice.pick(product.sizes), stripeID: "" }
      const headers: Record<string, string> = dice.chance(0.3)
        ? { "idempotency-key": `add-${dice.between(1, 9)}` }
        : {}
      const outcome = await town.request(customer, "POST", "/transaction/createtransaction", body, headers)
      return `${customer.name} ${quantity} of ${product.id}: ${outcome.text}`
    },
  },
  {
    name: "changes a quantity",
    weight: 3,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      const pid = customer && (await lineIn(town, customer, dice))
      if (!customer || !pid) return null
      const body = { pid, quantity: dice.between(1, 8), name: null }
      const path = "/transaction/checkQuantityUpdateTransaction"
      return `${customer.name}: ${(await town.request(customer, "PUT", path, body)).text}`
    },
  },
  {
    name: "takes out of the cart",
    weight: 1.5,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const foreign = town.triesForeign(dice, 0.2) ? dice.pick(town.of("customer")) : customer
      const line = await lineIn(town, foreign, dice)
      if (!line) return null
      const path = `/transaction/deleteproductfromtransaction/${line}`
      const outcome = await town.request(customer, "DELETE", path)
      if (foreign.userId !== customer.userId) return town.rejected(outcome, `${customer.name} a line`)
      return `${customer.name}: ${outcome.text}`
    },
  },
  {
    name: "clears the cart",
    weight: 0.4,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const outcome = await town.request(customer, "DELETE", "/transaction/deletetransaction")
      return `${customer.name}: ${outcome.text}`
    },
  },
  {
    name: "chooses delivery or pickup",
    weight: 6,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const delivery = dice.pick(["Delivery", "Pick up"])
      const body = { products: [], delivery }
      const outcome = await town.request(customer, "PUT", "/transaction/updateTransaction", body)
      return `${customer.name} ${delivery}: ${outcome.text}`
    },
  },
  {
    name: "chooses a tip",
    weight: 5,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const tip = dice.chance(0.5)
        ? { tip: dice.pick(["0", "10", "15", "20"] as const) }
        : { tip: "other" as const, tipAmount: cents(dice.between(1, dice.chance(0.2) ? 25_000 : 900)) }
      const onPay = dice.chance(0.5)
      const outcome = await town.command(customer, async (ctx) => {
        if (onPay) await changeTip(ctx, tip)
        else await updateCart(ctx, tip)
      })
      return `${customer.name} ${onPay ? "on /pay" : "in the cart"} ${JSON.stringify(tip)}: ${outcome.text}`
    },
  },
  {
    name: "chooses delivery or pickup at one market",
    weight: 5,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      const market = town.someone("seller", dice)
      if (!customer || !market) return null
      const fulfilment = dice.pick(["delivery", "pickup"] as const)
      const [{ id } = { id: "" }] = await town.site.rows<{ id: string }>(
        "select id from markets where user_id = $1",
        [market.userId],
      )
      const outcome = await town.command(customer, (ctx) =>
        updateCart(ctx, { fulfilments: { [id]: fulfilment } }),
      )
      return `${customer.name} ${fulfilment} at ${market.name}: ${outcome.text}`
    },
  },
  {
    name: "says where to deliver",
    weight: 4,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const { city, state, zip } = dice.chance(0.1)
        ? { ...dice.pick(PLACES), state: "OR" }
        : dice.pick(PLACES)
      const body = {
        shippingAddress: customer.marks.street,
        shippingAddressOne: "",
        shippingCity: city,
        shippingState: state,
        shippingZip: zip,
        phone: "212-555-0111",
        email: "",
      }
      const outcome = await town.request(customer, "POST", "/shipping/user/createShipping", body)
      return `${customer.name} ${state} ${zip}: ${outcome.text}`
    },
  },
  {
    name: "looks at an order",
    weight: 2,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      const order =
        customer && (await anOrder(town, dice, town.triesForeign(dice, 0.3) ? undefined : customer))
      if (!customer || !order) return null
      const outcome = await town.request(customer, "GET", `/order/customer/order/${order.id}`)
      if (order.owner !== customer.userId)
        return town.rejected(outcome, `${customer.name} looks at ${order.id}`)
      return `${customer.name} ${order.id}: ${outcome.text}`
    },
  },
  {
    name: "looks around",
    weight: 2,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const path = dice.pick([
        `/market/allmarkets?zip=${dice.pick(PLACES).zip}&page=1&limit=10`,
        "/order/getorders",
        "/transaction/getransaction",
        "/notification/customer/notifications",
      ])
      return `${customer.name} ${path}: ${(await town.request(customer, "GET", path)).text}`
    },
  },
]
