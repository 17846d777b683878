import { payWithSavedCard } from "#core/cards/pay-with-saved-card.server.ts"
import { removeCard } from "#core/cards/saved-cards.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import type { Dice } from "../dice.ts"
import type { Action, Person, Town } from "../town.ts"

type Customer = Person & { role: "customer" }
type Card = { id: string; owner: string }

const billingOf = ({ marks }: Customer) => ({
  ...{ firstName: "Ada", lastName: marks.lastName, address: marks.street, addressOne: "" },
  ...{ city: "New York", state: "NY" as const, zip: "10001" },
})

/** One of the customer's cards, also a removed one, or now and then another's. */
async function someCard(town: Town, dice: Dice, { userId }: Customer): Promise<Card | null> {
  const isForeign = town.triesForeign(dice)
  const cards = await town.site.rows<Card>(
    `select id, customer_id as owner from saved_cards where ($1::uuid is null or customer_id = $1)
     order by created_at desc, id limit 5`,
    [isForeign ? null : userId],
  )
  return dice.pickIfAny(cards)
}

/** Saved cards: one is saved by the payment that asks for it. */
export const CARD_ACTIONS: Action[] = [
  {
    name: "asks to save the card",
    weight: 5,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      if (!customer) return null
      const outcome = await town.command(customer, (ctx) =>
        beginPayment(ctx, billingOf(customer), { use: "save" }),
      )
      return `${customer.name}: ${outcome.text}`
    },
  },
  {
    name: "pays with a saved card",
    weight: 8,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      const card = customer && (await someCard(town, dice, customer))
      if (!customer || !card) return null
      const input = {
        cardId: card.id,
        billing: billingOf(customer),
        returnUrl: "http://pushcart.test/pay/return",
      }
      const outcome = await town.command(customer, (ctx) => payWithSavedCard(ctx, input))
      if (card.owner !== customer.userId)
        return town.rejected(outcome, `${customer.name} pays with ${card.id}`)
      return `${customer.name} ${card.id}: ${outcome.text}`
    },
  },
  {
    name: "removes a saved card",
    weight: 1.5,
    async run(town, dice) {
      const customer = town.someone("customer", dice)
      const card = customer && (await someCard(town, dice, customer))
      if (!customer || !card) return null
      const outcome = await town.command(customer, (ctx) => removeCard(ctx, { cardId: card.id }))
      if (card.owner !== customer.userId) return town.rejected(outcome, `${customer.name} removes ${card.id}`)
      return `${customer.name} ${card.id}: ${outcome.text}`
    },
  },
]
