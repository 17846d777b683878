import { useEffect, useState } from "react"

/** The time for which the items are still held. It counts down with JavaScript, and shows only the minutes without. */
export function HoldClock({ secondsLeft }: { secondsLeft: number }) {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = Date.now() + secondsLeft * 1000
    const tick = () => setLeft(Math.max(0, Math.round((end - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [secondsLeft])
  if (left === 0)
    return (
      <p className="soft">
        Your reservation has expired. You can still try to pay: if something has sold out, you won't be
        charged.
      </p>
    )
  return (
    <p className="soft">
      We're holding your items for{" "}
      {/* As wide as "15 minutes.", so that the layout does not shift when the countdown starts. */}
      <span className="num" style={{ display: "inline-block", minWidth: "11ch" }}>
        {left === null ? `${Math.max(1, Math.ceil(secondsLeft / 60))} minutes.` : `${clock(left)}.`}
      </span>
    </p>
  )
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
