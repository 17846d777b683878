import type { FieldMetadata, FormMetadata } from "@conform-to/react"
import { Form as RouterForm } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import { FieldError, type FieldLike } from "#app/ui/field.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Checkbox, Select, TextInput } from "#app/ui/inputs.tsx"
import { Link } from "#app/ui/link.tsx"
import { type Span, WEEKDAYS } from "#core/calendar/calendar.ts"
import { addDays } from "#core/calendar/zoned-time.ts"
import { MOST_SPANS, specialDayInput, weekHoursInput } from "#core/market/calendar-inputs.ts"
import { closingChoices, openingChoices } from "#core/market/hours-text.ts"
import type { OwnCalendar, OwnSpecialDay } from "#core/market/view-own-calendar.server.ts"
import { FormButtons } from "./form-buttons.tsx"
import { specialDayRow, weekdayRow } from "./rows.ts"

type Answered = { answer: FormAnswer | undefined }

/** An empty span, for a day without hours. */
const EMPTY = { opens: "", closes: "" }
const rowsOf = (spans: readonly Span[]) => (spans.length > 0 ? spans : [EMPTY])

/** The hours of one weekday, and the other days to apply them to. */
export function WeekdayForm({ day, spans, answer }: Answered & { day: number; spans: readonly Span[] }) {
  const [form, fields] = useSchemaForm(weekHoursInput, {
    id: "hours",
    answer,
    keepsTyped: true,
    defaultValue: { isOpen: spans.length > 0, spans: rowsOf(spans) },
  })
  return (
    <Form form={form} className="stack hours-form">
      <input type="hidden" name="intent" value="weekHours" />
      <input type="hidden" name="day" value={day} />
      <HoursFields
        form={form}
        isOpen={fields.isOpen as FieldMetadata}
        spans={fields.spans as FieldMetadata<SentSpan[]>}
        label={`Open on ${WEEKDAYS[day]}s`}
      />
      <fieldset className="same-on">
        <legend className="label">Same hours on</legend>
        {WEEKDAYS.map((name, other) =>
          other === day ? null : (
            <label className="check" key={name}>
              <input
                type="checkbox"
                name="alsoOn"
                value={other}
                defaultChecked={isChosen(fields.alsoOn.initialValue, other)}
              />
              <span>{name}</span>
            </label>
          ),
        )}
      </fieldset>
      <FormButtons row={weekdayRow(day)}>Save</FormButtons>
    </Form>
  )
}

const isChosen = (sent: unknown, day: number) =>
  Array.isArray(sent) ? sent.includes(String(day)) : sent === String(day)

type SpecialProps = Answered & { calendar: OwnCalendar; special?: OwnSpecialDay }

/** A special day: closed, or open at other hours than its weekday. */
export function SpecialDayForm({ calendar, special, answer }: SpecialProps) {
  const [form, fields] = useSchemaForm(specialDayInput, {
    id: "special-day",
    answer,
    keepsTyped: true,
    defaultValue: {
      date: special?.date,
      isOpen: (special?.spans.length ?? 0) > 0,
      spans: rowsOf(special?.spans ?? []),
      note: special?.note,
    },
  })
  return (
    <Form form={form} className="stack hours-form">
      <input type="hidden" name="intent" value={special ? "specialDay" : "newSpecialDay"} />
      {special ? (
        <input type="hidden" name="date" value={special.date} />
      ) : (
        <NewDay field={fields.date as FieldMetadata} calendar={calendar} />
      )}
      <HoursFields
        form={form}
        isOpen={fields.isOpen as FieldMetadata}
        spans={fields.spans as FieldMetadata<SentSpan[]>}
        label="Open on this day, with different hours"
        hint="Leave this empty where you are closed all day."
      />
      <TextInput
        field={fields.note}
        label="What for"
        hint="Shown to customers, for example “Thanksgiving” or “Block party”."
        autoComplete="off"
        optional
      />
      <FormButtons row={special ? specialDayRow(special.date) : "days-off"}>Save</FormButtons>
    </Form>
  )
}

/** The date of a new special day; an existing one is edited in its own row. */
function NewDay({ field, calendar }: { field: FieldMetadata; calendar: OwnCalendar }) {
  const { today, specialDays } = calendar
  const listed = field.errors && specialDays.find(({ date }) => date === field.value)
  const row = listed && specialDayRow(listed.date)
  return (
    <>
      <TextInput field={field as FieldLike} label="Day" type="date" min={today} max={addDays(today, 366)} />
      {row && (
        <Link className="text-link" to={`/my-market?edit=${row}#${row}`}>
          Edit that day
        </Link>
      )}
    </>
  )
}

type SentSpan = { opens: string; closes: string }

type FieldsProps = {
  // biome-ignore lint/suspicious/noExplicitAny: a form of whatever schema; conform's type is invariant in it
  form: FormMetadata<any, string[]>
  isOpen: FieldMetadata
  spans: FieldMetadata<SentSpan[]>
  label: string
  hint?: string
}

/**
 * Open or closed, and the spans of hours. Spans are added and removed by buttons that submit the form when there is no
 * JavaScript. The spans of a closed day are hidden and ignored.
 */
function HoursFields({ form, isOpen, spans, label, hint }: FieldsProps) {
  const rows = spans.getFieldList()
  return (
    <>
      <Checkbox field={isOpen} label={label} hint={hint} />
      <div className="stack hours-rows" id={spans.id} tabIndex={-1}>
        {rows.map((row, at) => {
          const { opens, closes } = row.getFieldset()
          return (
            <fieldset className="hours-row" key={row.key}>
              <legend className="sr-only">{rows.length > 1 ? `Hours ${at + 1}` : "Hours"}</legend>
              <Select
                field={opens}
                label="Opens"
                placeholder="Choose"
                options={openingChoices(Number(opens.initialValue))}
              />
              <Select
                field={closes}
                label="Closes"
                placeholder="Choose"
                options={closingChoices(Number(closes.initialValue))}
              />
              {rows.length > 1 && (
                <Button
                  kind="plain"
                  small
                  aria-label={`Remove hours ${at + 1}`}
                  {...form.remove.getButtonProps({ name: spans.name, index: at })}
                >
                  <Icon name="close" />
                </Button>
              )}
            </fieldset>
          )
        })}
        <FieldError field={spans} />
        {rows.length < MOST_SPANS && (
          <Button
            kind="plain"
            small
            {...form.insert.getButtonProps({ name: spans.name, defaultValue: EMPTY })}
          >
            Add hours
          </Button>
        )}
        <p className="hint">A closing time earlier than the opening time is on the next day.</p>
      </div>
    </>
  )
}

/** Removes a special day, which then has its weekday's hours again. */
export function RemoveSpecialDay({ date }: { date: string }) {
  return (
    <RouterForm method="post">
      <input type="hidden" name="date" value={date} />
      <SubmitButton name="intent" value="removeSpecialDay" kind="danger">
        Remove this day
      </SubmitButton>
    </RouterForm>
  )
}
