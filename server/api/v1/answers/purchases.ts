import { z } from "zod"
import type { OrderPurchase } from "#core/purchases/purchases-of.server.ts"
import { dollars, EXAMPLE_ID, inDollars, maybe, text } from "../fields.ts"

/** What the customer paid at once. Not in the specification. */
export const orderPurchase = z
  .object({
    id: text,
    number: text.meta({ description: "The purchase's number, for people.", examples: ["P100123"] }),
    total_amount: dollars.meta({ description: "Paid for all of its orders, in US dollars." }),
    card: maybe(text).meta({ description: "Null if the card provider did not say which card paid." }),
    statement: maybe(text).meta({
      description:
        "The text of the charge on the card's bank statement; null if the card provider did not say.",
    }),
  })
  .meta({
    id: "OrderPurchase",
    description: "What the customer paid at once, of which the order is a part. Ours.",
    examples: [
      {
        id: EXAMPLE_ID,
        number: "P100123",
        total_amount: 52.3,
        card: "Visa ending in 4242",
        statement: "PUSHCART* P100123",
      },
    ],
  })

export const toPurchase = (purchase: OrderPurchase): z.input<typeof orderPurchase> => ({
  id: purchase.id,
  number: purchase.number,
  total_amount: inDollars(purchase.totalCents),
  card: purchase.card,
  statement: purchase.statementName,
})
