import "./undo-bar.css"
import { type CSSProperties, Fragment, useState } from "react"
import { Form } from "react-router"
import { IdempotencyKey } from "#app/ui/form.tsx"
import type { Undoable } from "#core/orders/undo-step.server.ts"
import { doneText } from "./next-step-texts.ts"

/**
 * Says what was just done to an order, or to several at once, with a button that undoes it. A bar at the bottom of the screen until the time
 * is over; without JavaScript a notice where it stands in the page, so put it at the top. `undoable` comes from
 * `readUndoable`, and the page's action has the forms of `stepForms`.
 */
export function UndoBar({ undoable }: { undoable: readonly Undoable[] }) {
  if (undoable.length === 0) return null
  return <Bar key={undoable.map(({ stepId }) => stepId).join()} undoable={undoable} />
}

function Bar({ undoable }: { undoable: readonly Undoable[] }) {
  // A later load of the page has less time left, but the animation has run for the difference.
  const [left] = useState(Math.min(...undoable.map(({ msLeft }) => msLeft)))
  const isOne = undoable.length === 1
  return (
    <Form
      method="post"
      className="undo-bar no-print"
      style={{ "--undo-left": `${left}ms` } as CSSProperties}
      preventScrollReset
    >
      <IdempotencyKey />
      <p role="status">{doneText(undoable)}</p>
      {undoable.map(({ orderId, stepId }, index) => (
        <Fragment key={orderId}>
          <input type="hidden" name={isOne ? "orderId" : `steps[${index}].orderId`} value={orderId} />
          <input type="hidden" name={isOne ? "stepId" : `steps[${index}].stepId`} value={stepId} />
        </Fragment>
      ))}
      <button
        type="submit"
        name="intent"
        value={isOne ? "undoStep" : "undoSteps"}
        aria-label={isOne ? `Undo: order ${undoable[0]?.number}` : `Undo: ${undoable.length} orders`}
      >
        Undo
      </button>
    </Form>
  )
}
