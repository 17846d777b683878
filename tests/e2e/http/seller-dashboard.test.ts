import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { orders, payouts } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const TWO_DAYS_MS = 2 * 24 * 3_600_000

it("begins with today in four figures and with what needs a hand, and leaves out what is not there", {
  tags: ["SELL-14"],
}, async () => {
  const { db } = server.database
  const market = await aMarket(db)
  const seller = await visitor(server, market.actor)
  const empty = await seller.open("/market-dashboard")
  expect(empty.all("heading", "Today")).toEqual([])
  expect(empty.all("heading", "Needs a hand")).toEqual([])

  const sold = { customer: await aCustomer(db), market, product: await aProduct(db, market) }
  const [waiting, ready, fresh] = [await anOrder(db, sold), await anOrder(db, sold), await anOrder(db, sold)]
  await db.update(orders).set({ acknowledgedAt: null }).where(eq(orders.id, fresh.id))
  const before = new Date(Date.now() - TWO_DAYS_MS)
  await db.update(orders).set({ updatedAt: before, clockStartsAt: before }).where(eq(orders.id, waiting.id))
  await db.update(orders).set({ status: "ready to pick up" }).where(eq(orders.id, ready.id))
  const failed = {
    userId: market.userId,
    role: "seller",
    amountCents: cents(2130),
    status: "failed",
  } as const
  await db.insert(payouts).values({ ...failed, failure: "The account is closed." })
  await (await seller.open("/add-product")).press("Next", { Category: "Fruits", Price: "2.5" })

  const page = await seller.open("/market-dashboard")
  const headings = page.all("heading").map(({ textContent }) => textContent)
  expect(headings.indexOf("Today")).toBeLessThan(headings.indexOf("Products"))
  const figures = page.all("link", undefined, page.get("region", "Today"))
  expect(figures.map(({ textContent }) => textContent)).toEqual([
    "1New",
    "1To pack today",
    "1Ready",
    "0Done today",
  ])
  const addresses = figures.map((link) => link.getAttribute("href"))
  expect(addresses).toEqual([
    "/market-today?stage=new",
    "/market-today?stage=pack",
    "/market-today?stage=ready",
    "/market-today?stage=done",
  ])
  expect((await seller.open(addresses[2]!)).text).toContain(`Order ${ready.number}`)
  const hand = page.all("listitem", undefined, page.get("region", "Needs a hand"))
  expect(hand.map(({ textContent }) => textContent)).toEqual([
    `Order ${waiting.number} needs your attention. It will be refunded if you don't act.See the order`,
    "Your last payout of $21.30 didn't go through.See why",
    "You have an unfinished draft: FruitsGo on",
  ])
  expect((await page.follow("See the order")).get("heading", `Order ${waiting.number}`)).toBeTruthy()
  expect((await page.follow("Your data and account")).path).toBe("/account")
  expect((await page.follow("API tokens")).path).toBe("/api-tokens")
})
