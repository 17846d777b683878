import "./customer-order.css"
import { Card } from "#app/ui/card.tsx"
import { LivePaused, Notice } from "#app/ui/states.tsx"
import { type CustomerState, type CustomerStep, LATE_TEXT } from "#core/orders/customer-words.ts"
import { cancelledText, type Fulfilment, type OrderStatus, type Refund } from "#core/orders/statuses.ts"

type Props = {
  number: number
  marketName: string
  fulfilment: Fulfilment
  state: Omit<CustomerState, "steps">
}

/** The top of a customer's page of an order: what happens now, when it is expected, and what comes next. */
export function OrderState({ number, marketName, fulfilment, state }: Props) {
  return (
    <div className="stack order-now">
      <p className="lead">
        <b className="num">{`Order ${number}`}</b> <span>{`· ${marketName}, ${fulfilment}`}</span>
      </p>
      <div aria-live="polite" className="stack">
        <h1 className="status-now">{state.sentence}</h1>
        <Expectation state={state} />
      </div>
      <LivePaused />
    </div>
  )
}

/** When the order is expected, whether it is late, and what comes next. */
export function Expectation({ state: { expected, next } }: Pick<Props, "state">) {
  return (
    <>
      {expected && (
        <p className="order-expected">
          {expected.label && <b>{expected.label}</b>} <span>{expected.text}</span>
        </p>
      )}
      {expected?.isLate && <p className="late">{LATE_TEXT}</p>}
      {next && <p className="soft">{next}</p>}
    </>
  )
}

/** The steps of an order with their times; those to come are pale. */
export function OrderSteps({ steps }: { steps: readonly CustomerStep[] }) {
  return (
    <Card className="no-print">
      <h2 className="sr-only">Steps</h2>
      <ol className="order-steps">
        {steps.map(({ name, detail, time, state }) => (
          <li key={name} className={`step-${state}`} aria-current={state === "now" ? "step" : undefined}>
            <b>{name}</b>
            {state === "ahead" && <span className="sr-only">, to come</span>}
            {time && <span className="num step-time">{time}</span>}
            {detail && <span className="soft step-detail">{detail}</span>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type CancelledProps = {
  order: { status: OrderStatus | null } & Parameters<typeof cancelledText>[0]
  refunds: readonly Refund[]
}

/** Who canceled an order, why, and where the customer's money is; nothing for another order. */
export const CancelledNotice = ({ order, refunds }: CancelledProps) =>
  order.status === "cancelled" ? (
    <Notice kind="bad">{cancelledText(order, "customer", refunds)}</Notice>
  ) : null
