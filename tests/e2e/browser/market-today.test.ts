import { eq } from "drizzle-orm"
import { describe, it } from "vitest"
import { notify } from "#core/notifications/notify.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { orders } from "#db/schema/index.ts"
import { accessibilityFaults } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aSeller } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()
const browser = useBrowser()
const PHONE = { context: { viewport: { width: 375, height: 740 } } }

async function aStall(options = {}) {
  const { db } = server.database
  const { market, page } = await aSeller(server, browser, options)
  const product = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  const order = async (facts: Partial<typeof orders.$inferInsert> = {}) => {
    const made = await anOrder(db, { customer: await aCustomer(db), market, product, quantity: 2 })
    if (Object.keys(facts).length > 0) await db.update(orders).set(facts).where(eq(orders.id, made.id))
    return made
  }
  const open = async (path = "/market-today") => {
    await page.goto(path)
    await expect(page.locator("html[data-hydrated][data-live=live]")).toBeAttached()
  }
  const arrive = async () => {
    const made = await order({ acknowledgedAt: null })
    await db.transaction((tx) =>
      notify(tx, { userId: market.actor.userId, role: "seller", orderId: made.id, message: "New order." }),
    )
    return made
  }
  const card = ({ number }: { number: number }) => page.locator(`#order-${number}`)
  return { market, page, order, open, arrive, card }
}

