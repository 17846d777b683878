import type { ComponentProps } from "react"
import { DateText } from "#app/ui/date-text.tsx"
import { LivePaused } from "#app/ui/states.tsx"
import { OrderNoteText } from "./order-note.tsx"
import { OrderWindow } from "./order-window.tsx"

type Props = {
  order: ComponentProps<typeof OrderWindow>["order"] &
    ComponentProps<typeof OrderNoteText>["order"] & { number: number; createdAt: Date }
  customerName: string
  timeZone: string
}

/** The top of a seller's page of an order: its number, the customer, the requested time and the note. */
export function OrderHead({ order, customerName, timeZone }: Props) {
  return (
    <>
      <h1>
        Order <span className="num">{order.number}</span>
      </h1>
      <p className="lead">
        <span>{`${customerName},`}</span> <DateText iso={order.createdAt.toISOString()} timeZone={timeZone} />
      </p>
      <OrderWindow order={order} timeZone={timeZone} />
      <OrderNoteText order={order} reader="seller" />
      <LivePaused />
    </>
  )
}
