import { describe, it } from "vitest"
import { accessibilityFaults } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aSeller } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()
const PHONE = { context: { viewport: { width: 375, height: 740 } } }

describe("packing on two phones", () => {
  it("shows each other's checks without a reload, fits a phone, and has no fault of axe", {
    tags: ["PACK-5", "A11Y-1"],
  }, async () => {
    const { db } = server.database
    const { market, page } = await aSeller(server, browser, PHONE)
    const product = await aProduct(db, market, { name: "Brown eggs", priceCents: 600 })
    const order = await anOrder(db, { customer: await aCustomer(db), market, product, quantity: 3 })
    const other = await browser.visit(server.url, PHONE)
    await signIn(other, server, market.actor)
    for (const phone of [page, other]) {
      await phone.goto(`/pack-order?OrderDetails=${order.id}`)
      await expect(phone.locator("html[data-hydrated][data-live=live]")).toBeAttached()
      await phone.evaluate(() => Object.assign(window, { isSame: true }))
    }
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole("button", { name: "One less: Brown eggs" }).click()
    await expect(other.getByText("1 missing: refund $6.13")).toBeVisible()
    await other.getByRole("button", { name: "One more: Brown eggs" }).click()
    await expect(page.getByText("1 of 1 dealt with")).toBeVisible()
    await expect(page.getByText("1 missing")).toHaveCount(0)
    await page.getByRole("button", { name: "Ready to pick up" }).click()
    await expect(other.getByText("Packed in 1 bag.")).toBeVisible()
    await expect(other.getByRole("button", { name: "Undo" })).toBeVisible()
    for (const phone of [page, other]) {
      expect(await phone.evaluate(() => "isSame" in window)).toBe(true)
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    }
  })

  it("shows an offered replacement to its customer, and the answer to the packer, without a reload", {
    tags: ["REPL-6", "A11Y-1"],
  }, async () => {
    const { db } = server.database
    const { market, page: seller } = await aSeller(server, browser, PHONE)
    const customer = await aCustomer(db, { firstName: "Nora" })
    const product = await aProduct(db, market, { name: "Blueberries", priceCents: 650 })
    const other = await aProduct(db, market, { name: "Strawberries", priceCents: 550 })
    const order = await anOrder(db, { customer, market, product })
    const buyer = await browser.visit(server.url, PHONE)
    await signIn(buyer, server, customer.actor)
    for (const [phone, path] of [
      [seller, `/pack-order?OrderDetails=${order.id}`],
      [buyer, `/order?OrderID=${order.id}`],
    ] as const) {
      await phone.goto(path)
      await expect(phone.locator("html[data-hydrated][data-live=live]")).toBeAttached()
      await phone.evaluate(() => Object.assign(window, { isSame: true }))
    }
    await seller.getByRole("link", { name: "Replace: Blueberries" }).click()
    await seller.getByRole("combobox", { name: "Replace with" }).selectOption(other.variantId)
    expect(await accessibilityFaults(seller)).toEqual([])
    await seller.getByRole("button", { name: "Offer it to Nora" }).click()
    await expect(seller.getByText("Nora can answer for")).toBeVisible()
    await expect(buyer.getByRole("heading", { name: "1 × Blueberries is out" })).toBeVisible()
    expect(await accessibilityFaults(buyer)).toEqual([])
    expect(await accessibilityFaults(seller)).toEqual([])
    await buyer.getByRole("button", { name: "Yes, replace it" }).click()
    await expect(buyer.getByText("You said yes.")).toBeVisible()
    await expect(seller.getByText("Nora said yes at")).toBeVisible()
    for (const phone of [seller, buyer]) {
      expect(await phone.evaluate(() => "isSame" in window)).toBe(true)
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    }
  })
})
