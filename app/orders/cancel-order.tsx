import { useSchemaForm } from "#app/ui/form.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { Cents } from "#core/money.ts"
import { cancelInput } from "#core/orders/order.ts"
import { leftAfter } from "#core/payments/refund.ts"
import type { FormAnswer } from "../forms/submit-form.ts"
import { CANCEL_INTENT, CancelDialog, CancelLink } from "./cancel-dialog.tsx"

type Props = {
  order: { id: string; number: number; totalCents: Cents }
  /** Earlier refunds of the order. */
  refunds: readonly { amountCents: Cents }[]
  answer: FormAnswer | undefined
}

/** Cancels an order that cannot be fulfilled: requires a reason, which the customer reads, and refunds everything. */
export function CancelOrder({ order, refunds, answer }: Props) {
  const left = leftAfter(order, refunds)
  const rejected = answer?.lastResult.initialValue?.intent === CANCEL_INTENT
  const [form, fields] = useSchemaForm(cancelInput, {
    id: "cancel",
    answer: rejected ? answer : undefined,
    defaultValue: { orderId: order.id },
    keepsTyped: true,
  })
  return (
    <>
      <CancelLink />
      <CancelDialog
        order={order}
        form={form}
        reason={fields.reason}
        open={rejected}
        effects={
          <p>
            {`${refunds.length > 0 ? `The customer gets the remaining ${moneyText(left)} back` : `The customer gets the full ${moneyText(left)} back`} and sees your reason. This can't be undone.`}
          </p>
        }
      />
    </>
  )
}
