/** Making one costs sixty times what using it does, and the bell alone shows fifty dates on every page. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** "March 5, 2024", in the market's time zone where one is known. */
export function dateText(iso: string | Date, timeZone = "America/New_York"): string {
  const known = formats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone })
  if (!known) formats.set(timeZone, format)
  return format.format(new Date(iso))
}

export function DateText({ iso, timeZone }: { iso: string; timeZone?: string }) {
  return <time dateTime={iso}>{dateText(iso, timeZone)}</time>
}
