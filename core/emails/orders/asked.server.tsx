import { type OrderNote, REPLACEMENT_WORDS } from "#core/orders/order-note.ts"
import { Quote, Text } from "../email-parts.server.tsx"

/** What the customer asks of the market, under words that say whose note it is; nothing where they asked nothing. */
export const Asked = ({ order, whose }: { order: OrderNote; whose: string }) => (
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
