type Props = {
  weekdayHours: string
  saturdayHours: string
  sundayHours: string
  /** "Mon-Fri", where there is little room. */
  short?: boolean
}

/** The three opening hours of a market, as its seller entered them. */
export function Hours({ weekdayHours, saturdayHours, sundayHours, short = false }: Props) {
  const days = [
    [short ? "Mon-Fri" : "Monday-Friday", weekdayHours],
    [short ? "Sat" : "Saturday", saturdayHours],
    [short ? "Sun" : "Sunday", sundayHours],
  ] as const
  return (
    <dl className="hours">
      {days.map(([day, hours]) => (
        <div key={day}>
          <dt>{day}</dt>
          <dd>{hours}</dd>
        </div>
      ))}
    </dl>
  )
}
