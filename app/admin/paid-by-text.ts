import { formatMoney } from "#core/money.ts"
import type { RefundShares } from "#core/payments/refund.ts"

/** Who pays for a refund: "Apple Row covers it.", or how much each pays. */
export function paidByText(
  market: string,
  { sellerCents, platformCents, heldFeeCents }: RefundShares,
): string {
  const borne = [
    { name: market, amountCents: sellerCents },
    { name: "Pushcart", amountCents: platformCents },
  ].filter(({ amountCents }) => amountCents > 0)
  const [one, other] = borne
  const sentences = []
  if (one && !other && heldFeeCents === 0) sentences.push(`${one.name} covers it.`)
  else if (one) {
    const rest = other ? `, ${other.name} ${formatMoney(other.amountCents)}` : ""
    sentences.push(`${one.name} covers ${formatMoney(one.amountCents)}${rest}.`)
  }
  if (heldFeeCents > 0)
    sentences.push(`If a courier delivers, Pushcart covers ${formatMoney(heldFeeCents)} of the delivery fee.`)
  return sentences.join(" ")
}
