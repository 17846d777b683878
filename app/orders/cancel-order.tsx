import { useLocation } from "react-router"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { TextArea } from "#app/ui/inputs.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { Cents } from "#core/money.ts"
import { cancelInput } from "#core/orders/order.ts"
import { leftAfter } from "#core/payments/refund.ts"
import type { FormAnswer } from "../forms/submit-form.ts"

type Props = {
  order: { id: string; number: number; totalCents: Cents }
  /** What was given back of it before. */
  refunds: readonly { amountCents: Cents }[]
  answer: FormAnswer | undefined
}

/** An order that cannot be fulfilled: asks for the reason, which the customer reads, and gives everything back. */
export function CancelOrder({ order, refunds, answer }: Props) {
  const { search } = useLocation()
  const left = leftAfter(order, refunds)
  const rejected = answer?.lastResult.initialValue?.intent === "cancel-order"
  const [form, fields] = useSchemaForm(cancelInput, {
    id: "cancel",
    answer: rejected ? answer : undefined,
    defaultValue: { orderId: order.id },
    keepsTyped: true,
  })
  return (
    <>
      <LinkButton kind="danger" to={dialogHref(search, "cancel")} preventScrollReset>
        Cancel this order
      </LinkButton>
      <Dialog name="cancel" title={`Cancel order ${order.number}?`} open={rejected}>
        <p>
          {`${refunds.length > 0 ? `The customer gets the ${moneyText(left)} that is left of it back` : `The customer gets the whole ${moneyText(left)} back`} and reads your reason. This cannot be undone.`}
        </p>
        <Form form={form}>
          <input type="hidden" name="intent" value="cancel-order" />
          <input type="hidden" name="orderId" value={order.id} />
          <TextArea field={fields.reason} label="Why can't it be fulfilled?" />
          <div className="split">
            <Button kind="danger">Cancel and refund</Button>
            <LinkButton kind="plain" to={dialogHref(search, null)} preventScrollReset replace>
              Keep the order
            </LinkButton>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
