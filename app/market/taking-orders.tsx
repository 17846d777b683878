import { OpenState } from "#app/catalog/open-state.tsx"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { countText } from "#core/count-text.ts"
import { prepText } from "#core/market/hours-text.ts"
import type { OwnCalendar } from "#core/market/view-own-calendar.server.ts"
import { FactRow } from "./fact-row.tsx"
import { OrdersStay } from "./opening-hours.tsx"
import {
  DeliveryForm,
  PauseForm,
  PickupForm,
  PreparationForm,
  ResumeForm,
  USUAL_COURIER_LABELS,
  UsualCourierForm,
  usualCourierOf,
} from "./order-forms.tsx"

type Props = { calendar: OwnCalendar; edit: string | null; answer: FormAnswer | undefined }

/** Pauses orders immediately, for a while. */
export function PauseCard({ calendar, edit, answer }: Props) {
  const { pause, pausedOrderCount, when } = calendar
  const isEdited = edit === "pause"
  return (
    <Card className="stack" id="pause" aria-labelledby="pause-title">
      <div>
        <h2 id="pause-title">Pause</h2>
        <p className="soft">
          No new orders until you're back. You still need to complete your existing orders.
        </p>
      </div>
      {pause && (
        <>
          <div>
            <OpenState state="paused" text={when.openText} />
            {pause.reason && <p>{pause.reason}</p>}
          </div>
          {pausedOrderCount > 0 && <OrdersStay count={pausedOrderCount} when="before you're back" />}
        </>
      )}
      {isEdited ? (
        <PauseForm calendar={calendar} answer={answer} />
      ) : (
        <div className="fact-buttons">
          {pause && <ResumeForm />}
          <LinkButton kind="plain" to="/my-market?edit=pause#pause">
            {pause ? "Change the pause" : "Pause orders"}
          </LinkButton>
        </div>
      )}
    </Card>
  )
}

/** The rules for orders: times, capacity, minimums, distance. */
export function TakingOrders({ calendar, edit, answer }: Props) {
  const { taking, prepMinutes } = calendar
  const own = { calendar, answer }
  const row = (name: string) => ({ name, isEdited: edit === name })
  return (
    <Card className="stack" aria-labelledby="taking-orders">
      <h2 id="taking-orders">Taking orders</h2>
      <FactRow
        {...row("preparation")}
        label="Preparation time"
        value={prepText(prepMinutes)}
        form={<PreparationForm {...own} />}
      />
      <FactRow
        {...row("pickup")}
        label="Pickup"
        value={
          <Rules
            lines={[placesText(taking.pickupPlaces, "an hour"), minimumText(taking.pickupMinimumCents)]}
          />
        }
        form={<PickupForm {...own} />}
      />
      <FactRow
        {...row("delivery")}
        label="Delivery"
        value={<Rules lines={deliveryLines(taking)} />}
        form={<DeliveryForm {...own} />}
      />
      <FactRow
        {...row("courier")}
        label="Who delivers"
        value={USUAL_COURIER_LABELS[usualCourierOf(taking.hasOwnDeliverer)]}
        form={<UsualCourierForm {...own} />}
      />
    </Card>
  )
}

const Rules = ({ lines }: { lines: string[] }) => lines.map((line) => <p key={line}>{line}</p>)

function deliveryLines(taking: OwnCalendar["taking"]): string[] {
  if (!taking.offersDelivery) return ["Not offered"]
  const miles = taking.deliveryRadiusMiles
  return [
    `Up to ${miles} ${miles === 1 ? "mile" : "miles"}`,
    placesText(taking.deliveryPlaces, "two hours"),
    minimumText(taking.deliveryMinimumCents),
  ]
}

const placesText = (places: number | null, per: string) =>
  places === null ? `No limit on orders in ${per}` : `At most ${countText(places, "order")} in ${per}`

const minimumText = (amount: OwnCalendar["taking"]["pickupMinimumCents"]) =>
  amount === 0 ? "No minimum" : `From ${moneyText(amount)} on`
