import { useEffect, useState } from "react"
import { MINUTE_MS } from "#core/durations.ts"

/** "13 min"; counts down on an open page, from the minutes that were left when it was loaded. */
export function MinutesLeft({ minutes }: { minutes: number }) {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    setPassed(0)
    if (minutes === 0) return
    const timer = setInterval(() => setPassed((before) => before + 1), MINUTE_MS)
    return () => clearInterval(timer)
  }, [minutes])
  return <span className="num">{`${Math.max(0, minutes - passed)} min`}</span>
}
