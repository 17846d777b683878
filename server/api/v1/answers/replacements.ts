import { z } from "zod"
import { offeredCents, REPLACEMENT_STATUSES } from "#core/orders/replacement.ts"
import type { ReplacementOffer } from "#core/orders/replacement-queries.server.ts"
import { dollars, inDollars, maybe, text, time } from "../fields.ts"

/** An offered replacement. Not in the specification. */
export const orderReplacement = z
  .object({
    lineId: text.meta({ description: "The `lineId` of the line of which something is missing." }),
    missingQuantity: z.int().meta({ description: "How many of that line are missing." }),
    ProductName: text,
    Size: maybe(text),
    Quantity: z.int(),
    amount: dollars.meta({ description: "What it costs with tax, in US dollars." }),
    tax: dollars,
    state: z.enum(REPLACEMENT_STATUSES).meta({
      description:
        "open: the customer can answer · accepted: a line of the order · refused, expired: refunded instead · withdrawn: taken back.",
    }),
    offered_at: time,
    expires_at: time.meta({ description: "Until then the customer can answer, on the order's page." }),
    answered_at: maybe(time),
  })
  .meta({ id: "OrderReplacement", description: "What a market offers for what is missing. Ours." })

const toReplacement = (offer: ReplacementOffer): z.input<typeof orderReplacement> => ({
  lineId: offer.lineId,
  missingQuantity: offer.missingQuantity,
  ProductName: offer.productName,
  Size: offer.size || null,
  Quantity: offer.quantity,
  amount: inDollars(offeredCents(offer)),
  tax: inDollars(offer.taxCents),
  state: offer.status,
  offered_at: offer.offeredAt.toISOString(),
  expires_at: offer.expiresAt.toISOString(),
  answered_at: offer.answeredAt?.toISOString() ?? null,
})

/** Left out if nothing was offered. */
export const toReplacements = (offers: readonly ReplacementOffer[]) =>
  offers.length > 0 ? { replacements: offers.map(toReplacement) } : {}
