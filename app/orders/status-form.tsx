import "./orders.css"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Select } from "#app/ui/inputs.tsx"
import { pickupStatusInput } from "#core/orders/order.ts"
import { type OrderStatus, PICKUP_STATUSES } from "#core/orders/statuses.ts"
import type { FormAnswer } from "../forms/submit-form.ts"
import { waitingStatus } from "./status-queue.ts"
import type { StatusUpdates } from "./use-status-queue.ts"

type Props = {
  order: { id: string; number: number; status: OrderStatus | null }
  /** The page's form result; shown here if it is about this order. */
  answer: FormAnswer | undefined
  queue: StatusUpdates
}

/** A pickup order's status as a dropdown; text once it is picked up. The dropdown follows changes made elsewhere. */
export function StatusForm(props: Props) {
  // Remounts the form: conform keeps its first default value, so the dropdown would otherwise still select that one.
  const waiting = waitingStatus(props.queue.steps, props.order.id)
  return <FormOfStatus key={`${props.order.status} ${waiting}`} {...props} waiting={waiting} />
}

function FormOfStatus({ order, answer, queue, waiting }: Props & { waiting: OrderStatus | null }) {
  const about = answer?.lastResult.initialValue?.orderId === order.id
  const [form, fields] = useSchemaForm(pickupStatusInput, {
    id: `status-${order.id}`,
    answer: about ? answer : undefined,
    defaultValue: { orderId: order.id, status: waiting ?? order.status ?? "" },
    onValid: ({ orderId, status }) => void queue.add({ orderId, status, orderNumber: order.number }),
  })
  return (
    <Form form={form} className="status-form no-print">
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="orderId" value={order.id} />
      <Select
        field={fields.status}
        label="Status"
        options={PICKUP_STATUSES}
        aria-label={`Status of order ${order.number}`}
      />
      <SubmitButton busy="Updating…">Update</SubmitButton>
      {waiting && <p className="soft">Waiting to be sent</p>}
    </Form>
  )
}