describe("a seller's working page", () => {
  it("shows new orders and other people's steps without a reload, fits a phone, and has no fault of axe", {
    tags: ["TODAY-5", "A11Y-1"],
  }, async () => {
    const { market, page, order, open, arrive, card } = await aStall(PHONE)
    const first = await order({ note: "Big, ripe ones if you have them.", replacement: "replace" })
    await open()
    expect(await accessibilityFaults(page)).toEqual([])
    const fresh = await arrive()
    await expect(card(fresh).getByRole("button", { name: `Got it, order ${fresh.number}` })).toBeVisible()
    await expect(page).toHaveTitle(/^(\w+: )?\(1\) Today/)
    await card(fresh)
      .getByRole("button", { name: /^Got it/ })
      .click()
    await expect(card(fresh).getByRole("link", { name: /^Start packing/ })).toBeVisible()
    const seller = ctxFor(server.database, market.actor)
    await setPickupStatus(seller, { orderId: first.id, status: "ready to pick up" })
    await expect(card(first)).toHaveCount(0)
    await page.getByRole("link", { name: "1 Ready" }).click()
    await card(first).getByText("Hand over", { exact: true }).first().click()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await card(first).getByRole("button", { name: "Without code" }).click()
    await page.getByRole("button", { name: `Undo: order ${first.number}` }).click()
    await expect(card(first)).toBeVisible()
  })

  it("offers the step that all chosen orders share, and their pick list", {
    tags: ["TODAY-3"],
  }, async () => {
    const { page, order, open, card } = await aStall()
    const [one, two] = [await order(), await order()]
    await open()
    const bar = page.getByRole("form", { name: "Several orders" })
    await expect(bar).toHaveCount(0)
    for (const { number } of [one, two]) await page.getByLabel(`Choose order ${number}`).check()
    await expect(bar).toContainText("2 orders chosen")
    await expect(bar.getByRole("link", { name: "Pick list" })).toHaveAttribute(
      "href",
      `/pick-list?orders=${one.number},${two.number}`,
    )
    await bar.getByRole("button", { name: "Clear" }).click()
    await expect(bar).toHaveCount(0)
    for (const { number } of [one, two]) await page.getByLabel(`Choose order ${number}`).check()
    await bar.getByRole("button", { name: "Ready to pick up" }).click()
    await expect(card(one)).toHaveCount(0)
    await expect(card(two)).toHaveCount(0)
    await expect(bar).toHaveCount(0)
  })

  it("counts the time on while it stays open, and focuses the search with a slash", {
    tags: ["TODAY-2", "TODAY-5"],
  }, async () => {
    const { page, order, open, card } = await aStall()
    await page.clock.install()
    const soon = await order({ dueAt: new Date(Date.now() + 90_000) })
    await open()
    await expect(card(soon)).toContainText("in 1 min")
    await page.clock.fastForward(180_000)
    await expect(card(soon)).toContainText("late")
    await expect(page.getByRole("heading", { name: "Now 1 late" })).toBeVisible()
    await page.keyboard.press("/")
    await page.keyboard.type("nobody")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("heading", { name: "No order of today matches “nobody”" })).toBeVisible()
  })

  it("keeps every step that is tapped without a network, lists them, and sends each once and in order", {
    tags: ["TODAY-6"],
  }, async () => {
    const { market, page, order, open, card } = await aStall(PHONE)
    const [fresh, packed, chosen, cancelled] = [
      await order({ acknowledgedAt: null }),
      await order({ packedAt: new Date() }),
      await order(),
      await order({ packedAt: new Date() }),
    ]
    await open()
    browser.expectProblem(/WebSocket connection to|ERR_INTERNET_DISCONNECTED|422/)
    const sent: string[] = []
    page.on("response", (response) => {
      const form = new URLSearchParams(response.request().postData() ?? "")
      if (response.url().endsWith("/order-step")) sent.push(`${form.get("step")} ${form.get("orderId")}`)
    })
    await page.context().setOffline(true)
    await card(fresh)
      .getByRole("button", { name: /^Got it/ })
      .click()
    await card(packed)
      .getByRole("button", { name: /^Ready to pick up/ })
      .click()
    await card(cancelled)
      .getByRole("button", { name: /^Ready to pick up/ })
      .click()
    await page.getByLabel(`Choose order ${chosen.number}`).check()
    const bar = page.getByRole("form", { name: "Several orders" })
    await bar.getByRole("button", { name: "Ready to pick up" }).click()
    await expect(card(packed)).toContainText("Waiting to be sent")
    await expect(page.getByText("4 steps are waiting for a connection:")).toContainText(
      `take order ${fresh.number} to pack, then make order ${packed.number} ready to pick up`,
    )
    const seller = ctxFor(server.database, market.actor)
    await cancelSellerOrder(seller, { orderId: cancelled.id, reason: "It rained." })
    await page.context().setOffline(false)
    await expect(page.getByRole("link", { name: "2 Ready" })).toBeVisible()
    await expect(card(fresh).getByRole("link", { name: /^Start packing/ })).toBeVisible()
    await expect(page.getByRole("alert")).toContainText(
      `We couldn't make order ${cancelled.number} ready to pick up.`,
    )
    expect(sent).toEqual([
      `acknowledge ${fresh.id}`,
      `setReady ${packed.id}`,
      `setReady ${cancelled.id}`,
      `setReady ${chosen.id}`,
    ])
    await expect(page.getByRole("button", { name: "Undo: 2 orders" })).toBeVisible()
  })

  it("finds the order of a label by the camera, where the browser can read a QR code", {
    tags: ["TODAY-7"],
  }, async () => {
    const { page, order, open, card } = await aStall(PHONE)
    const ready = await order({ status: "ready to pick up" })
    await open()
    await expect(page.getByRole("button", { name: "Scan" })).toHaveCount(0)
    await page.addInitScript((label) => {
      class BarcodeDetector {
        async detect() {
          return [{ rawValue: label }]
        }
      }
      const getUserMedia = async () => {
        if (location.search.includes("done")) throw new DOMException("No camera.", "NotAllowedError")
        return document.createElement("canvas").captureStream()
      }
      Object.assign(window, { BarcodeDetector })
      Object.assign(navigator.mediaDevices, { getUserMedia })
    }, String(ready.number))
    await open("/market-today?stage=done")
    await page.getByRole("button", { name: "Scan" }).click()
    await expect(page.getByRole("dialog", { name: "Scan a label" })).toContainText(
      "We couldn't use the camera.",
    )
    await page.getByRole("button", { name: "Close" }).click()
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await open()
    await page.getByRole("button", { name: "Scan" }).click()
    await page.waitForURL(`**/market-today?q=${ready.number}`)
    await expect(card(ready).getByText("Hand over", { exact: true }).first()).toBeVisible()
    await expect(page.getByRole("dialog")).toHaveCount(0)
  })
})
