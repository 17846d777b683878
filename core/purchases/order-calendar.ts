const MAX_LINE_OCTETS = 75

export type CalendarOrder = {
  id: string
  number: number
  fulfilment: "pickup" | "delivery"
  marketName: string
  /** Where the customer gets it: the market's address, or their own. */
  where: string
  startsAt: Date
  /** Null if the customer chose no window: the event then only has a start. */
  endsAt: Date | null
  /** The address of the order's page. */
  url: string
}

/**
 * An order as a calendar file with one event, by RFC 5545. The event's id is the order's, so that adding it again
 * replaces the first one.
 */
export function orderCalendar(order: CalendarOrder, now: Date): string {
  const isPickup = order.fulfilment === "pickup"
  // Calendars are often shared, so the confirmation code is left on the order's page.
  const description = `Order ${order.number}.${isPickup ? " The code to show at the market is on the order's page." : ""}`
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pushcart//Orders//EN",
    "BEGIN:VEVENT",
    `UID:order-${order.id}@pushcart`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(order.startsAt)}`,
    ...(order.endsAt ? [`DTEND:${utc(order.endsAt)}`] : []),
    `SUMMARY:${escaped(`${isPickup ? "Pick up at" : "Delivery from"} ${order.marketName}`)}`,
    `LOCATION:${escaped(order.where)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${order.url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join("")
}

/** "20261128T140000Z" */
const utc = (instant: Date) => instant.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "")

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n")

/** Breaks a line before it is longer than 75 octets, between characters: the next line begins with a space. */
function folded(line: string): string {
  let width = 0
  let text = ""
  for (const character of line) {
    const octets = Buffer.byteLength(character)
    if (width + octets > MAX_LINE_OCTETS) {
      text += "\r\n "
      width = 1
    }
    text += character
    width += octets
  }
  return text
}
