import { Fragment } from "react"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { Notice } from "#app/ui/states.tsx"
import { type Span, WEEKDAYS } from "#core/calendar/calendar.ts"
import { longDate } from "#core/calendar/calendar-text.ts"
import { countText } from "#core/count-text.ts"
import { DAY_MINUTES } from "#core/durations.ts"
import { spansText, spanText } from "#core/market/hours-text.ts"
import type { OwnCalendar, OwnSpecialDay } from "#core/market/view-own-calendar.server.ts"
import { FactRow } from "./fact-row.tsx"
import { RemoveSpecialDay, SpecialDayForm, WeekdayForm } from "./hours-forms.tsx"
import { specialDayRow, weekdayRow } from "./rows.ts"

type Props = { calendar: OwnCalendar; edit: string | null; answer: FormAnswer | undefined }

/** The week's hours, one row for each day. */
export function OpeningHours({ calendar, edit, answer }: Props) {
  return (
    <Card className="stack" aria-labelledby="opening-hours">
      <div>
        <h2 id="opening-hours">Opening hours</h2>
        <p className="soft">Every week.</p>
      </div>
      {calendar.week.map((spans, day) => {
        const name = WEEKDAYS[day] ?? ""
        const row = weekdayRow(day)
        return (
          <FactRow
            key={name}
            name={row}
            label={name}
            editWords={name}
            className="fact-day"
            value={<DayHours spans={spans} />}
            isEdited={edit === row}
            form={<WeekdayForm day={day} spans={spans} answer={answer} />}
          />
        )
      })}
    </Card>
  )
}

/** A day's hours as text, and as a bar from midnight to midnight. */
function DayHours({ spans }: { spans: readonly Span[] }) {
  return (
    <div className="day-hours">
      <span className="hours-bar" aria-hidden="true">
        {spans.map(({ opens, closes }) => (
          <i
            key={opens}
            style={{ left: share(opens), width: share((closes <= opens ? DAY_MINUTES : closes) - opens) }}
          />
        ))}
      </span>
      {spans.length === 0 ? (
        <span className="soft">{spansText(spans)}</span>
      ) : (
        <span>
          {spans.map((span, at) => (
            <Fragment key={span.opens}>
              {at > 0 && <span>, </span>}
              <span className="span-words">{spanText(span)}</span>
            </Fragment>
          ))}
        </span>
      )}
    </div>
  )
}

const share = (minutes: number) => `${Math.round((minutes / DAY_MINUTES) * 1_000) / 10}%`

const NEW_DAY = "new-day"

/** Special days, starting today. */
export function DaysOff({ calendar, edit, answer }: Props) {
  return (
    <Card className="stack" id="days-off" aria-labelledby="days-off-title">
      <div className="card-head">
        <div>
          <h2 id="days-off-title">Days off and special hours</h2>
          <p className="soft">These override your weekly hours.</p>
        </div>
        {edit !== NEW_DAY && (
          <LinkButton kind="plain" small to={`/my-market?edit=${NEW_DAY}#${NEW_DAY}`}>
            Add a day
          </LinkButton>
        )}
      </div>
      {edit === NEW_DAY && (
        <div id={NEW_DAY}>
          <SpecialDayForm calendar={calendar} answer={answer} />
        </div>
      )}
      {calendar.specialDays.map((special) => (
        <SpecialDayRow key={special.date} {...{ calendar, special, edit, answer }} />
      ))}
      {calendar.specialDays.length === 0 && edit !== NEW_DAY && (
        <p className="soft">None coming up. Add a holiday so customers can order around it.</p>
      )}
    </Card>
  )
}

function SpecialDayRow({ calendar, special, edit, answer }: Props & { special: OwnSpecialDay }) {
  const { date, spans, note, orderCount } = special
  const row = specialDayRow(date)
  return (
    <FactRow
      name={row}
      label={longDate(date)}
      editWords={longDate(date)}
      value={[spansText(spans), note].filter(Boolean).join(" · ")}
      note={orderCount > 0 && <OrdersStay count={orderCount} when="outside of these hours" />}
      isEdited={edit === row}
      form={
        <>
          <SpecialDayForm calendar={calendar} special={special} answer={answer} />
          <RemoveSpecialDay date={date} />
        </>
      }
    />
  )
}

/** A note that orders whose time no longer fits the new hours are unaffected. */
export function OrdersStay({ count, when }: { count: number; when: string }) {
  return (
    <Notice>
      <p>
        <b>{countText(count, "order")}</b>{" "}
        <span>{`${count === 1 ? "is" : "are"} for a time ${when}. ${count === 1 ? "Its time hasn't changed." : "Their times haven't changed."}`}</span>{" "}
        <Link className="text-link" to="/marketOrders">
          See your orders
        </Link>
      </p>
    </Notice>
  )
}
