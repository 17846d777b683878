import type { Page } from "playwright"
import { copyTemplate } from "#tests/support/copy-template.ts"
import { openTestDatabase } from "#tests/support/database.ts"
import { startTestServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { testPostgresUrl } from "#tests/support/start-postgres.ts"
import { openBrowser } from "../../bench/world/open-browser.ts"
import { checkCents } from "./check-cents.ts"
import { SATURDAY, type SaturdayOrder, WINDOWS } from "./day.ts"
import { carry, handOverOnPhone, markDelivered, STEPS } from "./hand-over-on-phone.ts"
import { openStall } from "./open-stall.ts"
import { type Phone, packOnPhone } from "./pack-on-phone.ts"
import { type PlacedOrder, placeOrder } from "./place-order.ts"
import { countTaps } from "./taps.ts"

/**
 * npm run saturday: forty orders arrive, are packed and handed over on one phone, with two minutes without a network.
 * Prints the taps by step and compares every order with its card payment and the ledger.
 */

/** The taps that packing and handing over one pickup order took before there was a working page. */
const TAPS_BEFORE = 8
const AT_ONCE = 4

const chromium = await openBrowser()
if (!chromium) throw new Error("Chromium is not installed: apt-get install chromium, or set CHROMIUM_PATH")
const databaseUrl = await copyTemplate(await testPostgresUrl(), { zips: true })
const site = await startTestServer({ openDatabase: async () => openTestDatabase(databaseUrl, 4) })
let faults: string[] = []
try {
  const stall = await openStall(site)
  const context = await chromium.newContext({
    baseURL: site.url,
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  })
  const page = await context.newPage()
  await page.clock.install()
  await signIn(page, site, stall.market.actor)
  await page.goto("/market-today")
  await page.locator("html[data-hydrated][data-live=live]").waitFor()
  const phone: Phone = { site, stall, page, taps: countTaps() }

  const placed = await arrive(phone)
  for (let window = 0; window < WINDOWS; window += 1)
    await workThrough(
      phone,
      placed.filter((order) => order.window === window),
      { isOffline: window === 2 },
    )
  await show(page, "done")
  await page
    .locator("[id^=order-]")
    .nth(placed.length - 1)
    .waitFor()
  faults = await checkCents(site, placed)
  report(phone)
} finally {
  await site.stop()
  await chromium.close()
}
for (const fault of faults) console.error(fault)
console.log(`${SATURDAY.length} orders, ${faults.length} differences`)
process.exit(faults.length === 0 ? 0 : 1)

/** The orders arrive while the page is open, a few at a time, and are acknowledged together. */
async function arrive({ site: shop, stall, page, taps }: Phone): Promise<PlacedOrder[]> {
  const placed: PlacedOrder[] = []
  const waiting: SaturdayOrder[] = [...SATURDAY]
  const lane = async () => {
    for (let order = waiting.shift(); order; order = waiting.shift())
      placed.push(await placeOrder(shop, stall, order))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await show(page, "new")
  const all = page.getByRole("button", { name: `Got it, all ${placed.length} new` })
  await taps.tap("acknowledge all", all)
  taps.done("acknowledge all")
  await page.getByText("No new orders.").waitFor()
  return placed.sort((one, other) => one.number - other.number)
}

/** Packs the orders of a window and hands them over; offline, the steps wait until the network is back. */
async function workThrough(
  phone: Phone,
  orders: readonly PlacedOrder[],
  { isOffline }: { isOffline: boolean },
) {
  const { page } = phone
  await show(page, "pack")
  for (const order of orders) await packOnPhone(phone, order)
  await show(page, "ready")
  if (isOffline) await loseNetwork(page)
  for (const order of orders) await handOverOnPhone(phone, order)
  if (isOffline) {
    await page.clock.fastForward("02:00")
    await page.context().setOffline(false)
  }
  for (const order of orders) if (order.handover === "own delivery") await markDelivered(phone, order)
  await page.getByText("No order is waiting for its customer.").waitFor()
  for (const order of orders) if (order.handover === "courier") await carry(phone, order)
}

async function show(page: Page, stage: string) {
  await page.goto(`/market-today?stage=${stage}`)
  await page.locator("html[data-hydrated][data-live=live]").waitFor()
}

/** The notices move what is below them, so the first tap waits for them. */
async function loseNetwork(page: Page) {
  await page.context().setOffline(true)
  await page.getByText("You're offline.").waitFor()
  await page.getByText("Live updates are paused.").waitFor()
}

function report({ taps }: Phone): void {
  console.log("step                       taps  orders  taps an order")
  for (const { step, taps: count, orders } of taps.rows())
    console.log(
      [
        step.padEnd(24),
        String(count).padStart(6),
        String(orders).padStart(7),
        (count / orders).toFixed(1).padStart(14),
      ].join(" "),
    )
  const pickup = taps.perOrder("pack") + taps.perOrder(STEPS.pickup)
  console.log(`A pickup order takes ${pickup.toFixed(1)} taps from its card; before, ${TAPS_BEFORE}.`)
}
