import { describe, it } from "vitest"
import { photosOf } from "#core/market/view-own-market.server.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCalendar, aMarket } from "#tests/support/factories/markets.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { aPhoto, phonePhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

const PHONE: PageOptions = { viewport: "phone", context: { hasTouch: true, isMobile: true } }
const ROWS = ["name", "story", "address", "timeZone", "phone", "website", "accepted"]

async function aSellerAt(options: PageOptions) {
  const market = await aMarket(server.database.db, { name: "Apple Row" })
  const page = await browser.visit(server.url, options)
  await signIn(page, server, market.actor)
  await page.goto("/my-market")
  await hydrated(page)
  return { market, page }
}

describe("a seller's own market", () => {
  it("is accessible, by day and by night, with every form open", { tags: ["STALL-1"] }, async () => {
    for (const options of [PHONE, { viewport: "desktop" } as const]) {
      const { page } = await aSellerAt(options)
      expect(await accessibilityFaults(page)).toEqual([])
      for (const row of ROWS) {
        await page.goto(`/my-market?edit=${row}`)
        expect([row, await accessibilityFaults(page), await pixelsTooWide(page)]).toEqual([row, [], 0])
      }
    }
  })

  it("takes a phone's photos of 6 MB, and puts another one first", {
    tags: ["STALL-5"],
  }, async () => {
    const { market, page } = await aSellerAt(PHONE)
    await page
      .getByLabel("Photo", { exact: true })
      .setInputFiles([await phonePhoto("stall.jpg"), await aPhoto("crates.jpg")])
    await expect(page.getByText("2 of 7")).toBeVisible()
    const { db } = server.database
    const [first, second] = await photosOf(db, market.id)
    await page.getByRole("button", { name: "Later: photo 1" }).click()
    await expect.poll(async () => (await photosOf(db, market.id))[0]?.id).toBe(second!.id)
    expect(first).not.toEqual(second)
  })

  it("opens a form by the keyboard, and saves what is written", { tags: ["STALL-1"] }, async () => {
    const { page } = await aSellerAt({ viewport: "desktop" })
    await page.getByRole("link", { name: "Edit story" }).press("Enter")
    await page.getByLabel(/^Story/).fill("Three farms, one corner.")
    await page.getByRole("button", { name: "Save" }).press("Enter")
    await expect(page.getByText("Saved. Customers see it now.")).toBeVisible()
    await expect(page.getByRole("complementary")).toContainText("Three farms, one corner.")
  })
})

describe("what is typed on a seller's own market", () => {
  it("is not lost by a link, the back button or another form, without a question", {
    tags: ["STALL-1"],
  }, async () => {
    const { market, page } = await aSellerAt(PHONE)
    await aCalendar(server.database.db, market, { pausedAt: new Date() })
    await page.reload()
    await hydrated(page)
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" })
    const story = page.getByLabel(/^Story/)
    await page.getByRole("link", { name: "Edit story" }).click()
    const mark = page.getByText("Not saved", { exact: true })
    await expect(story).toBeVisible()
    await expect(mark).toBeHidden()
    await story.fill("Three farms, one corner.")
    await expect(mark).toBeVisible()
    const ways = [
      () => page.getByRole("link", { name: "Edit phone" }).click(),
      () => page.getByRole("link", { name: "Orders", exact: true }).click(),
      () => page.getByRole("button", { name: "Open again now" }).click(),
      () => page.goBack({ waitUntil: "commit" }).catch(() => null),
    ]
    for (const leave of ways) {
      await leave()
      await expect(dialog).toBeVisible()
      expect(await accessibilityFaults(page)).toEqual([])
      await dialog.getByRole("button", { name: "Keep editing" }).click()
      await expect(dialog).toBeHidden()
      await expect(story).toHaveValue("Three farms, one corner.")
    }
    await page.getByRole("link", { name: "Edit phone" }).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await page.getByRole("link", { name: "Pause", exact: true }).click()
    await expect(page).toHaveURL(/#pause$/)
    await expect(story).toHaveValue("Three farms, one corner.")
    await page.getByRole("link", { name: "Edit phone" }).click()
    await dialog.getByRole("button", { name: "Leave without saving" }).click()
    await expect(page.getByLabel("Phone")).toBeVisible()
    await expect(story).toBeHidden()
    await expect(mark).toBeHidden()
    await page.getByRole("link", { name: "Edit website" }).click()
    await expect(page.getByLabel(/^Website/)).toBeVisible()
    expect(await dialog.count()).toBe(0)
  })

  it("is asked for when the page is reloaded, and given up or saved without a question", {
    tags: ["STALL-1"],
  }, async () => {
    const { page } = await aSellerAt({ viewport: "desktop" })
    const asked: string[] = []
    page.on("dialog", (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    const story = page.getByLabel(/^Story/)
    await page.getByRole("link", { name: "Edit story" }).click()
    await story.fill("Three farms.")
    await page.reload()
    await hydrated(page)
    expect(asked).toEqual(["beforeunload"])
    await story.fill("Three farms.")
    await page.getByRole("link", { name: "Cancel" }).click()
    await expect(story).toBeHidden()
    await page.getByRole("link", { name: "Edit story" }).click()
    await story.fill("Three farms, one corner.")
    await page.getByRole("button", { name: "Save" }).click()
    await expect(page.getByText("Saved. Customers see it now.")).toBeVisible()
    await page.reload()
    expect(asked).toEqual(["beforeunload"])
  })
})

it("shows each page of a seller whole in the navigation, in one line of a narrow phone", {
  tags: ["STALL-6"],
}, async () => {
  const { page } = await aSellerAt(PHONE)
  const links = page.getByRole("navigation", { name: "Your market" }).getByRole("link")
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()))
    const line = boxes.map((box) => Math.round(box!.y))
    expect([width, new Set(line).size]).toEqual([width, 1])
    expect(Math.max(...boxes.map((box) => box!.x + box!.width))).toBeLessThanOrEqual(width)
    expect(await links.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))).toEqual(
      [],
    )
  }
})
