import { describe, expect, it } from "vitest"
import { type CalendarOrder, orderCalendar } from "./order-calendar.ts"

const ORDER: CalendarOrder = {
  id: "0199c0de-0000-7000-8000-000000000001",
  number: 100241,
  fulfilment: "pickup",
  marketName: "Café Ñandú; Eggs, Milk \\ Co",
  where: "Union Square W at E 17th St, New York, NY 10003",
  startsAt: new Date("2026-09-26T14:00:00Z"),
  endsAt: new Date("2026-09-26T15:00:00Z"),
  url: "https://pushcart.test/order?OrderID=0199c0de-0000-7000-8000-000000000001",
}
const NOW = new Date("2026-09-25T21:42:07.123Z")
const unfolded = (file: string) => file.replaceAll("\r\n ", "").split("\r\n")

describe("an order as a calendar file (RFC 5545)", { tags: ["PURCHASE-5"] }, () => {
  it("is one event in UTC with escaped texts", () => {
    expect(unfolded(orderCalendar(ORDER, NOW))).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Pushcart//Orders//EN",
      "BEGIN:VEVENT",
      "UID:order-0199c0de-0000-7000-8000-000000000001@pushcart",
      "DTSTAMP:20260925T214207Z",
      "DTSTART:20260926T140000Z",
      "DTEND:20260926T150000Z",
      "SUMMARY:Pick up at Café Ñandú\\; Eggs\\, Milk \\\\ Co",
      "LOCATION:Union Square W at E 17th St\\, New York\\, NY 10003",
      "DESCRIPTION:Order 100241. The code to show at the market is on the order's page.",
      "URL:https://pushcart.test/order?OrderID=0199c0de-0000-7000-8000-000000000001",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ])
  })

  it("folds lines at 75 octets between characters, and ends each with CR LF", () => {
    const marketName = `${"ñ".repeat(60)} ${"🥕".repeat(30)}\r\nnext`
    const file = orderCalendar({ ...ORDER, marketName }, NOW)
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
    for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(unfolded(file)).toContain(`SUMMARY:Pick up at ${"ñ".repeat(60)} ${"🥕".repeat(30)}\\nnext`)
  })

  it("has only a start without a window", () => {
    expect(orderCalendar({ ...ORDER, endsAt: null }, NOW)).not.toContain("DTEND")
  })
})
