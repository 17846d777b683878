type Props = { weekdayHours: string; saturdayHours: string; sundayHours: string }

/** The three opening hours of a market, as its seller entered them. */
export function Hours({ weekdayHours, saturdayHours, sundayHours }: Props) {
  const days = [
    ["Monday-Friday", weekdayHours],
    ["Saturday", saturdayHours],
    ["Sunday", sundayHours],
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
