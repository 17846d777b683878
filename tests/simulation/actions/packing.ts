import { handOver } from "#core/orders/hand-over.server.ts"
import { packLine } from "#core/orders/pack-line.server.ts"
import { packOrder, unpackOrder } from "#core/orders/pack-order.server.ts"
import { undoStep } from "#core/orders/undo-step.server.ts"
import type { Dice } from "../dice.ts"
import type { Action, Outcome, Town } from "../town.ts"
import { counted, type Order, type Seller, toOrder, type Variant } from "./sellers.ts"

type Line = Variant & { id: string; quantity: number; stated: number | null }

/** An item of an order, with the variant that it was sold from. */
async function aLine(town: Town, dice: Dice, orderId: string): Promise<Line> {
  const found = await town.site.rows<Line>(
    `select l.id, l.quantity, case when l.by_weight then l.quantity * l.unit_amount end as stated,
       p.id as product, m.user_id as owner, p.name, p.description, v.size, v.price_cents as price, v.stock
     from order_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
     join markets m on m.id = p.market_id where l.order_id = $1 order by p.name, v.size, l.quantity, l.id`,
    [orderId],
  )
  if (found.length === 0) throw new Error(`Order ${orderId} has no items.`)
  return dice.pick(found)
}

/** Enters how many of an item are in the bag, and sometimes a weight that is missing or too much. */
async function pack(town: Town, who: Seller, { id, dice }: { id: string; dice: Dice }): Promise<Outcome> {
  const line = await aLine(town, dice, id)
  const packedQuantity = dice.chance(0.7) ? line.quantity : dice.between(0, line.quantity)
  const share = dice.chance(0.1) ? dice.between(101, 120) : dice.between(60, 100)
  const amount = line.stated && dice.chance(0.9) ? Math.round(line.stated * share) / 100 : undefined
  return town.command(who, (ctx) => packLine(ctx, { lineId: line.id, packedQuantity, amount }))
}

/** Finds that an item is sold out, which sets its stock to 0. */
async function findNone(town: Town, who: Seller, order: Order, dice: Dice): Promise<Outcome> {
  const line = await aLine(town, dice, order.id)
  return counted(town, line, -line.stock, () =>
    town.command(who, (ctx) => packLine(ctx, { lineId: line.id, packedQuantity: 0, stockToZero: true })),
  )
}

/** The order that moved last, of this seller or sometimes of anybody. */
async function lastMoved(town: Town, dice: Dice, { userId }: Seller) {
  const [order] = await town.site.rows<{ id: string; owner: string }>(
    `select o.id, m.user_id as owner from history h join orders o on o.id = h.order_id
     join markets m on m.id = o.market_id where $1::uuid is null or m.user_id = $1 order by h.id desc limit 1`,
    [town.triesForeign(dice) ? null : userId],
  )
  return order ?? null
}

async function confirmationOf(town: Town, orderId: string): Promise<string> {
  const [row] = await town.site.rows<{ confirmation: string }>(
    "select confirmation from orders where id = $1",
    [orderId],
  )
  return row?.confirmation ?? ""
}

/** Steps of a seller's Saturday that only pages have. */
export const PACKING_ACTIONS: Action[] = [
  toOrder("packs an item", 10, (town, who, { id }, dice) => pack(town, who, { id, dice })),
  { ...toOrder("finds none left of an item", 1, findNone), alone: true },
  toOrder("opens an item again", 0.7, async (town, who, { id }, dice) => {
    const line = await aLine(town, dice, id)
    return town.command(who, (ctx) => packLine(ctx, { lineId: line.id, packedQuantity: null }))
  }),
  toOrder("packs an order", 6, (town, who, { id }, dice) =>
    town.command(who, (ctx) =>
      packOrder(ctx, { orderId: id, bags: dice.between(1, 3), allAsOrdered: dice.chance(0.6) }),
    ),
  ),
  toOrder("opens an order again", 1.5, (town, who, { id }) =>
    town.command(who, (ctx) => unpackOrder(ctx, { orderId: id })),
  ),
  toOrder("hands over", 4, async (town, who, { id }, dice) => {
    const wrong = dice.chance(0.5) ? "WRONG1" : undefined
    const code = dice.chance(0.8) ? await confirmationOf(town, id) : wrong
    return town.command(who, (ctx) => handOver(ctx, { orderId: id, code }))
  }),
  {
    name: "undoes the last step",
    weight: 6,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      const order = who && (await lastMoved(town, dice, who))
      if (!who || !order) return null
      const outcome = await town.command(who, (ctx) => undoStep(ctx, { orderId: order.id }))
      if (order.owner !== who.userId) return town.rejected(outcome, `${who.name} ${order.id}`)
      return `${who.name} ${order.id}: ${outcome.text}`
    },
  },
]
