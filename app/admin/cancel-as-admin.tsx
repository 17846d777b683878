import type { FormAnswer } from "#app/forms/submit-form.ts"
import { CANCEL_INTENT, CancelDialog, CancelLink } from "#app/orders/cancel-dialog.tsx"
import { Receipt } from "#app/ui/card.tsx"
import { useSchemaForm } from "#app/ui/form.tsx"
import { Checkbox } from "#app/ui/inputs.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { ZERO } from "#core/money.ts"
import type { AdminOrder } from "#core/orders/find-orders.server.ts"
import { type GoodsPlace, goodsAt } from "#core/orders/moves.ts"
import { cancelAsAdminInput } from "#core/orders/order.ts"
import { leftAfter } from "#core/payments/refund.ts"

type Props = { found: AdminOrder; answer: FormAnswer | undefined }

/** Cancels an order that the customer does not have yet, after showing what happens to the money and the goods. */
export function CancelAsAdmin({ found, answer }: Props) {
  const { order } = found
  const place = goodsAt(order)
  const rejected = answer?.lastResult.initialValue?.intent === CANCEL_INTENT
  const [form, fields] = useSchemaForm(cancelAsAdminInput, {
    id: "cancel",
    answer: rejected ? answer : undefined,
    defaultValue: { orderId: order.id, restock: place === "market" ? "on" : undefined },
    keepsTyped: true,
  })
  if (!place && !rejected) return null
  return (
    <>
      {place && <CancelLink />}
      <CancelDialog
        order={order}
        form={form}
        reason={fields.reason}
        reasonHint="Everyone involved in this order will see this."
        open={rejected}
        effects={place && <Effects found={found} place={place} />}
      >
        <input type="hidden" name="seen" value={place ?? ""} />
        <Checkbox
          field={fields.restock}
          label="Return the items to the market's stock"
          hint={place ? SHELF_HINTS[place] : undefined}
        />
      </CancelDialog>
    </>
  )
}

const SHELF_HINTS: Record<GoodsPlace, string> = {
  market: "Leave it off if they can't be sold.",
  carrier: "Only if the market gets them back.",
  courier: "Only if the courier brings them back and they can be sold.",
}

/** Who gets how much money, and where the goods are. */
function Effects({ found, place }: { found: AdminOrder; place: GoodsPlace }) {
  const { order, market, courier, earned } = found
  const isPaid = place === "courier"
  const left = order.chargedBackAt ? ZERO : leftAfter(order, found.refunds)
  return (
    <>
      <p>
        {`${isPaid ? `A courier has the goods. Pushcart pays for this.` : NOT_PAID[place]} This can't be undone.`}
      </p>
      <Receipt
        lines={[
          { label: "The customer's refund", value: moneyText(left) },
          { label: `${market.name} gets`, value: moneyText(isPaid ? earned.sellerCents : ZERO) },
          courier
            ? {
                label: `${courier.firstName}, the courier, gets`,
                value: moneyText(isPaid ? earned.courierCents : ZERO),
              }
            : null,
        ]}
      />
      {order.chargedBackAt && <p>The customer's bank has already taken this payment back.</p>}
      {isPaid && courier && (
        <p>
          {`${courier.firstName} will be asked to return the items to ${market.name}. No other courier can take over.`}
        </p>
      )}
    </>
  )
}

const NOT_PAID: Record<Exclude<GoodsPlace, "courier">, string> = {
  market: "The market has the goods.",
  carrier: "The market sent the goods, and they haven't arrived.",
}
