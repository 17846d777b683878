import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { TextInput } from "#app/ui/inputs.tsx"
import { packOrderInput } from "#core/orders/packing.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { PackedLineView, Packing } from "#core/orders/view-packing.server.ts"
import type { FormAnswer } from "../forms/submit-form.ts"

type Props = {
  order: { id: string; fulfilment: Fulfilment }
  firstName: string
  lines: readonly PackedLineView[]
  progress: Packing["progress"]
  answer: FormAnswer | undefined
}

/** The number of bags, and the step that ends packing. */
export function PackForm({ order, firstName, lines, progress, answer }: Props) {
  const open = progress.total - progress.dealt - progress.waiting
  const isRejected = answer?.lastResult.initialValue?.intent === "pack-order"
  const [form, fields] = useSchemaForm(packOrderInput, {
    id: "pack",
    answer: isRejected ? answer : undefined,
    defaultValue: { orderId: order.id, bags: 1 },
  })
  const isWaiting = progress.waiting > 0
  const isEmpty = !isWaiting && lines.every((line) => line.inBag === 0)
  const done = isEmpty ? "Cancel this order" : order.fulfilment === "pickup" ? "Ready to pick up" : "Packed"
  return (
    <Form form={form}>
      <input type="hidden" name="intent" value="pack-order" />
      <input type="hidden" name="orderId" value={order.id} />
      {open > 0 && <input type="hidden" name="allAsOrdered" value="on" />}
      <TextInput field={fields.bags} label="Bags" inputMode="numeric" className="packing-bags" />
      {open > 0 && (
        <p className="soft">{`${open === 1 ? "1 item is" : `${open} items are`} open. Check off what is in the bag, or pack the rest as ordered.`}</p>
      )}
      {isEmpty && <p className="soft">Nothing of it is left. The customer gets a full refund.</p>}
      {isWaiting && <p className="soft">{`Wait for ${firstName}’s answer, or take the offer back.`}</p>}
      <SubmitButton kind={open > 0 ? "plain" : "leaf"} busy="Saving…" disabled={isWaiting}>
        {open > 0 ? `All as ordered: ${done.toLowerCase()}` : done}
      </SubmitButton>
    </Form>
  )
}
