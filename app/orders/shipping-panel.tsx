import type { ReactNode } from "react"
import { Form as RouterForm } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Card, Dash } from "#app/ui/card.tsx"
import { Form, IdempotencyKey, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { TextInput } from "#app/ui/inputs.tsx"
import { Link } from "#app/ui/link.tsx"
import { carrierInput } from "#core/orders/order.ts"
import type { OrderStatus } from "#core/orders/statuses.ts"
import type { FormAnswer } from "../forms/submit-form.ts"

type Props = {
  order: { id: string; status: OrderStatus | null }
  delivery: { hasDeliverer: boolean | null }
  /** Who usually delivers, as the seller set it for the market; null: not set. */
  usualOwnDeliverer: boolean | null
  answer: FormAnswer | undefined
}

/** The seller's choices about a delivery: a panel for each status, in the specification's words. */
export function ShippingPanel({ order, delivery, usualOwnDeliverer, answer }: Props) {
  const { status } = order
  if (status === "cancelled" || status === "delivered") return null
  if (delivery.hasDeliverer === null) return <WhoDelivers orderId={order.id} usual={usualOwnDeliverer} />
  if (!delivery.hasDeliverer) return <SomeoneWill order={order} />
  return (
    <Card className="stack">
      {status === "pending" && <h2>Great, have someone be ready to deliver the order</h2>}
      <p className="display">Has it been delivered this order?</p>
      <Step orderId={order.id} intent="markDelivered">
        Yes
      </Step>
      {status === "pending" && (
        <>
          <Dash />
          <CarrierForm orderId={order.id} answer={answer} />
          <Dash />
          <p className="soft">Nobody to deliver it after all? You can change this until it ships.</p>
          <Step orderId={order.id} intent="takeBack" plain>
            Decide again
          </Step>
        </>
      )}
    </Card>
  )
}

/** Both choices, with the market's default marked. */
function WhoDelivers({ orderId, usual }: { orderId: string; usual: boolean | null }) {
  return (
    <Card className="stack">
      <h2>Do you have somebody to deliver the order?</h2>
      <p className="soft">
        If your own person delivers it, the delivery fee is yours. Otherwise we ask couriers near you.
      </p>
      {usual !== null && (
        <p>
          Your usual choice is <b>{usual ? "Yes" : "No"}</b>.{" "}
          <Link className="text-link" to="/my-market?edit=courier#courier">
            Change it
          </Link>
        </p>
      )}
      <div className="split-start">
        <Step orderId={orderId} intent="startDelivery" plain={usual === false}>
          Yes
        </Step>
        <Step orderId={orderId} intent="offer" plain={usual !== false}>
          No
        </Step>
      </div>
    </Card>
  )
}

function SomeoneWill({ order }: Pick<Props, "order">) {
  return (
    <Card className="stack">
      <h2>{WITH_A_COURIER[order.status ?? "waiting"] ?? WITH_A_COURIER.waiting}</h2>
      {order.status === "waiting" && (
        <>
          <p className="soft">
            Nobody has taken it yet. After 24 hours it comes back to you, or you can take it back now.
          </p>
          <Step orderId={order.id} intent="withdraw" plain>
            Decide again
          </Step>
        </>
      )}
    </Card>
  )
}

/** The text for the seller while a platform courier has the delivery, by the order's status. */
const WITH_A_COURIER: Partial<Record<OrderStatus, string>> & { waiting: string } = {
  waiting: "Someone will pick it up to deliver it",
  taken: "A courier is on the way to you",
  "picked up": "A courier has it and is on the way to the customer",
}

type StepProps = { orderId: string; intent: string; plain?: boolean; children: ReactNode }

function Step({ orderId, intent, plain = false, children }: StepProps) {
  return (
    <RouterForm method="post">
      <IdempotencyKey />
      <input type="hidden" name="orderId" value={orderId} />
      <Button name="intent" value={intent} kind={plain ? "plain" : "leaf"}>
        {children}
      </Button>
    </RouterForm>
  )
}

function CarrierForm({ orderId, answer }: { orderId: string; answer: FormAnswer | undefined }) {
  const rejected = answer?.lastResult.initialValue?.intent === "ship"
  const [form, fields] = useSchemaForm(carrierInput, {
    id: "carrier",
    answer: rejected ? answer : undefined,
    keepsTyped: true,
  })
  return (
    <Form form={form}>
      <p className="label">Shipping it with a carrier? Let the customer track it.</p>
      <input type="hidden" name="intent" value="ship" />
      <input type="hidden" name="orderId" value={orderId} />
      <div className="columns">
        <TextInput field={fields.carrier} label="Shipper" autoComplete="off" />
        <TextInput field={fields.trackingNumber} label="Tracking number" autoComplete="off" />
      </div>
      <SubmitButton kind="plain">Shipped</SubmitButton>
    </Form>
  )
}
