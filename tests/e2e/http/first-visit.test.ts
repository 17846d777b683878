import { expect, it } from "vitest"
import { eggsNearby } from "#tests/support/eggs-nearby.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signUp } from "#tests/support/sign-up.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

it("leads from a zip over registering to a cart of two markets and its payment without JavaScript", {
  tags: ["NOJS-2", "NOJS-3", "GUARD-9", "SEARCH-1", "CART-19"],
}, async () => {
  const { place, close, far } = await eggsNearby(server)
  const ada = await visitor(server)
  const found = await (await ada.open("/home")).press("Find markets", { Zip: place.zip })
  const dialog = await found.follow(`Check the market out: ${close.name}`)
  const form = await (await dialog.follow("Sign In")).follow("Register")
  const market = await signUp(server, ada, form)
  expect(market.get("heading", close.name).tagName).toBe("H1")

  const near = await market.follow(`Markets near ${place.zip}`)
  let results = await near.press("Find markets", { "Products or markets": "eggs" })
  for (const name of ["Large Brown Eggs", "Duck Eggs"])
    results = await results.press(`Add to the cart: ${name}`)
  const cart = await results.follow("Go to Shopping Cart")
  let shown = await cart.press("Show times and fees", { "Delivery or Pick up": "Pick up" })
  for (const { name } of [close, far]) {
    const when = `${name}, pickup`
    const time = shown.field(when).querySelectorAll("option")[2]!.textContent!
    shown = await shown.press("Set the time", { [when]: time }, shown.get("region", name))
  }
  const pay = await shown.press("Proceed Checkout", {
    "Delivery or Pick up": "Pick up",
    [`Note to ${close.name} (optional)`]: "Large ones",
    [`Note to ${far.name} (optional)`]: "The blue ones",
  })
  expect(pay.path).toBe("/pay")
  for (const text of [close.name, far.name, "Large ones", "The blue ones", "$12.39"])
    expect(pay.text).toContain(text)
})
