/**
 * Creating a format costs sixty times as much as using it, and the notifications menu alone shows fifty dates on every
 * page.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the date of an instant, "March 5, 2024", on the clocks of `timeZone`; with `hasTime`, "March 5, 2024 at 9:14
 * AM". Without a time zone it uses New York's, for events without a location.
 */
export function instantText(instant: Date, timeZone = "America/New_York", hasTime = false): string {
  const key = `${timeZone} ${hasTime}`
  const known = formats.get(key)
  const timeStyle = hasTime ? "short" : undefined
  const format = known ?? new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle, timeZone })
  if (!known) formats.set(key, format)
  return format.format(instant)
}
