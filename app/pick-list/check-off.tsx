import "#app/packing/packing.css"
import { Form } from "react-router"
import { Icon } from "#app/ui/icon.tsx"
import type { CheckOff } from "#core/orders/pick-list.ts"

const FORMS = { pick: "pick-lines", reopen: "reopen-lines" } as const

/** The forms to which the boxes of a pick list belong. */
export const CheckOffForms = () =>
  Object.values(FORMS).map((intent) => (
    <Form key={intent} id={intent} method="post" replace preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
    </Form>
  ))

/**
 * A box that checks off what is still to be picked, or opens it again. Without lines that can be checked off or opened,
 * it only shows whether all is picked. On paper it is an empty box to check by hand.
 */
export function CheckOffBox({ check: { open, done, isDone }, label }: { check: CheckOff; label: string }) {
  const [form, lineIds] = open.length > 0 ? [FORMS.pick, open] : [FORMS.reopen, done]
  const className = `packing-check no-print ${isDone ? "packing-done" : "packing-open"}`
  return (
    <>
      <i className="pick-tick" aria-hidden="true" />
      {lineIds.length > 0 ? (
        <button
          type="submit"
          form={form}
          name="lineIds"
          value={lineIds.join()}
          className={className}
          aria-pressed={isDone}
          aria-label={`${label} picked`}
        >
          {isDone && <Icon name="check" />}
        </button>
      ) : (
        <span className={className} aria-hidden="true">
          {isDone && <Icon name="check" />}
        </span>
      )}
    </>
  )
}
