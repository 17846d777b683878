import { useEffect, useRef, useState } from "react"
import { isHydrated } from "../hydration/hydrated.ts"

/**
 * Creating a format costs sixty times as much as using it, and the notifications menu alone shows fifty dates on every
 * page.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns "March 5, 2024", in the market's time zone where it is known; with the time, "March 5, 2024 at 9:14 AM". */
export function dateText(iso: string | Date, timeZone = "America/New_York", hasTime = false): string {
  const key = `${timeZone} ${hasTime}`
  const known = formats.get(key)
  const timeStyle = hasTime ? "short" : undefined
  const format = known ?? new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle, timeZone })
  if (!known) formats.set(key, format)
  return format.format(new Date(iso))
}

/**
 * During hydration, dates stay as the server rendered them: loading the time zone tables takes a phone longer than the
 * rest of the hydration, and every signed-in page has dates in the notifications menu.
 */
export function DateText({ iso, timeZone, hasTime }: { iso: string; timeZone?: string; hasTime?: boolean }) {
  const time = useRef<HTMLTimeElement>(null)
  const [written, setWritten] = useState(() => (typeof document === "undefined" || isHydrated() ? null : iso))
  if (written !== null && written !== iso) setWritten(null)
  useEffect(() => {
    // There was nothing to hydrate: React rendered the page again, with empty dates.
    if (written !== null && !time.current?.textContent) setWritten(null)
  }, [written])
  return (
    <time ref={time} dateTime={iso} suppressHydrationWarning>
      {written === iso ? "" : dateText(iso, timeZone, hasTime)}
    </time>
  )
}
