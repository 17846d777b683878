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
