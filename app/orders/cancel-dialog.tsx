import type { ComponentProps } from "react"
import { useLocation } from "react-router"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { Form } from "#app/ui/form.tsx"
import { TextArea } from "#app/ui/inputs.tsx"

export const CANCEL_INTENT = "cancel-order"

type Props = {
  order: { id: string; number: number }
  form: ComponentProps<typeof Form>["form"]
  reason: ComponentProps<typeof TextArea>["field"]
  reasonHint?: string
  /** Opens regardless of the URL, because the form was rejected. */
  open: boolean
  /** Explains the effect on the money and the stock. */
  effects: Elements
  /** More fields next to the reason. */
  children?: Elements
}

/** Confirms a cancellation: its effects, the reason, and a way back. `CancelLink` opens it. */
export function CancelDialog({ order, form, reason, reasonHint, open, effects, children }: Props) {
  const { search } = useLocation()
  return (
    <Dialog name="cancel" title={`Cancel order ${order.number}?`} open={open}>
      {effects}
      <Form form={form}>
        <input type="hidden" name="intent" value={CANCEL_INTENT} />
        <input type="hidden" name="orderId" value={order.id} />
        <TextArea field={reason} label="Why can't it be fulfilled?" hint={reasonHint} />
        {children}
        <div className="split">
          <Button kind="danger">Cancel and refund</Button>
          <LinkButton kind="plain" to={dialogHref(search, null)} preventScrollReset replace>
            Keep the order
          </LinkButton>
        </div>
      </Form>
    </Dialog>
  )
}

export function CancelLink() {
  const { search } = useLocation()
  return (
    <LinkButton kind="danger" to={dialogHref(search, "cancel")} preventScrollReset>
      Cancel this order
    </LinkButton>
  )
}
