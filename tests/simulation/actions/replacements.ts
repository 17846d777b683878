import { saveNote } from "#core/cart/update-cart.server.ts"
import { answerReplacement } from "#core/orders/answer-replacement.server.ts"
import { offerReplacement } from "#core/orders/offer-replacement.server.ts"
import { withdrawReplacement } from "#core/orders/withdraw-replacement.server.ts"
import type { Dice } from "../dice.ts"
import type { Action, Town } from "../town.ts"
import type { Customer } from "./customers.ts"
import { counted, type Seller, type Variant } from "./sellers.ts"

/** A line of an order with what was paid for one of it, and what is offered instead. */
type Choice = Variant & {
  line: string
  ordered: number
  paid: number
  chosen: string
  chosenPrice: number
  chosenOwner: string
}

/** A line of an order at its market, and something that costs no more and is in stock; null if there is none. */
async function aFittingChoice(town: Town, dice: Dice, { userId }: Seller): Promise<Choice | null> {
  const found = await town.site.rows<Choice>(
    `${CHOICES} where m.user_id = $1 and v.market_id = m.id and o.packed_at is null
       and (o.status is null or o.status in ('pending', 'waiting', 'taken')) and o.charged_back_at is null
       and v.id <> l.variant_id and v.left > 0 and v.price <= l.quantity * l.unit_price_cents + l.tax_cents
     order by o.number desc, l.id, v.name, v.size limit 60`,
    [userId],
  )
  return dice.pickIfAny(found)
}

/** A line of any order and any product, often what cannot be offered. */
async function anyChoice(town: Town, dice: Dice, { userId }: Seller): Promise<Choice | null> {
  const mine = town.isConcurrent || dice.chance(0.8)
  const found = await town.site.rows<Choice>(
    `${CHOICES} where m.user_id = $1 and ($2 = (v.market_id = m.id)) order by o.number desc, l.id, v.name, v.size limit 200`,
    [userId, mine],
  )
  return dice.pickIfAny(found)
}

const CHOICES = `
  select l.id as line, v.id as chosen, v.price as "chosenPrice", v.owner as "chosenOwner", l.quantity as ordered,
    (l.quantity * l.unit_price_cents + l.tax_cents)::float / l.quantity as paid,
    s.product_id as product, m.user_id as owner, p.name, p.description, s.size, s.price_cents as price, s.stock
  from order_lines l join orders o on o.id = l.order_id join markets m on m.id = o.market_id
  join variants s on s.id = l.variant_id join products p on p.id = s.product_id
  cross join (select variants.id, variants.price_cents as price, variants.stock as left, variants.size, products.name,
      products.market_id, markets.user_id as owner
    from variants join products on products.id = variants.product_id and products.retired_at is null
    join markets on markets.id = products.market_id) v`

/**
 * Offers something else for a part of a line, or for all of it. Often as many as were paid for, so that the tax of what
 * is missing pays for a part of the price.
 */
async function offer(town: Town, who: Seller, dice: Dice): Promise<string | null> {
  const choice = await (dice.chance(0.85) ? aFittingChoice : anyChoice)(town, dice, who)
  if (!choice) return null
  const { line: lineId, chosen: variantId } = choice
  const missing = dice.between(1, choice.ordered)
  const paidFor = Math.floor((missing * choice.paid) / choice.chosenPrice)
  const quantity = Math.max(1, dice.chance(0.5) ? paidFor : dice.between(1, missing))
  const stockToZero = !town.isConcurrent && dice.chance(0.05)
  const make = () =>
    town.command(who, (ctx) => offerReplacement(ctx, { lineId, variantId, quantity, missing, stockToZero }))
  const outcome = await (stockToZero ? counted(town, choice, -choice.stock, make) : make())
  const what = `${who.name} ${missing} of ${lineId} by ${quantity} of ${variantId}`
  return choice.chosenOwner === who.userId ? `${what}: ${outcome.text}` : town.rejected(outcome, what)
}

type Offer = { id: string; customer: string; owner: string; status: string }

/** Mostly an offer that can be answered, sometimes one that ended. */
async function anOffer(town: Town, dice: Dice): Promise<Offer | null> {
  const found = await town.site.rows<Offer>(
    `select r.id, o.customer_id as customer, m.user_id as owner, r.status
     from replacement_offers r join orders o on o.id = r.order_id join markets m on m.id = o.market_id
     where r.status = 'open' or $1 order by r.status = 'open' desc, r.offered_at desc, r.quantity limit 8`,
    [dice.chance(0.2)],
  )
  return dice.pickIfAny(found)
}

/** The person of an offer, or sometimes another one of the same role. */
function whoOf<R extends "customer" | "seller">(town: Town, dice: Dice, role: R, userId: string) {
  const people = town.of(role).filter(({ cookies }) => cookies.size > 0)
  const found = town.triesForeign(dice) ? dice.pickIfAny(people) : people.find((one) => one.userId === userId)
  return (found ?? null) as ((R extends "customer" ? Customer : Seller) & { role: R }) | null
}

/** Offers of something else for what is missing, their answers, and their end. */
export const REPLACEMENT_ACTIONS: Action[] = [
  {
    name: "offers a replacement",
    weight: 16,
    async run(town, dice) {
      const who = town.someone("seller", dice)
      return who && offer(town, who, dice)
    },
  },
  {
    name: "takes a replacement back",
    weight: 1.5,
    async run(town, dice) {
      const found = await anOffer(town, dice)
      const who = found && whoOf(town, dice, "seller", found.owner)
      if (!found || !who) return null
      const outcome = await town.command(who, (ctx) => withdrawReplacement(ctx, { offerId: found.id }))
      if (found.owner !== who.userId) return town.rejected(outcome, `${who.name} ${found.id}`)
      return `${who.name} ${found.id} (${found.status}): ${outcome.text}`
    },
  },
]

/** What customers wish for what is out of stock, and what they answer. */
export const ANSWER_ACTIONS: Action[] = [
  {
    name: "wishes a replacement or a refund",
    weight: 3,
    async run(town, dice) {
      const who = town.someone("customer", dice)
      if (!who) return null
      const markets = await town.site.rows<{ id: string }>(
        `select distinct p.market_id as id, m.name from cart_lines l join variants v on v.id = l.variant_id
         join products p on p.id = v.product_id join markets m on m.id = p.market_id
         where l.customer_id = $1 order by m.name`,
        [who.userId],
      )
      const market = dice.pickIfAny(markets)
      if (!market) return null
      const replacement = dice.pick(["replace", "replace", "refund", null] as const)
      const outcome = await town.command(who, (ctx) => saveNote(ctx, { marketId: market.id, replacement }))
      return `${who.name} ${replacement}: ${outcome.text}`
    },
  },
  {
    name: "answers a replacement",
    weight: 12,
    async run(town, dice) {
      const found = await anOffer(town, dice)
      const who = found && whoOf(town, dice, "customer", found.customer)
      if (!found || !who) return null
      const answer = dice.chance(0.65) ? "yes" : "no"
      const outcome = await town.command(who, (ctx) => answerReplacement(ctx, { offerId: found.id, answer }))
      if (found.customer !== who.userId) return town.rejected(outcome, `${who.name} ${found.id}`)
      return `${who.name} ${found.id} (${found.status}) ${answer}: ${outcome.text}`
    },
  },
]
