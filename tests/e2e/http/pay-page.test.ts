import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { markets } from "#db/schema/index.ts"
import { aShopper, BILLING_ADDRESS, payOnProviderPage, proceed } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()
const db = () => server.database.db

const billing = (page: HtmlPage) => page.document.querySelector<HTMLDetailsElement>("details.billing")!
const lineOf = (page: HtmlPage) => billing(page).querySelector("summary")?.textContent?.replace(/\s+/g, " ")

async function aMelonShopper() {
  const { melon, stall } = await twoMarkets(db())
  return { melon, stall, ...(await aShopper(server, [{ productId: melon.id }])) }
}

describe("the billing address of /pay, without JavaScript", { tags: ["PAY-95"] }, () => {
  it("is one line for a delivery, and pays with it", async () => {
    const { shopper } = await aMelonShopper()
    const pay = await proceed(shopper, "Delivery")
    expect(billing(pay).open).toBe(false)
    expect(lineOf(pay)).toContain("Same as delivery 1 Main St, New York, NY 10001")
    const provider = await pay.press(/^Pay Now \$/)
    expect((await payOnProviderPage(provider)).text).toContain("Thank you for shopping")
  })

  it("opens where something in it is wrong", async () => {
    const { shopper } = await aMelonShopper()
    const pay = await proceed(shopper, "Delivery")
    const rejected = await pay.press(/^Pay Now/, { Zip: "12" })
    expect(billing(rejected).open).toBe(true)
    expect(rejected.document.querySelector(".summary")?.hasAttribute("autofocus")).toBe(true)
  })

  it("is open while nothing is known, and known from the last payment after it, for its customer only", async () => {
    const { shopper, melon } = await aMelonShopper()
    const pay = await proceed(shopper, "Pick up")
    expect(billing(pay).open).toBe(true)
    await payOnProviderPage(await pay.press(/^Pay Now/, { ...BILLING_ADDRESS, Address: "7 Elm St" }))
    const product = await shopper.open(`/view-product?product=${melon.id}`)
    await product.press("Add to the Cart")
    const again = await proceed(shopper, "Pick up")
    expect(billing(again).open).toBe(false)
    expect(lineOf(again)).toContain("7 Elm St, New York, NY 10001")
    expect(lineOf(again)).not.toContain("Same as delivery")
    const other = await aShopper(server, [{ productId: melon.id }])
    const theirs = await proceed(other.shopper, "Pick up")
    expect(theirs.html).not.toContain("7 Elm St")
  })
})

it("shows before paying where a pickup is, with its map, and leads back to change what, where and when", {
  tags: ["PAY-96"],
}, async () => {
  const { shopper, stall } = await aMelonShopper()
  const [market] = await db().select().from(markets).where(eq(markets.id, stall.id))
  const pay = await proceed(shopper, "Pick up")
  const map = pay.get("link", /on a map$/) as HTMLAnchorElement
  expect(map.textContent).toContain(market!.address)
  expect(map.getAttribute("href")).toContain(encodeURIComponent(market!.address))
  expect((await pay.follow(/^Change items and time of /)).path).toBe("/shopping-cart")
  const delivered = await proceed(shopper, "Delivery")
  expect(delivered.all("link", /on a map$/)).toHaveLength(0)
  const labels = [...delivered.document.querySelectorAll("aside .receipt dt")].map((one) => one.textContent)
  expect(labels.slice(-4)).toEqual(["Amount", "Tax", "Delivery", "Total"])
  expect((await delivered.follow("Change how you get it")).path).toBe("/ship-to")
})
