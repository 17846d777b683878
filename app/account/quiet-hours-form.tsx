import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { TextInput } from "#app/ui/inputs.tsx"
import { timeZoneLabel } from "#core/places/time-zones.ts"
import { quietHoursInput } from "#core/push/quiet-hours.ts"
import { answerTo } from "./account-answer.ts"
import type { AccountView } from "./load-account.ts"
import type { SectionProps } from "./you-section.tsx"

type Props = SectionProps & { push: NonNullable<AccountView["push"]> }

/** The quiet hours, during which the person's devices get no push messages. */
export function QuietHoursForm({ view, push, answer }: Props) {
  const { from, to } = push.quietHours
  const [form, fields] = useSchemaForm(quietHoursInput, {
    id: `quiet-hours-${from}-${to}`,
    answer: answerTo(answer, "quiet-hours"),
    defaultValue: { from, to },
    keepsTyped: true,
  })
  return (
    <Form form={form} className="stack quiet-hours">
      <input type="hidden" name="intent" value="quiet-hours" />
      <h3>Quiet hours</h3>
      <p className="hint">
        {`Between these times, in your time zone (${timeZoneLabel(view.person.timeZone)}), we don't send notifications to your devices, and we don't send them later. You can still see everything in your emails and on our pages.${view.role === "customer" ? " We still notify you when a courier is on the way to you." : ""} Leave both empty for no quiet hours.`}
      </p>
      <div className="quiet-times">
        <TextInput field={fields.from} type="time" label="From" />
        <TextInput field={fields.to} type="time" label="To" />
      </div>
      <SubmitButton>Save my quiet hours</SubmitButton>
    </Form>
  )
}
