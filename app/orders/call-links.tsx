import "./orders.css"
import { useEffect, useState } from "react"
import { Icon } from "#app/ui/icon.tsx"
import { timeText } from "#core/calendar/calendar-text.ts"
import type { CallEnd } from "#core/orders/phone-numbers.ts"

type Props = {
  name: string
  phone: string
  canText?: boolean
  /** When a number stops being shown, formatted in `timeZone`. */
  end?: CallEnd | null | undefined
  timeZone?: string
}

/** Links to call or text a person, and the number itself. */
export function CallLinks({ name, phone, canText = false, end = null, timeZone = "UTC" }: Props) {
  const isOver = useIsOver(end)
  if (!phone || isOver) return null
  return (
    <div className="call-links no-print">
      <a className="btn btn-plain" href={`tel:${phone}`}>
        <Icon name="phone" /> <span>{`Call ${name}`}</span>
      </a>
      {canText && (
        <a className="btn btn-plain" href={`sms:${phone}`}>
          <Icon name="message" /> <span>{`Text ${name}`}</span>
        </a>
      )}
      <span className="num soft">{phone}</span>
      {end && <span className="soft">{`You can use this number until ${timeText(end.at, timeZone)}.`}</span>}
    </div>
  )
}

/** Whether the number may no longer be shown: an open page removes it without a reload. */
function useIsOver(end: CallEnd | null): boolean {
  const [over, setOver] = useState<CallEnd | null>(null)
  useEffect(() => {
    if (!end) return
    const timer = setTimeout(() => setOver(end), end.seconds * 1000)
    return () => clearTimeout(timer)
  }, [end])
  return end !== null && over === end
}
