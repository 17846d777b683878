import { type OrderWish, REPLACEMENT_WORDS } from "#core/orders/order-note.ts"
import { Quote, Text } from "../email-parts.server.tsx"

/** The customer's note to the market, under the heading `whose`, and what to do if something is out. */
export const CustomerNote = ({ order, whose }: { order: OrderWish; whose: string }) => (
  <>
    {order.note && (
      <>
        <Text>{whose}</Text>
        <Quote>{order.note}</Quote>
      </>
    )}
    {order.replacement && <Text>{`If something is out: ${REPLACEMENT_WORDS[order.replacement]}.`}</Text>}
  </>
)
