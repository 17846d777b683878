import { formatMoney } from "#core/money.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Receipt, Text } from "../email-parts.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { customerPage } from "./order-texts.ts"

/** Asks the customer about a replacement for something that is missing, while they can answer. */
export const replacementOffer = defineEmail({
  job: "send-replacement-email",
  kind: "replacements",
  async load(ctx, { orderId, offerId }) {
    const about = await aboutOrder(ctx, orderId, "customer")
    const offer = about?.order.replacements.find(({ id }) => id === offerId)
    return about && offer?.status === "open" && offer.minutes > 0 ? { ...about, offer } : null
  },
  subject: ({ order, offer }) => `Order ${order.number}: answer by ${offer.until} about a replacement`,
  body: ({ order, offer, siteUrl }) => (
    <>
      <Text>{`${order.market.name} is out of ${offer.missing} and offers something else instead.`}</Text>
      <Receipt
        rows={[
          { label: offer.offered, amount: formatMoney(offer.priceCents) },
          { label: `You paid for ${offer.missing}`, amount: formatMoney(offer.noCents) },
          { label: "Refund if you say yes", amount: formatMoney(offer.yesCents) },
          { label: "Refund if you say no", amount: formatMoney(offer.noCents) },
        ]}
      />
      <Text>
        {offer.isYesInTime
          ? `Answer by ${offer.until}. If you don't, it is replaced, as you wished.`
          : `Answer by ${offer.until}. If you don't, you get the refund.`}
      </Text>
      <Action href={`${customerPage(siteUrl, order)}#replacement`}>Answer</Action>
    </>
  ),
})
