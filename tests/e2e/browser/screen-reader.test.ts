import { beforeEach, expect, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { eggsNearby } from "#tests/support/eggs-nearby.ts"
import { expect as expectPage } from "#tests/support/expect.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()
beforeEach(() => browser.expectProblem(/tiles\.openfreemap\.org|ERR_FAILED/))

/** The roles and names of the accessibility tree, from a search to the cart. */
it("hears where it is, what each control does and what became of it, from the search to the cart", {
  tags: ["A11Y-1"],
}, async () => {
  const { place, close } = await eggsNearby(server)
  const page = await browser.visit(server.url, { viewport: "phone" })
  await signIn(page, server, (await aCustomer(server.database.db)).actor)
  const heard = async (path: string) => {
    await page.goto(path)
    await hydrated(page)
    const text = await page.locator("main").ariaSnapshot()
    process.stdout.write(`\n${path}\n${text}\n`)
    return text
  }

  const home = await heard(`/home?zip=${place.zip}`)
  for (const line of [
    'textbox "Zip"',
    'searchbox "Products or markets"',
    'button "Find markets"',
    `heading "2 markets near ${place.zip}" [level=2]`,
    'navigation "View"',
    `button "Favorite: ${close.name}"`,
    `link "Check the market out: ${close.name}"`,
  ])
    expect(home).toContain(line)

  const found = await heard(`/home?zip=${place.zip}&q=eggs`)
  for (const line of [
    `heading "eggs near ${place.zip}" [level=2]`,
    `heading "${close.name}" [level=3]`,
    'heading "Large Brown Eggs" [level=4]',
    'button "Add to the cart: Large Brown Eggs"',
  ])
    expect(found).toContain(line)

  const market = await heard(`/market-info?market=${close.id}`)
  for (const line of [
    `heading "${close.name}" [level=1]`,
    'navigation "Categories"',
    'searchbox "Search this market"',
    'button "Add to the cart: Large Brown Eggs"',
  ])
    expect(market).toContain(line)
  await page.getByRole("button", { name: "Add to the cart: Large Brown Eggs" }).first().click()
  const messages = page.getByRole("list", { name: "Messages" })
  await expectPage(messages).toHaveAttribute("aria-live", "polite")
  await expectPage(messages).toContainText("Large Brown Eggs ×1, $5.49")

  const cart = await heard("/shopping-cart")
  for (const line of [
    'heading "Shopping List" [level=1]',
    'combobox "Delivery or Pick up"',
    `region "${close.name}"`,
    'combobox "Quantity: Large Brown Eggs"',
    'button "Remove from the cart: Large Brown Eggs"',
    'complementary "Your estimate"',
    'button "Proceed Checkout"',
  ])
    expect(cart).toContain(line)
})
