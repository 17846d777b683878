import { listBothWindows } from "#core/calendar/list-windows.server.ts"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import { HOUR_MS } from "#core/durations.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import type { Site } from "#tests/support/server.ts"
import { BY_WEIGHT, POUNDS_EACH, PRODUCTS, type ProductName, WINDOWS } from "./day.ts"

export type Stall = Awaited<ReturnType<typeof openStall>>

/** A market with the day's products, where it is morning now, with the day's windows, and a courier. */
export async function openStall({ database: { db } }: Pick<Site, "database">) {
  const market = await aMarket(db, { name: "Saturday Stall", timeZone: zoneInTheMorning(new Date()) })
  await aCalendar(db, market, { hasOwnDeliverer: true })
  const products = new Map<ProductName, { id: string; variantId: string }>()
  for (const [name, priceCents] of Object.entries(PRODUCTS) as [ProductName, number][]) {
    const weight =
      name === BY_WEIGHT ? ({ unit: "lb", unitAmount: POUNDS_EACH, byWeight: true } as const) : {}
    products.set(name, await aProduct(db, market, { name, priceCents, stock: 100, ...weight }))
  }
  const calendar = await readCalendar(db, market.id)
  if (!calendar) throw new Error("The stall has no calendar.")
  const windows = await listBothWindows(db, { id: market.id, calendar }, new Date())
  const deliverable = new Set(windows.delivery.map(({ startsAt }) => startsAt.getTime()))
  const shared = windows.pickup.filter(({ startsAt }) => deliverable.has(startsAt.getTime()))
  return { market, products, windows: shared.slice(0, WINDOWS), courier: await aCourier(db) }
}

/** A time zone in which it is between 6 and 7 am, so that the day has all of its windows. */
function zoneInTheMorning(now: Date): string {
  const hours = ((Math.floor(6 - ((now.getTime() / HOUR_MS) % 24)) + 48 + 11) % 24) - 11
  // In these names, zones east of Greenwich have a minus.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`
}
