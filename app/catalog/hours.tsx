type OpeningHours = { weekdayHours: string; saturdayHours: string; sundayHours: string }

/** The same in short words, for where there is little room. */
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
