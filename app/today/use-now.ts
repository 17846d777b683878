import { useEffect, useState } from "react"

const EVERY_MS = 15_000

/** The server's time, counted on while the page stays open: the clock of the phone may be wrong. */
export function useNow(serverNow: Date): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const from = performance.now()
    const count = () => setNow(new Date(serverNow.getTime() + performance.now() - from))
    count()
    const timer = setInterval(count, EVERY_MS)
    return () => clearInterval(timer)
  }, [serverNow])
  return now
}
