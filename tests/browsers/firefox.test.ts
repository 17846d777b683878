import sharp from "sharp"
import { expect, it } from "vitest"
import { aCustomerWith, twoMarkets } from "#tests/support/factories/carts.ts"
import { aNotifiedCustomer } from "#tests/support/factories/notifications.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { useFirefox } from "./firefox.ts"

const server = useSharedServer()
const visit = useFirefox(server)

it("wraps the text of the notifications menu, with See Order inside of it", async () => {
  const { actor } = await aNotifiedCustomer(
    server.database.db,
    "Your order 100017 at Chelsea Corner Grocer is ready to be picked up.",
  )
  const page = await visit(actor)
  await page.goto(`${server.url}/faq`)
  await page.click("[popovertarget=bell]")
  const { list, content, button, menu } = await page.evaluate(() => {
    const menu = document.getElementById("bell")!
    const list = menu.querySelector("ul")!
    const right = (element: Element) => element.getBoundingClientRect().right
    return {
      list: list.clientWidth,
      content: list.scrollWidth,
      button: right(menu.querySelector("button")!),
      menu: right(menu),
    }
  })
  expect(content).toBe(list)
  expect(button).toBeLessThan(menu)
})

it("draws the awning's stripes 44 px wide", async () => {
  const { actor } = await aNotifiedCustomer(server.database.db)
  const page = await visit(actor)
  await page.goto(`${server.url}/faq`)
  const image = await page.screenshot({ clip: { x: 0, y: 0, width: 1280, height: 10 } })
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const middles = Array.from({ length: 28 }, (_, stripe) => {
    const x = (stripe * 44 + 22) * info.channels + 4 * info.width * info.channels
    const [red = 0, green = 0] = data.subarray(x, x + 3)
    return green - red > 40 ? "green" : "paper"
  })
  expect(middles).toEqual(middles.map((_, stripe) => (stripe % 2 === 0 ? "green" : "paper")))
})

it("shows the cart again after Back, when something was removed before React came", async () => {
  const { melon, shoes } = await twoMarkets(server.database.db)
  const { customer } = await aCustomerWith(server.database.db, [
    { productId: melon.id },
    { productId: shoes.id, size: "8" },
  ])
  const page = await visit(customer.actor)
  await page.setRequestInterception(true)
  // A request that the page has canceled in the meantime needs no response.
  page.on("request", (request) =>
    (/entry\.client/.test(request.url()) ? request.abort() : request.continue()).catch(() => {}),
  )
  await page.goto(`${server.url}/shopping-cart`)
  await Promise.all([
    page.waitForNavigation(),
    page.click("[aria-label='Remove from the cart: Sugar melon']"),
  ])
  await page.goto(`${server.url}/faq`)
  await page.goBack()
  expect(await page.title()).toBe("Shopping List — Pushcart")
})
