import { type OrderNote, REPLACEMENT_WORDS } from "#core/orders/order-note.ts"
import { Quote, Text } from "../email-parts.server.tsx"

/** The customer's note to the market, under a heading that says whose note it is; renders nothing without a note. */
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
