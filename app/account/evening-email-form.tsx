import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Select } from "#app/ui/inputs.tsx"
import { EVENING_HOURS, eveningHourInput, eveningHourText } from "#core/orders/evening-email.ts"
import { timeZoneLabel } from "#core/places/time-zones.ts"
import { answerTo } from "./account-answer.ts"
import type { AccountView } from "./load-account.ts"
import type { SectionProps } from "./you-section.tsx"

type Props = Pick<SectionProps, "answer"> & { evening: NonNullable<AccountView["evening"]> }

const HOURS = EVENING_HOURS.map((hour) => ({ value: String(hour), label: eveningHourText(hour) }))

/** The hour of the evening email, which the choices turn on and off. */
export function EveningEmailForm({ evening: { hour, timeZone }, answer }: Props) {
  const [form, fields] = useSchemaForm(eveningHourInput, {
    id: `evening-email-${hour}`,
    answer: answerTo(answer, "evening-email"),
    defaultValue: { hour: String(hour) },
    keepsTyped: true,
  })
  return (
    <Form form={form} className="stack quiet-hours">
      <input type="hidden" name="intent" value="evening-email" />
      <h3>Evening email</h3>
      <p className="hint">
        {`If it is checked above, we send it at this hour, on your market's clock (${timeZoneLabel(timeZone)}), when there are orders for the next day: what to pick and when it is due. You can then uncheck the emails of new orders.`}
      </p>
      <div className="quiet-times">
        <Select field={fields.hour} label="Send it at" options={HOURS} />
      </div>
      <SubmitButton>Save the hour</SubmitButton>
    </Form>
  )
}
