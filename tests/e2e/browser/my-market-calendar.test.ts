import { eq } from "drizzle-orm"
import { describe, it } from "vitest"
import { addDays, clockAt } from "#core/calendar/zoned-time.ts"
import { marketCalendars, marketDates } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCalendar, aMarket } from "#tests/support/factories/markets.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

const PHONE: PageOptions = { viewport: "phone", context: { hasTouch: true, isMobile: true } }
const RULES = ["pause", "preparation", "pickup", "delivery", "courier"]
const TIME_ZONE = "America/New_York"

async function aSellerAt(options: PageOptions) {
  const market = await aMarket(server.database.db, { name: "Apple Row" })
  const page = await browser.visit(server.url, options)
  await signIn(page, server, market.actor)
  await page.goto("/my-market")
  await hydrated(page)
  return { market, page }
}

const weekOf = async (marketId: string) => {
  const { db } = server.database
  const [row] = await db.select().from(marketCalendars).where(eq(marketCalendars.marketId, marketId))
  return row?.week
}

describe("the calendar of a seller's own market", () => {
  it.each([
    ["a phone", PHONE],
    ["a desktop", { viewport: "desktop" } as const],
  ] satisfies [string, PageOptions][])(
    "is accessible on %s, by day and by night, with every form open",
    {
      tags: ["CAL-20", "CAL-21", "CAL-22", "CAL-23", "CAL-24"],
    },
    async (_name, options) => {
      const { market, page } = await aSellerAt(options)
      const { db } = server.database
      const date = addDays(clockAt(new Date(), TIME_ZONE).date, 3)
      await aCalendar(db, market, { pickupPlaces: 8, pausedAt: new Date(), pauseReason: "Away" })
      await db.insert(marketDates).values({ marketId: market.id, date, spans: [], note: "Family" })
      for (const row of ["", "monday", "new-day", `day-${date}`, ...RULES]) {
        await page.goto(`/my-market?edit=${row}`)
        expect([row, await accessibilityFaults(page), await pixelsTooWide(page)]).toEqual([row, [], 0])
      }
    },
  )

  it("takes several hours of a day on a phone, and says what is wrong where it is", {
    tags: ["CAL-20"],
  }, async () => {
    const { market, page } = await aSellerAt(PHONE)
    await page.getByRole("link", { name: "Edit Sunday" }).click()
    const form = page.locator("#sunday form")
    await expect(form.getByLabel("Opens")).toBeHidden()
    await form.getByLabel("Open on Sundays").check()
    await form.getByLabel("Opens").selectOption("8 am")
    await form.getByLabel("Closes").selectOption("1 pm")
    await form.getByRole("button", { name: "Add hours" }).click()
    const second = form.getByRole("group", { name: "Hours 2" })
    await second.getByLabel("Opens").selectOption("noon")
    await second.getByLabel("Closes").selectOption("2 am")
    await form.getByRole("button", { name: "Save" }).click()
    await expect(form.getByRole("alert")).toContainText("These hours meet the ones before them.")
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await pixelsTooWide(page)).toBe(0)
    await second.getByLabel("Opens").selectOption("8 pm")
    await form.getByRole("button", { name: "Add hours" }).click()
    await form.getByRole("button", { name: "Remove hours 3" }).click()
    await form.getByLabel("Saturday").check()
    await form.getByRole("button", { name: "Save" }).click()
    await expect(page.getByText("Saved. Customers see it now.")).toBeVisible()
    await expect(page.locator("#saturday")).toContainText("8 am–1 pm, 8 pm–2 am")
    const hours = [
      { opens: 480, closes: 780 },
      { opens: 1_200, closes: 120 },
    ]
    expect((await weekOf(market.id))?.slice(5)).toEqual([hours, hours])
  })

  it("keeps what was typed beside a date that is over, and pauses by the keyboard", {
    tags: ["CAL-21", "CAL-22"],
  }, async () => {
    const { page } = await aSellerAt({ viewport: "desktop" })
    await page.getByRole("link", { name: "Add a day" }).press("Enter")
    await page.getByLabel("Day", { exact: true }).fill("2020-01-01")
    await page.getByLabel(/^What for/).fill("Family")
    await page.getByRole("button", { name: "Save" }).press("Enter")
    await expect(page.getByRole("alert")).toContainText("This day is over.")
    await expect(page.getByLabel(/^What for/)).toHaveValue("Family")
    await page.getByRole("link", { name: "Pause orders" }).press("Enter")
    await page.getByRole("button", { name: "Leave without saving" }).press("Enter")
    await page.getByLabel(/^Why/).fill("Away for the harvest")
    await page.getByRole("button", { name: "Pause orders" }).press("Enter")
    const preview = page.getByRole("complementary")
    await expect(preview).toContainText("Apple Row isn't taking orders right now. Away for the harvest.")
    await page.getByRole("button", { name: "Open again now" }).press("Enter")
    await expect(preview).not.toContainText("taking orders")
  })
})
