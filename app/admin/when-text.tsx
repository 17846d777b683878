const FORMAT = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: "America/New_York",
  timeZoneName: "short",
})

/** A moment to the minute, for tables: "Mar 5, 2024, 3:04 PM EST". */
export function WhenText({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{FORMAT.format(at)}</time>
}

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "America/New_York" })

/** A day, for tables where the minute does not matter: "Mar 5, 2024". */
export function DayText({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{DAY.format(at)}</time>
}
