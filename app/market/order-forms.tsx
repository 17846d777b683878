import { Form as RouterForm } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { FieldError, type FieldLike } from "#app/ui/field.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Checkbox, Select, TextInput } from "#app/ui/inputs.tsx"
import { MOST_RADIUS_MILES } from "#core/calendar/taking-orders.ts"
import { addDays } from "#core/calendar/zoned-time.ts"
import {
  deliveryInput,
  pauseInput,
  pickupInput,
  preparationInput,
  type USUAL_COURIERS,
  usualCourierInput,
} from "#core/market/calendar-inputs.ts"
import { prepChoices } from "#core/market/hours-text.ts"
import type { OwnCalendar } from "#core/market/view-own-calendar.server.ts"
import { toDollars } from "#core/money.ts"
import { FormButtons } from "./form-buttons.tsx"

type Props = { calendar: OwnCalendar; answer: FormAnswer | undefined }

export function PauseForm({ calendar: { today, pause }, answer }: Props) {
  const [form, fields] = useSchemaForm(pauseInput, {
    id: "pause-form",
    answer,
    keepsTyped: true,
    defaultValue: { ...pause },
  })
  return (
    <Form form={form}>
      <TextInput
        field={fields.until}
        label="Orders again from"
        hint="The first day you take orders again. Leave empty to reopen manually."
        type="date"
        min={addDays(today, 1)}
        optional
      />
      <TextInput
        field={fields.reason}
        label="Why"
        hint="Shown to customers, for example “Away for the harvest”."
        autoComplete="off"
        optional
      />
      <FormButtons row="pause" intent="pause">
        {pause ? "Change the pause" : "Pause orders"}
      </FormButtons>
    </Form>
  )
}

export function ResumeForm() {
  return (
    <RouterForm method="post">
      <SubmitButton name="intent" value="resume">
        Open again now
      </SubmitButton>
    </RouterForm>
  )
}

export function PreparationForm({ calendar: { prepMinutes }, answer }: Props) {
  const [form, fields] = useSchemaForm(preparationInput, {
    id: "preparation-form",
    answer,
    keepsTyped: true,
    defaultValue: { prepMinutes },
  })
  return (
    <Form form={form}>
      <Select
        field={fields.prepMinutes}
        label="Preparation time"
        hint="The earliest time a customer can choose is this much later. Only your opening hours count."
        options={prepChoices(prepMinutes)}
      />
      <FormButtons row="preparation" intent="preparation">
        Save
      </FormButtons>
    </Form>
  )
}

export function PickupForm({ calendar: { taking }, answer }: Props) {
  const [form, fields] = useSchemaForm(pickupInput, {
    id: "pickup-form",
    answer,
    keepsTyped: true,
    defaultValue: {
      pickupPlaces: taking.pickupPlaces,
      pickupMinimumCents: dollarsText(taking.pickupMinimumCents),
    },
  })
  return (
    <Form form={form}>
      <PlacesInput field={fields.pickupPlaces} label="Orders in an hour" />
      <MinimumInput field={fields.pickupMinimumCents} />
      <FormButtons row="pickup" intent="pickup">
        Save
      </FormButtons>
    </Form>
  )
}

export function DeliveryForm({ calendar: { taking }, answer }: Props) {
  const [form, fields] = useSchemaForm(deliveryInput, {
    id: "delivery-form",
    answer,
    keepsTyped: true,
    defaultValue: {
      offersDelivery: taking.offersDelivery,
      deliveryRadiusMiles: taking.deliveryRadiusMiles,
      deliveryPlaces: taking.deliveryPlaces,
      deliveryMinimumCents: dollarsText(taking.deliveryMinimumCents),
    },
  })
  return (
    <Form form={form}>
      <Checkbox field={fields.offersDelivery} label="Customers can have orders delivered" />
      <TextInput
        field={fields.deliveryRadiusMiles}
        label="How far, in miles"
        hint={`Whole miles from your market, ${MOST_RADIUS_MILES} at most.`}
        inputMode="numeric"
        autoComplete="off"
      />
      <PlacesInput field={fields.deliveryPlaces} label="Orders in two hours" />
      <MinimumInput field={fields.deliveryMinimumCents} />
      <FormButtons row="delivery" intent="delivery">
        Save
      </FormButtons>
    </Form>
  )
}

const PlacesInput = ({ field, label }: { field: FieldLike; label: string }) => (
  <TextInput
    field={field}
    label={label}
    hint="Leave empty for no limit. Existing orders keep their time if you lower it."
    inputMode="numeric"
    autoComplete="off"
    optional
  />
)

const MinimumInput = ({ field }: { field: FieldLike }) => (
  <TextInput
    field={field}
    label="Minimum order, in dollars"
    inputMode="decimal"
    autoComplete="off"
    optional
  />
)

/** "15.00"; empty if there is no minimum. */
const dollarsText = (amount: OwnCalendar["taking"]["pickupMinimumCents"]) =>
  amount === 0 ? "" : toDollars(amount).toFixed(2)

export const USUAL_COURIER_LABELS = {
  ask: "Let me choose for each order",
  own: "My own person",
  platform: "A Pushcart courier",
} as const satisfies Record<keyof typeof USUAL_COURIERS, string>

/** The form's choice for the stored value. */
export function usualCourierOf(hasOwnDeliverer: boolean | null): keyof typeof USUAL_COURIERS {
  if (hasOwnDeliverer === null) return "ask"
  return hasOwnDeliverer ? "own" : "platform"
}

const USUAL_COURIER_HINTS = {
  ask: "You choose on each order.",
  own: "The delivery fee is yours.",
  platform: "The courier gets the delivery fee.",
} as const

export function UsualCourierForm({ calendar: { taking }, answer }: Props) {
  const [form, fields] = useSchemaForm(usualCourierInput, {
    id: "courier-form",
    answer,
    keepsTyped: true,
    defaultValue: { usualCourier: usualCourierOf(taking.hasOwnDeliverer) },
  })
  const field = fields.usualCourier
  return (
    <Form form={form}>
      <fieldset className="field">
        <legend className="label">Who usually delivers</legend>
        <p className="hint">It's set on each new order, and you can change it there.</p>
        <div>
          {Object.entries(USUAL_COURIER_LABELS).map(([value, label], index) => (
            <label className="check" key={value}>
              <input
                type="radio"
                name={field.name}
                value={value}
                defaultChecked={field.initialValue === value}
                {...(index === 0 ? { id: field.id } : {})}
              />
              <span className="choice-text">
                <span>{label}</span>
                <span className="hint">{USUAL_COURIER_HINTS[value as keyof typeof USUAL_COURIERS]}</span>
              </span>
            </label>
          ))}
        </div>
        <FieldError field={field} />
      </fieldset>
      <FormButtons row="courier" intent="courier">
        Save
      </FormButtons>
    </Form>
  )
}
