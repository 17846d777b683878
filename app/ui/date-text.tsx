import { useEffect, useRef, useState } from "react"
import { instantText } from "#core/calendar/instant-text.ts"
import { isHydrated } from "../hydration/hydrated.ts"

/**
 * During hydration, dates stay as the server rendered them: loading the time zone tables takes longer on a phone than
 * the rest of the hydration, and every signed-in page has dates in the notifications menu.
 */
export function DateText({ iso, timeZone, hasTime }: { iso: string; timeZone?: string; hasTime?: boolean }) {
  const time = useRef<HTMLTimeElement>(null)
  const [written, setWritten] = useState(() => (typeof document === "undefined" || isHydrated() ? null : iso))
  if (written !== null && written !== iso) setWritten(null)
  useEffect(() => {
    // React did not hydrate but rendered the page again, with empty dates.
    if (written !== null && !time.current?.textContent) setWritten(null)
  }, [written])
  return (
    <time ref={time} dateTime={iso} suppressHydrationWarning>
      {written === iso ? "" : instantText(new Date(iso), timeZone, hasTime)}
    </time>
  )
}
