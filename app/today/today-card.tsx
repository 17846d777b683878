import { Form } from "react-router"
import { ReturnField } from "#app/forms/return-field.tsx"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { ItemList } from "#app/orders/item-list.tsx"
import { OrderStep } from "#app/orders/order-step.tsx"
import { placeInList } from "#app/orders/place-in-list.ts"
import { Button } from "#app/ui/button.tsx"
import { Card, Dash } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { timeText } from "#core/calendar/calendar-text.ts"
import { agoText, isLate, timeLeftText } from "#core/orders/due-text.ts"
import type { TodayOrder } from "#core/orders/list-seller-today.server.ts"
import { REPLACEMENT_WORDS } from "#core/orders/order-note.ts"
import { severalStepsOf } from "#core/orders/seller-stages.ts"
import { HandoverPill } from "./handover-pill.tsx"
import { SEVERAL_FORM } from "./several-bar.tsx"
import type { TodaySteps } from "./use-today-steps.ts"

type Props = {
  order: TodayOrder
  now: Date
  /** The page's address, to which the order's pages lead back. */
  here: string
  usualOwnDeliverer: boolean | null
  answer: FormAnswer | undefined
  steps: TodaySteps
}

/** One order of the day: when it is due, its items and wishes, what the market receives, and one next step. */
export function TodayCard({ order, now, here, ...step }: Props) {
  const { id, number, stage, items, packing, dealt } = order
  const isNew = stage === "new"
  const late = isOpen(order) && isLate(order, now)
  return (
    <Card
      as="li"
      id={`order-${number}`}
      className={["today-card", isNew && "today-new", late && "order-late"].filter(Boolean).join(" ")}
      aria-labelledby={`title-${number}`}
    >
      {isNew && (
        <p className="today-band">
          <Icon name="bell" width="18" height="18" />
          <b>New order</b> <span>on top until “Got it”</span>
        </p>
      )}
      <div className="today-top">
        {severalStepsOf(order).length > 0 && (
          <label className="today-choose no-print">
            <input type="checkbox" name="orderIds" value={id} form={SEVERAL_FORM} />
            <span className="sr-only">{`Choose order ${number}`}</span>
          </label>
        )}
        <div className="today-when">
          <h3 className="order-due" id={`title-${number}`}>
            {order.due}
          </h3>
          <When order={order} now={now} isLate={late} />
        </div>
        <HandoverPill order={order} />
      </div>
      <div className="today-who">
        <b>{order.firstName}</b>
        <span className="soft num">
          <Link to={`/order-seller?OrderID=${id}${placeInList(here)}`}>{`Order ${number}`}</Link>
          {isOpen(order) && <span>{` · ${agoText(order.createdAt, now)}`}</span>}
        </span>
      </div>
      <Dash />
      <ItemList items={items} />
      <Wishes order={order} />
      {packing && dealt > 0 && (
        <progress className="today-progress" value={dealt} max={items.length} aria-label="Lines dealt with" />
      )}
      <Dash />
      <div className="today-foot">
        <p className="today-receive">
          <span className="soft">You receive</span> <b className="num">{moneyText(order.receivedCents)}</b>
        </p>
        {step.steps.isWaiting(id) && <p className="soft">Waiting to be sent</p>}
        <div className="today-step" hidden={step.steps.isWaiting(id)}>
          <CardStep order={order} here={here} {...step} />
        </div>
      </div>
    </Card>
  )
}

const isOpen = ({ stage }: TodayOrder) => stage !== "done"

function When({ order, now, isLate }: { order: TodayOrder; now: Date; isLate: boolean }) {
  const { stage, status, fulfilledAt, timeZone, handedOverWith, isTimed, zip } = order
  if (stage === "done") {
    const done = status === "delivered" ? "Delivered" : "Picked up"
    const at = fulfilledAt ? ` ${timeText(fulfilledAt, timeZone)}` : ""
    const isWithout = handedOverWith === "without code"
    return <p className={isWithout ? "late" : "soft"}>{`${done}${at}${isWithout ? ", without code" : ""}`}</p>
  }
  const left = timeLeftText(order, now)
  const when = isTimed || isLate ? left : `As soon as possible${left ? `, ready ${left}` : ""}`
  const text = [when, zip && `to ${zip}`].filter(Boolean).join(", ")
  return text ? <p className={isLate ? "late" : "soft"}>{text}</p> : null
}

function Wishes({ order: { note, replacement } }: { order: TodayOrder }) {
  return (
    <>
      {note && (
        <p className="today-note as-typed">
          <Icon name="message" width="18" height="18" />
          <span className="sr-only">Customer's note </span>
          <span>{note}</span>
        </p>
      )}
      {replacement && (
        <p className="today-wish">
          <span className="soft">If something is out:</span> <b>{REPLACEMENT_WORDS[replacement]}</b>
        </p>
      )}
    </>
  )
}

type StepProps = Pick<Props, "order" | "here" | "usualOwnDeliverer" | "answer" | "steps">

function CardStep({ order, here, usualOwnDeliverer, answer, steps }: StepProps) {
  const { id, number, stage, packing, hasDeliverer } = order
  if (stage === "new")
    return (
      <Form
        method="post"
        action="/new-orders"
        replace
        preventScrollReset
        onSubmit={(event) => {
          event.preventDefault()
          steps.take(order, "acknowledge")
        }}
      >
        <input type="hidden" name="orderIds" value={id} />
        <ReturnField />
        <Button name="intent" value="acknowledge" aria-label={`Got it, order ${number}`}>
          <Icon name="check" width="18" height="18" />
          <span>Got it</span>
        </Button>
      </Form>
    )
  return (
    <OrderStep
      order={order}
      packing={packing}
      list={here}
      hasDeliverer={hasDeliverer}
      usualOwnDeliverer={usualOwnDeliverer}
      answer={answer}
      onStep={(step, code) => steps.take(order, step, code)}
    />
  )
}
