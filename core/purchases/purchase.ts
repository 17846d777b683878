import type { ChargedCard } from "#core/ports/payments.ts"

/**
 * "P100123": the number of a checkout as people read it, and as the last part of the text on their bank statement. The
 * letter tells it from the number of an order.
 */
export const purchaseNumber = ({ number }: { number: number }): string => `P${number}`

const BRANDS: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
}

/** "Visa ending in 4242" */
export const cardName = ({ brand, lastFour }: Pick<ChargedCard, "brand" | "lastFour">): string =>
  `${BRANDS[brand] ?? "Card"} ending in ${lastFour}`

/** "Visa ending in 4242"; null if the provider did not say which card paid. */
export function cardText(card: {
  cardBrand: ChargedCard["brand"] | null
  cardLastFour: string | null
}): string | null {
  if (!card.cardBrand || !card.cardLastFour) return null
  return cardName({ brand: card.cardBrand, lastFour: card.cardLastFour })
}
