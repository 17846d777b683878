import { Form } from "react-router"
import { ReturnField } from "#app/forms/return-field.tsx"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import { countText } from "#core/count-text.ts"
import { isLate } from "#core/orders/due-text.ts"
import type { TodayOrder } from "#core/orders/list-seller-today.server.ts"
import { type DueGroup, groupsByDue } from "#core/orders/seller-stages.ts"
import { TodayCard } from "./today-card.tsx"
import type { TodaySteps } from "./use-today-steps.ts"

type Props = {
  orders: readonly TodayOrder[]
  now: Date
  /** The page's address, to which the order's pages lead back. */
  here: string
  usualOwnDeliverer: boolean | null
  answer: FormAnswer | undefined
  steps: TodaySteps
  /** Whether the cards are grouped by the time at which they are due. */
  isGrouped: boolean
}

/** The cards of a stage, grouped by window; those that are new or late come first. */
export function TodayList({ orders, isGrouped, ...rest }: Props) {
  const timed = orders.map((order) => ({ ...order, isLate: isLate(order, rest.now) }))
  if (timed.length === 0) return null
  const groups = isGrouped ? groupsByDue(timed) : [{ name: "", orders: timed }]
  return groups.map((group) => (
    <section key={group.name} className="stack today-group" aria-label={group.name || "Orders"}>
      {group.name && <GroupHead group={group} steps={rest.steps} />}
      <ul className="today-cards">
        {group.orders.map((order) => (
          <TodayCard key={order.id} order={order} {...rest} />
        ))}
      </ul>
    </section>
  ))
}

type Timed = TodayOrder & { isLate: boolean }

function GroupHead({ group: { name, orders }, steps }: { group: DueGroup<Timed>; steps: TodaySteps }) {
  const fresh = orders.filter(({ stage }) => stage === "new")
  return (
    <div className="split">
      <h2 className="today-due">
        <span>{name}</span> <small className="soft num">{headText(orders)}</small>
      </h2>
      {fresh.length > 1 && (
        <Form
          method="post"
          action="/new-orders"
          replace
          preventScrollReset
          className="no-print"
          onSubmit={(event) => {
            event.preventDefault()
            for (const order of fresh) steps.take(order, "acknowledge")
          }}
        >
          {fresh.map(({ id }) => (
            <input key={id} type="hidden" name="orderIds" value={id} />
          ))}
          <ReturnField />
          <Button small kind="plain" name="intent" value="acknowledge">
            {`Got it, all ${fresh.length} new`}
          </Button>
        </Form>
      )}
    </div>
  )
}

/** "1 new, 1 late" of what is due now, "2 orders" of a window. */
function headText(orders: readonly Timed[]): string {
  const fresh = orders.filter(({ stage }) => stage === "new").length
  const late = orders.filter(({ stage, isLate: one }) => stage !== "new" && one).length
  if (fresh + late === 0) return countText(orders.length, "order")
  return [fresh && `${fresh} new`, late && `${late} late`].filter(Boolean).join(", ")
}
