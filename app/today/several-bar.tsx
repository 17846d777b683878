import { useEffect, useRef, useState } from "react"
import { Form } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { pickAddress } from "#app/pick-list/pick-addresses.ts"
import { Button } from "#app/ui/button.tsx"
import { IdempotencyKey } from "#app/ui/form.tsx"
import { Link } from "#app/ui/link.tsx"
import { countText } from "#core/count-text.ts"
import type { TodayOrder } from "#core/orders/list-seller-today.server.ts"
import { anySteps, type SeveralStep, sharedSteps } from "#core/orders/seller-stages.ts"
import type { TodaySteps } from "./use-today-steps.ts"

/** The id of the form to which the boxes on the cards belong. */
export const SEVERAL_FORM = "several"

const STEP_LABELS: Record<SeveralStep, string> = {
  acknowledge: "Got it",
  setReady: "Ready to pick up",
  offer: "Send a courier",
  startDelivery: "Deliver ourselves",
  markDelivered: "Mark delivered",
}

type Props = { orders: readonly TodayOrder[]; answer: FormAnswer | undefined; steps: TodaySteps }

/**
 * The step that all chosen orders share, in a bar at the bottom of the screen while any is chosen. Without JavaScript it
 * stands under the list with every step that any order has.
 */
export function SeveralBar({ orders, answer, steps: { take } }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const ids = useChosen(form, orders)
  const chosen = ids && orders.filter(({ id }) => ids.includes(id))
  const steps = chosen ? sharedSteps(chosen) : anySteps(orders)
  const error = answer?.lastResult.error?.orderIds?.[0]
  if (anySteps(orders).length === 0) return null
  return (
    <Form
      ref={form}
      id={SEVERAL_FORM}
      method="post"
      className={chosen ? "several-bar no-print several-live" : "several-bar no-print"}
      hidden={chosen?.length === 0}
      replace
      preventScrollReset
      aria-label="Several orders"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent
        const step = steps.find((one) => submitter instanceof HTMLButtonElement && submitter.value === one)
        if (!step || !chosen) return
        event.preventDefault()
        for (const order of chosen) take(order, step)
        event.currentTarget.reset()
      }}
    >
      <IdempotencyKey />
      <input type="hidden" name="intent" value="several" />
      <div className="split">
        <p role="status">{chosen ? chosenText(chosen.length) : "For all orders that you chose above:"}</p>
        {chosen && (
          <Button small kind="plain" type="reset">
            Clear
          </Button>
        )}
      </div>
      {error && <p className="late">{error}</p>}
      <div className="split-start">
        {steps.map((step, index) => (
          <Button key={step} small kind={index > 0 ? "plain" : "leaf"} name="step" value={step}>
            {STEP_LABELS[step]}
          </Button>
        ))}
        {chosen && steps.length === 0 && <span>They have no next step in common.</span>}
        {chosen && chosen.length > 0 && (
          <Link
            className="text-link"
            to={pickAddress("/pick-list", { numbers: chosen.map(({ number }) => number) })}
          >
            Pick list
          </Link>
        )}
      </div>
    </Form>
  )
}

const chosenText = (count: number) => `${countText(count, "order")} chosen`

/** The ids of the checked boxes; null until the page is hydrated. */
function useChosen(form: { current: HTMLFormElement | null }, orders: readonly TodayOrder[]) {
  const [ids, setIds] = useState<string[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: boxes appear and go with the orders
  useEffect(() => {
    const read = () => {
      const boxes = [...document.querySelectorAll<HTMLInputElement>(`input[form="${SEVERAL_FORM}"]`)]
      setIds(boxes.filter(({ checked }) => checked).map(({ value }) => value))
    }
    // The boxes are reset after the event.
    const readLater = () => setTimeout(read)
    read()
    document.addEventListener("change", read)
    const own = form.current
    own?.addEventListener("reset", readLater)
    return () => {
      document.removeEventListener("change", read)
      own?.removeEventListener("reset", readLater)
    }
  }, [orders])
  return ids
}
