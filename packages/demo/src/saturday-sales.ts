import { eq } from "drizzle-orm"
import { saveAddress } from "../../../core/addresses/save-address.server.ts"
import type { MarketCalendar } from "../../../core/calendar/taking-orders.ts"
import { offeredWindows, type WindowKind } from "../../../core/calendar/windows.ts"
import { MINUTE_MS } from "../../../core/durations.ts"
import { SATURDAY_LOGIN } from "../../../core/identity/demo-logins.ts"
import { products } from "../../../db/schema/index.ts"
import { type Demo, findSeller, placedAt, type Sale } from "./sale.ts"
import { SATURDAY_PLANS, type SaturdayPlan, WINDOWS } from "./saturday-plans.ts"

/** The first window begins at least this long after the seed, so that nothing is late at the start. */
const AHEAD_MS = 30 * MINUTE_MS

const BROOKLYN = { city: "Brooklyn", state: "NY" as const }
const STREETS = [
  { address: "172 Willoughby Ave", zip: "11205" },
  { address: "35 S Oxford St", zip: "11217" },
  { address: "260 Clermont Ave", zip: "11205" },
  { address: "88 Lafayette Ave", zip: "11217" },
  { address: "410 Park Pl", zip: "11238" },
  { address: "25 Clinton St", zip: "11201" },
  { address: "600 Vanderbilt Ave", zip: "11238" },
]

/** The forty orders of the Saturday, in its next five windows. */
export async function saturdaySales(demo: Demo): Promise<Sale[]> {
  const { idOf, now } = demo
  const { seller, calendar } = await findSeller(demo, SATURDAY_LOGIN)
  const windows = saturdayWindows(calendar, now)
  const products = await productsByName(demo, seller.marketId)
  const sales: Sale[] = []
  for (const [index, plan] of SATURDAY_PLANS.entries()) {
    const billing = homeOf(plan, index)
    sales.push({
      ...plan,
      customerId: idOf(plan.customer.email),
      seller,
      placedAt: placedAt(plan, calendar, now),
      items: plan.items.map(([name, quantity]) => ({ productId: products(name), size: "", quantity })),
      addressId: plan.fulfilment === "delivery" ? await saveHome(demo, plan, billing) : null,
      windowFrom: windows[plan.window] ?? null,
      tipPercent: plan.fulfilment === "delivery" && index % 2 === 0 ? "15" : undefined,
      billing,
    })
  }
  return sales
}

/** When the next windows begin that the market offers for pickup and for delivery alike. */
export function saturdayWindows(calendar: MarketCalendar, now: Date): Date[] {
  const startsOf = (kind: WindowKind) =>
    offeredWindows(calendar, kind, now, () => 0).map(({ startsAt }) => startsAt.getTime())
  const delivered = new Set(startsOf("delivery"))
  return startsOf("pickup")
    .filter((at) => delivered.has(at) && at >= now.getTime() + AHEAD_MS)
    .slice(0, WINDOWS)
    .map((at) => new Date(at))
}

type Home = ReturnType<typeof homeOf>

function homeOf({ customer: { firstName, lastName } }: SaturdayPlan, index: number) {
  const street = STREETS[index % STREETS.length] ?? { address: "172 Willoughby Ave", zip: "11205" }
  return { firstName, lastName, ...street, ...BROOKLYN, addressOne: `Apt ${index + 1}` }
}

async function saveHome({ contextFor, idOf }: Demo, { customer }: SaturdayPlan, home: Home): Promise<string> {
  const ctx = contextFor({ role: "customer", userId: idOf(customer.email) })
  const facts = { label: "Home", phone: "718-555-0199", instructions: null, isFirstChoice: true }
  return (await saveAddress(ctx, { ...home, ...facts })).addressId
}

/** The ids of the market's products, by name. */
async function productsByName({ contextFor }: Demo, marketId: string): Promise<(name: string) => string> {
  const { db } = contextFor({ role: "system" })
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(eq(products.marketId, marketId))
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return (name) => {
    const id = ids.get(name)
    if (!id) throw new Error(`The demo's Saturday sells no ${name}`)
    return id
  }
}
