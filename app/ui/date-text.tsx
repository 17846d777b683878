import { useEffect, useRef, useState } from "react"
import { isHydrated } from "../hydration/hydrated.ts"

/** Making one costs sixty times what using it does, and the notifications menu alone shows fifty dates on every page. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** "March 5, 2024", in the market's time zone where one is known; with its time, "March 5, 2024 at 9:14 AM". */
export function dateText(iso: string | Date, timeZone = "America/New_York", hasTime = false): string {
  const key = `${timeZone} ${hasTime}`
  const known = formats.get(key)
  const timeStyle = hasTime ? "short" : undefined
  const format = known ?? new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle, timeZone })
  if (!known) formats.set(key, format)
  return format.format(new Date(iso))
}

/**
 * While React takes a page over, its dates stay as the server wrote them: the tables of time zones take a phone longer
 * than all the rest of it, and every page of somebody signed in has dates, in the notifications menu.
 */
export function DateText({ iso, timeZone, hasTime }: { iso: string; timeZone?: string; hasTime?: boolean }) {
  const time = useRef<HTMLTimeElement>(null)
  const [written, setWritten] = useState(() => (typeof document === "undefined" || isHydrated() ? null : iso))
  if (written !== null && written !== iso) setWritten(null)
  useEffect(() => {
    // There was nothing to take over: React drew the page again.
    if (written !== null && !time.current?.textContent) setWritten(null)
  }, [written])
  return (
    <time ref={time} dateTime={iso} suppressHydrationWarning>
      {written === iso ? "" : dateText(iso, timeZone, hasTime)}
    </time>
  )
}
