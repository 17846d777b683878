import { describe, expect, it } from "vitest"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { aShopper } from "#tests/support/checkout-pages.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()

/** A signed-in customer with an open order of melons and a past one of eggs, from two markets. */
async function aBuyer() {
  const { db } = server.database
  const { shopper, customer } = await aShopper(server)
  const [stall, barn] = [await aMarket(db, { name: "Melon Stall" }), await aMarket(db, { name: "Egg Barn" })]
  const melon = await aProduct(db, stall, { name: "Sugar melon" })
  const eggs = await aProduct(db, barn, { name: "Brown eggs" })
  const open = await anOrder(db, { customer, market: stall, product: melon })
  const past = await anOrder(db, { customer, market: barn, product: eggs })
  const seller = ctxFor(server.database, barn.actor)
  await setPickupStatus(seller, { orderId: past.id, status: "picked up" })
  return { shopper, open, past }
}

const numbersOn = (page: HtmlPage) =>
  page.all("link", /^View Order/).map((link) => Number(link.getAttribute("aria-label")?.replace(/\D/g, "")))

describe("the list of a customer's orders", { tags: ["ORDER-34", "NOJS-4"] }, () => {
  it("has open and past orders apart, each with its items and what happens now", async () => {
    const { shopper, open, past } = await aBuyer()
    const all = await shopper.open("/customer-orders")
    expect(numbersOn(all)).toEqual([past.number, open.number])
    for (const text of [
      "Brown eggs",
      "Picked up. Enjoy it!",
      "Sugar melon",
      "The market is packing your order",
    ])
      expect(all.text).toContain(text)
    const opened = await all.follow("Open 1")
    expect(numbersOn(opened)).toEqual([open.number])
    expect(numbersOn(await opened.follow("Past 1"))).toEqual([past.number])
  })

  it("is searched by product, market, number and code, and says when nothing is found", async () => {
    const { shopper, open, past } = await aBuyer()
    const search = async (q: string, path = "/customer-orders") =>
      (await shopper.open(path)).press("Search", { "Product, market, order number or code": q })
    for (const [typed, order] of [
      ["melon", open],
      ["egg barn", past],
      [`#${past.number}`, past],
      [open.confirmation.slice(0, 4).toLowerCase(), open],
    ] as const)
      expect(numbersOn(await search(typed)), typed).toEqual([order.number])
    const none = await search("eggs", "/customer-orders?show=open")
    expect(none.path).toBe("/customer-orders?show=open&q=eggs")
    expect(none.text).toContain("No open order with “eggs”")
    expect(numbersOn(await none.follow("Clear the search"))).toEqual([open.number])
    for (const typed of ["%", "pumpkin", "\u0000"])
      expect(numbersOn(await search(typed))).toHaveLength(typed === "\u0000" ? 2 : 0)
  })

  it("can be shown whole, without the box that scrolls", async () => {
    const { db } = server.database
    const { shopper, customer } = await aShopper(server)
    const market = await aMarket(db)
    const product = await aProduct(db, market)
    for (let made = 0; made < 6; made++) await anOrder(db, { customer, market, product })
    const boxed = await shopper.open("/customer-orders")
    expect(boxed.document.querySelector(".scroll-area")).toBeTruthy()
    const whole = await boxed.follow("Show all 6 on one page")
    expect(whole.document.querySelector(".scroll-area")).toBeNull()
    expect(numbersOn(whole)).toHaveLength(6)
  })
})
