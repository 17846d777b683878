import { type OrderWish, REPLACEMENT_WORDS } from "#core/orders/order-note.ts"

type Props = { order: OrderWish; reader: "customer" | "seller" }

/** The customer's note and replacement choice of an order; renders nothing if there are none. */
export function OrderNoteText({ order: { note, replacement }, reader }: Props) {
  return (
    <>
      {note && (
        <p className="as-typed">
          <b>{reader === "customer" ? "Your note:" : "Customer's note:"}</b> <span>{note}</span>
        </p>
      )}
      {replacement && (
        <p>
          <b>If something is out:</b> <span>{REPLACEMENT_WORDS[replacement]}</span>
        </p>
      )}
    </>
  )
}
