import "./undo-bar.css"
import { type CSSProperties, useState } from "react"
import { Form } from "react-router"
import { IdempotencyKey } from "#app/ui/form.tsx"
import type { Undoable } from "#core/orders/undo-step.server.ts"
import { DONE } from "./next-step-texts.ts"

/**
 * Says what was just done to an order, with a button that undoes it. A bar at the bottom of the screen until the time
 * is over; without JavaScript a notice where it stands in the page, so put it at the top. `undoable` comes from
 * `readUndoable`, and the page's action has the forms of `stepForms`.
 */
export function UndoBar({ undoable }: { undoable: Undoable | null }) {
  return undoable && <Bar key={undoable.stepId} undoable={undoable} />
}

function Bar({ undoable: { orderId, stepId, number, move, msLeft } }: { undoable: Undoable }) {
  // A later load of the page has less time left, but the animation has run for the difference.
  const [left] = useState(msLeft)
  return (
    <Form
      method="post"
      className="undo-bar no-print"
      style={{ "--undo-left": `${left}ms` } as CSSProperties}
      preventScrollReset
    >
      <IdempotencyKey />
      <p role="status">{`Order ${number} ${DONE[move] ?? "was changed."}`}</p>
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="stepId" value={stepId} />
      <button type="submit" name="intent" value="undoStep" aria-label={`Undo: order ${number}`}>
        Undo
      </button>
    </Form>
  )
}
