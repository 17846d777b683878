import "./orders.css"
import { Form as RouterForm } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Form, IdempotencyKey, useSchemaForm } from "#app/ui/form.tsx"
import { TextInput } from "#app/ui/inputs.tsx"
import { handOverInput } from "#core/orders/order.ts"
import type { SellerStep } from "#core/orders/seller-stages.ts"
import type { Fulfilment, OrderStatus } from "#core/orders/statuses.ts"
import type { FormAnswer } from "../forms/submit-form.ts"

export type NextStepProps = {
  order: { id: string; number: number; fulfilment: Fulfilment; status: OrderStatus | null }
  /** Who delivers, of a delivery: true for the market's own person, false for a courier, null if undecided. */
  hasDeliverer: boolean | null
  /** The market's usual choice; null if it set none. */
  usualOwnDeliverer: boolean | null
  /** The page's form result; shown here if it is about this order. */
  answer: FormAnswer | undefined
  /** Makes the step on a hydrated page, in place of the page's action. */
  onStep?: ((step: SellerStep, code?: string) => void) | undefined
}

/**
 * The one next step of an order as a button; for an order that a courier has, a sentence that says so. The page's action
 * has the forms of `stepForms`.
 */
export function NextStep({ order, hasDeliverer, usualOwnDeliverer, answer, onStep }: NextStepProps) {
  const { status } = order
  if (status === "cancelled" || status === "delivered") return null
  if (order.fulfilment === "pickup") {
    if (status === "picked up") return null
    if (status === "ready to pick up") return <HandOver order={order} answer={answer} onStep={onStep} />
    return <Step order={order} onStep={onStep} intent="setReady" label="Ready to pick up" />
  }
  if (hasDeliverer === null) {
    const choices: { intent: SellerStep; label: string }[] = [
      { intent: "startDelivery", label: "Deliver it ourselves" },
      { intent: "offer", label: "Send a courier" },
    ]
    const [usual, other] = usualOwnDeliverer === true ? choices : choices.toReversed()
    return (
      <div className="split-start">
        {usual && <Step order={order} onStep={onStep} {...usual} />}
        {other && <Step order={order} onStep={onStep} {...other} plain />}
      </div>
    )
  }
  if (hasDeliverer)
    return <Step order={order} onStep={onStep} intent="markDelivered" label="Mark delivered" />
  return <p className="soft">{WITH_A_COURIER[status ?? "waiting"] ?? WITH_A_COURIER.waiting}</p>
}

const WITH_A_COURIER: Partial<Record<OrderStatus, string>> & { waiting: string } = {
  waiting: "Waiting for a courier.",
  taken: "A courier is on the way to you.",
  "picked up": "A courier has it.",
}

type StepProps = Pick<NextStepProps, "order" | "onStep"> & {
  intent: SellerStep
  label: string
  plain?: boolean
}

function Step({ order, onStep, intent, label, plain = false }: StepProps) {
  return (
    <RouterForm
      method="post"
      className="no-print"
      preventScrollReset
      onSubmit={(event) => {
        if (!onStep) return
        event.preventDefault()
        onStep(intent)
      }}
    >
      <IdempotencyKey />
      <input type="hidden" name="orderId" value={order.id} />
      <Button
        name="intent"
        value={intent}
        kind={plain ? "plain" : "leaf"}
        aria-label={`${label}, order ${order.number}`}
      >
        {label}
      </Button>
    </RouterForm>
  )
}

/** Folded behind its button: the customer's code, or without it. */
function HandOver({ order, answer, onStep }: Pick<NextStepProps, "order" | "answer" | "onStep">) {
  const sent = answer?.lastResult.initialValue
  const isAbout = sent?.orderId === order.id && sent.intent === "handOver"
  const [form, fields] = useSchemaForm(handOverInput, {
    id: `hand-over-${order.id}`,
    answer: isAbout ? answer : undefined,
    defaultValue: { orderId: order.id },
    ...(onStep && { onValid: ({ code }) => onStep("handOver", code) }),
  })
  return (
    <details className="hand-over no-print" open={isAbout}>
      <summary className="btn" aria-label={`Hand over, order ${order.number}`}>
        Hand over
      </summary>
      <Form form={form} preventScrollReset>
        <input type="hidden" name="orderId" value={order.id} />
        <TextInput
          field={fields.code}
          label="Confirmation code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div className="split-start">
          <Button name="intent" value="handOver">
            Hand over
          </Button>
          <Button
            name="intent"
            value="handOverWithoutCode"
            kind="plain"
            formNoValidate
            onClick={(event) => {
              if (!onStep) return
              event.preventDefault()
              onStep("handOver")
            }}
          >
            Without code
          </Button>
        </div>
      </Form>
    </details>
  )
}
