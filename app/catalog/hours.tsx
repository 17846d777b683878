import type { SpecialDayText } from "#core/calendar/special-days.ts"

type OpeningHours = { weekdayHours: string; saturdayHours: string; sundayHours: string }

/** A market's opening hours in short form, for cards. */
export function Hours(market: OpeningHours) {
  return (
    <dl className="hours">
      {daysOf(market).map(([day, hours]) => (
        <div key={day}>
          <dt>{SHORT[day]}</dt>
          <dd>{hours}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The three opening hours of a market, as its seller entered them. */
export const daysOf = ({ weekdayHours, saturdayHours, sundayHours }: OpeningHours) =>
  [
    ["Monday-Friday", weekdayHours],
    ["Saturday", saturdayHours],
    ["Sunday", sundayHours],
  ] as const

const SHORT = { "Monday-Friday": "Mon-Fri", Saturday: "Sat", Sunday: "Sun" } as const

/** The next days on which a market's hours differ. */
export function SpecialDays({ days }: { days: readonly SpecialDayText[] }) {
  return days.map(({ day, hours }) => (
    <p className="soft" key={day}>
      <b>{day}</b> <span>{hours}</span>
    </p>
  ))
}
