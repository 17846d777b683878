import type { ComponentProps } from "react"
import { DateText } from "#app/ui/date-text.tsx"
import { LivePaused } from "#app/ui/states.tsx"
import { OrderNoteText } from "./order-note.tsx"
import { OrderWindow } from "./order-window.tsx"

type Props = {
  order: ComponentProps<typeof OrderWindow>["order"] &
    ComponentProps<typeof OrderNoteText>["order"] & { number: number; createdAt: Date }
  /** The market's name for its customer; the customer's for the market. */
  otherName: string
  timeZone: string
  reader: "customer" | "seller"
}

/** The top of an order's page: its number, the other party, and the requested time. */
export function OrderHead({ order, otherName, timeZone, reader }: Props) {
  return (
    <>
      <h1>
        Order <span className="num">{order.number}</span>
      </h1>
      <p className="lead">
        <span>{`${otherName},`}</span> <DateText iso={order.createdAt.toISOString()} timeZone={timeZone} />
      </p>
      <OrderWindow order={order} timeZone={timeZone} />
      <OrderNoteText order={order} reader={reader} />
      <LivePaused />
    </>
  )
}
