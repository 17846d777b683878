import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { it } from "vitest"
import { addresses, carts, deliveries, orders, passkeys, sessions, users } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser, VIEWPORTS } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD, signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

const hydrated = (page: Page) => page.waitForSelector("html[data-hydrated]")

/** A virtual authenticator in the browser that confirms every request. */
async function anAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    isVerified: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  }
}

async function addPasskey(page: Page, name: string) {
  await page.goto("/account")
  await page.getByRole("link", { name: "Add a passkey" }).click()
  await page.getByLabel("Passkey name").fill(name)
  await page.getByLabel("Current password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByRole("button", { name: "Create the passkey" }).click()
  await expect(page.getByText("Your passkey is ready.")).toBeVisible()
}

it("a passkey is added, opens the account in the role of the page, and is removed", async () => {
  const { db } = server.database
  const person = await aPersonWithPassword(db, ["customer", "deliverer"])
  const page = await browser.visit(server.url)
  const authenticator = await anAuthenticator(page)
  await signIn(page, server, { role: "customer", userId: person.userId })
  await addPasskey(page, "My laptop")
  await page.context().clearCookies()
  await page.goto("/express")
  await hydrated(page)
  await page.getByRole("button", { name: "Log in with a passkey" }).click()
  await page.waitForURL("**/express-dashboard")
  const open = await db.select().from(sessions).where(eq(sessions.userId, person.userId))
  expect(open.map(({ role }) => role).sort()).toEqual(["customer", "deliverer"])
  await page.goto("/account")
  await expect(page.getByText("Linux computer, Chrome").first()).toBeVisible()

  await page.context().clearCookies()
  await page.goto("/market")
  await hydrated(page)
  await page.getByRole("button", { name: "Log in with a passkey" }).click()
  await expect(page.getByText("This passkey doesn't belong to an account here.").first()).toBeVisible()

  await page.goto("/login")
  await hydrated(page)
  await authenticator.isVerified(false)
  await page.getByRole("button", { name: "Log in with a passkey" }).click()
  await expect(page.getByText("No passkey was used.")).toBeVisible()
  await authenticator.isVerified(true)
  await page.getByRole("button", { name: "Log in with a passkey" }).click()
  await page.waitForURL("**/home")

  await page.goto("/account")
  await page.getByRole("link", { name: "Manage passkey" }).click()
  await page.getByLabel("Current password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Remove this passkey" }).click()
  await expect(page.getByText("Passkey removed.")).toBeVisible()
  expect(await db.$count(passkeys, eq(passkeys.userId, person.userId))).toBe(0)
  await page.context().clearCookies()
  await page.goto("/login")
  await hydrated(page)
  await page.getByRole("button", { name: "Log in with a passkey" }).click()
  await expect(page.getByText("This passkey doesn't belong to an account here.").first()).toBeVisible()
})

it("is changed by keyboard, in the place of what it changes", async () => {
  const { actor } = await aCustomer(server.database.db)
  const page = await browser.visit(server.url)
  await signIn(page, server, actor)
  await page.goto("/account")
  await hydrated(page)
  await page.getByRole("link", { name: "Edit name" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("First name")).toBeFocused()
  await page.keyboard.press("ControlOrMeta+A")
  await page.keyboard.type("Ada")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Name saved.")).toBeVisible()
  await expect(page.getByText("Ada Parks")).toBeVisible()
})

it("deletes a saved address", async () => {
  const { db } = server.database
  const { actor, userId } = await aCustomer(db)
  await db.insert(addresses).values({
    customerId: userId,
    label: "Home",
    firstName: "Rosa",
    lastName: "Parks",
    address: "318 W 22nd St",
    city: "New York",
    state: "NY",
    zip: "10011",
    phone: "212-555-0134",
  })
  const page = await browser.visit(server.url)
  await signIn(page, server, actor)
  await page.goto("/account")
  await hydrated(page)
  await page.getByRole("link", { name: "Edit Home" }).click()
  await page.getByRole("button", { name: "Delete this address" }).click()
  await expect(page.getByText("Address deleted.")).toBeVisible()
  await expect(page.getByText("You haven't saved an address yet.")).toBeVisible()
  expect(await db.$count(addresses, eq(addresses.customerId, userId))).toBe(0)
})

it("breaks an email on a phone after its @, and not within a word", async () => {
  const { db } = server.database
  const { actor, userId } = await aCustomer(db)
  const name = crypto.randomUUID().slice(0, 16)
  await db
    .update(users)
    .set({ email: `${name}@pushcart.test` })
    .where(eq(users.id, userId))
  const page = await browser.visit(server.url, { viewport: "phone" })
  await signIn(page, server, actor)
  await page.goto("/account")
  const lines = await page.locator(".account-fact .account-email").evaluate((email) =>
    [...email.childNodes]
      .filter((node) => node.textContent)
      .map((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [node.textContent, range.getClientRects().length]
      }),
  )
  expect(lines).toEqual([
    [`${name}@`, 1],
    ["pushcart.test", 1],
  ])
})

it("offers saved addresses at Ship To, on a phone, by keyboard", { tags: ["SHIP-8"] }, async () => {
  const { db } = server.database
  const { actor, userId } = await aCustomer(db)
  const place = {
    customerId: userId,
    firstName: "Rosa",
    lastName: "Parks",
    city: "New York",
    state: "NY" as const,
    zip: "10001",
    phone: "212-555-0134",
  }
  await db
    .insert(addresses)
    .values({ ...place, label: "Home", address: "318 W 22nd St", isFirstChoice: true })
  await db
    .insert(addresses)
    .values({ ...place, label: "Work", address: "45 W 34th St", instructions: "Floor 9" })
  const product = await aProduct(db, await aMarket(db))
  const page = await browser.visit(server.url, { viewport: "phone" })
  await signIn(page, server, actor)
  await page.goto(`/view-product?product=${product.id}`)
  await page.getByRole("button", { name: "Add to the Cart", exact: true }).click()
  await page.waitForURL(/\/market-info/)
  await page.goto("/ship-to")
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await pixelsTooWide(page)).toBe(0)
  await page.getByRole("radio", { name: /Home/ }).focus()
  await page.keyboard.press("ArrowDown")
  await page.getByRole("button", { name: "Deliver here" }).press("Enter")
  await page.waitForURL(/\/pay/)
  const [cart] = await db.select().from(carts).where(eq(carts.customerId, userId))
  expect(cart!.shipTo).toMatchObject({ address: "45 W 34th St", instructions: "Floor 9" })
  await page.goto("/ship-to")
  await expect(page.getByRole("textbox", { name: "Drop-off note" }), "of another address").toHaveValue("")
})

it("shows the courier who took a delivery what to know at the door", async () => {
  const { db } = server.database
  const [market, courier] = [await aMarket(db), await aCourier(db)]
  const order = await anOrder(db, {
    customer: await aCustomer(db),
    market,
    product: await aProduct(db, market),
    fulfilment: "delivery",
  })
  await db.update(orders).set({ status: "taken" }).where(eq(orders.id, order.id))
  const taken = { courierId: courier.userId, hasDeliverer: false, takenAt: new Date() }
  await db
    .update(deliveries)
    .set({ ...taken, instructions: "Gate code 4821" })
    .where(eq(deliveries.orderId, order.id))
  const page = await browser.visit(server.url, { viewport: "phone" })
  await signIn(page, server, courier.actor)
  await page.goto("/deliveries")
  await expect(page.getByText("Gate code 4821")).toBeVisible()
})

it("can be used on a phone and a desk, by day and by night, with every form open", async () => {
  const { db } = server.database
  const { actor, userId } = await aCustomer(db)
  await givePassword(db, userId)
  const [address] = await db
    .insert(addresses)
    .values({
      customerId: userId,
      label: "Home",
      firstName: "Rosa",
      lastName: "Parks",
      address: "318 W 22nd St",
      addressOne: "Apt 4B",
      city: "New York",
      state: "NY",
      zip: "10011",
      phone: "212-555-0134",
      instructions: "Gate code 4821, leave at door",
      isFirstChoice: true,
    })
    .returning()
  const page = await browser.visit(server.url)
  await signIn(page, server, actor)
  for (const edit of [
    "",
    "name",
    "email",
    "phone",
    "time-zone",
    "password",
    "passkey",
    "address",
    `address-${address!.id}`,
  ]) {
    await page.goto(edit ? `/account?edit=${edit}` : "/account")
    for (const size of ["phone", "desktop"] as const) {
      await page.setViewportSize(VIEWPORTS[size])
      expect([edit, size, await pixelsTooWide(page)]).toEqual([edit, size, 0])
    }
    expect([edit, await accessibilityFaults(page)]).toEqual([edit, []])
  }
})
