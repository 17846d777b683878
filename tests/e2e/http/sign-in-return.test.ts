import { and, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { cartLines, markets, sessions, variants } from "#db/schema/index.ts"
import { aShopper, proceed, SHIP_TO } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { AGREE, signUp } from "#tests/support/sign-up.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

/**
 * A person with a known password, and functions that log in: on an open sign-in page, or by "Log in" on another page.
 */
async function aPersonWhoComesBack(role: "customer" | "seller") {
  const person = await aPersonWithPassword(db(), [role])
  const browser = await visitor(server)
  const logIn = (page: HtmlPage) => page.press("Login", { Email: person.email, Password: PASSWORD })
  const comeBack = async (page: HtmlPage) => logIn(await toLogIn(page))
  return { ...person, browser, logIn, comeBack }
}

/** A seller who may sell, signed in. */
async function aSellerWhoComesBack() {
  const sam = await aPersonWhoComesBack("seller")
  const [market] = await db()
    .update(markets)
    .set({ approval: "approved", onboarded: true, subscription: "active" })
    .where(eq(markets.userId, sam.userId))
    .returning()
  await sam.logIn(await sam.browser.open("/market"))
  return { ...sam, market: market! }
}

/** Uses the link in the page itself, not the one in the phone menu. */
const toLogIn = (page: HtmlPage) => page.follow("Log in", page.document.querySelector("main")!)

const signOutElsewhere = (userId: string) => db().delete(sessions).where(eq(sessions.userId, userId))

describe("a link that was opened without a session", () => {
  it("says so on the welcome page, and opens after logging in", { tags: ["GUARD-9"] }, async () => {
    const market = await aMarket(db(), { name: "Corner Grocer" })
    const product = await aProduct(db(), market, { name: "Honey" })
    for (const link of [
      `/market-info?market=${market.id}`,
      `/view-product?product=${product.id}&image=2`,
      // As in the receipt's email.
      `/order?OrderID=${crypto.randomUUID()}`,
    ]) {
      const rosa = await aPersonWhoComesBack("customer")
      const welcome = await rosa.browser.open(link)
      expect(welcome.path).toBe(`/Welcome?next=${encodeURIComponent(link)}`)
      expect(welcome.text).toContain("Log in to open that page.")
      expect((await rosa.comeBack(welcome)).path).toBe(link)
    }
  })

  it("shows the market that was shared, without its products, and opens after registering", {
    tags: ["GUARD-9", "GUARD-12"],
  }, async () => {
    const market = await aMarket(db(), { name: "Corner <i>Grocer</i>", address: "12 Elm St" })
    const product = await aProduct(db(), market, { name: "Secret honey", priceCents: 98_765 })
    for (const link of [`/market-info?market=${market.id}`, `/view-product?product=${product.id}`]) {
      const sam = await visitor(server)
      const welcome = await sam.open(link)
      expect(welcome.get("heading", "Corner <i>Grocer</i>").tagName).toBe("H1")
      for (const text of ["12 Elm St, New York, NY 10001", "Vegetables · 1 product", "Mon-Fri"])
        expect(welcome.text).toContain(text)
      expect(welcome.html).not.toContain("Secret")
      expect(welcome.html).not.toContain("987.65")
      const card = welcome.document.querySelector<HTMLElement>(".shared-market")!
      const form = await welcome.follow("Register", card)
      expect(form.path).toBe(`/login?tab=register&next=${encodeURIComponent(link)}`)
      expect((await signUp(server, sam, form)).path).toBe(link)
    }
  })

  it("shows nothing of a market that may not sell, of a product that is gone, and of what is neither", {
    tags: ["GUARD-12", "MARKET-8"],
  }, async () => {
    const closed = await aMarket(db(), { name: "Closed Grocer", subscription: "cancelled" })
    const open = await aMarket(db(), { name: "Open Grocer" })
    const gone = await aProduct(db(), open, { retiredAt: new Date() })
    for (const link of [
      `/market-info?market=${closed.id}`,
      `/view-product?product=${gone.id}`,
      `/view-product?product=${open.id}`,
      "/market-info?market=nonsense",
      `/shopping-cart?market=${open.id}`,
    ]) {
      const welcome = await (await visitor(server)).open(link)
      expect(welcome.text, link).toContain("Log in to open that page.")
      expect(welcome.text, link).not.toMatch(/Grocer/)
    }
  })

  it("is found again by a courier, a seller and an admin at their own sign-in", {
    tags: ["GUARD-9"],
  }, async () => {
    for (const [role, link, signIn] of [
      ["deliverer", "/deliveries", "/express?next=%2Fdeliveries"],
      ["seller", "/market-dashboard?x=1", "/market?next=%2Fmarket-dashboard%3Fx%3D1"],
    ] as const) {
      const person = await aPersonWithPassword(db(), [role])
      const welcome = await (await visitor(server)).open(link)
      const form = await toLogIn(welcome)
      expect(form.path).toBe(signIn)
      expect((await form.press("Login", { Email: person.email, Password: PASSWORD })).path).toBe(link)
    }
    const admin = await (await visitor(server)).open("/admin-log?page=2")
    expect(admin.path).toBe("/admin?next=%2Fadmin-log%3Fpage%3D2")
  })

  it("is found again by each role that the page belongs to, at the role's own sign-in", {
    tags: ["GUARD-9"],
  }, async () => {
    const seller = await aPersonWithPassword(db(), ["seller"])
    const courier = await aPersonWithPassword(db(), ["deliverer"])
    for (const [person, link, way] of [
      [await aPersonWithPassword(db(), ["customer"]), "/account", "Log in as a customer"],
      [seller, "/account?edit=name", "Log in as a seller"],
      [seller, "/account", "Sell with Pushcart"],
      [courier, "/api-tokens", "Log in as a courier"],
      [courier, "/account/delete", "Deliver with Pushcart"],
      [courier, "/payout", "Log in as a courier"],
    ] as const) {
      const welcome = await (await visitor(server)).open(link)
      const form = await welcome.follow(way)
      expect((await form.press("Login", { Email: person.email, Password: PASSWORD })).path).toBe(link)
    }
    const everybodys = await (await visitor(server)).open("/account")
    expect((await everybodys.follow("Log in as an admin")).path).toBe("/admin?next=%2Faccount")
    const members = await (await visitor(server)).open("/account/export")
    expect(members.all("link", "Log in as an admin")).toEqual([])
    expect((await members.follow("Log in as a customer")).path).toBe("/login?next=%2Faccount%2Fexport")
    const theirs = await (await visitor(server)).open("/deliveries")
    expect((await theirs.follow("Sell with Pushcart")).path).toBe("/market")
  })

  it("leads nowhere but into this site", { tags: ["GUARD-10"] }, async () => {
    for (const evil of [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "/.//evil.example",
      "/\t/evil.example",
    ]) {
      const rosa = await aPersonWhoComesBack("customer")
      const next = encodeURIComponent(evil)
      const welcome = await rosa.browser.open(`/Welcome?next=${next}`)
      expect(welcome.all("link", "Log in", welcome.document.querySelector("main")!)).toEqual([])
      const login = await rosa.browser.open(`/login?next=${next}`)
      expect((await rosa.logIn(login)).path).toBe("/home")
    }
  })
})

describe("a session that ended", () => {
  it("does what was to be added after logging in again, once", { tags: ["GUARD-11"] }, async () => {
    const market = await aMarket(db())
    for (let count = 0; count < 9; count += 1) await aProduct(db(), market, { name: `Pear ${count}` })
    const { customer, shopper } = await aShopper(server)
    const shelf = await shopper.open(`/market-info?market=${market.id}&page=2`)
    const product = await shelf.follow(/^View Product/, shelf.document.querySelector("li.tile") ?? undefined)
    await signOutElsewhere(customer.userId)
    const welcome = await product.press("Add to the Cart", { Quantity: "3" })
    expect(welcome.text).toContain("You were signed out before this was added to your cart.")
    const rosa = await aPersonWhoComesBack("customer")
    const login = await toLogIn(welcome)
    const back = await rosa.logIn(login)
    expect(back.path).toBe(`/market-info?market=${market.id}&page=2`)
    expect(back.text).toMatch(/Pear \d ×3, \$\d/)
    const lines = await db().select().from(cartLines).where(eq(cartLines.customerId, rosa.userId))
    expect(lines.map(({ quantity }) => quantity)).toEqual([3])
    expect(shopper.cookies.has("typed")).toBe(false)
  })

  it("shows again what was asked of a market in the cart", { tags: ["GUARD-11"] }, async () => {
    const { stall, melon } = await twoMarkets(db())
    const rosa = await aPersonWhoComesBack("customer")
    await rosa.logIn(await rosa.browser.open("/login"))
    await (await rosa.browser.open(`/view-product?product=${melon.id}`)).press("Add to the Cart")
    const cart = await rosa.browser.open("/shopping-cart")
    await signOutElsewhere(rosa.userId)
    const note = `Note to ${stall.name} (optional)`
    const back = await rosa.comeBack(await cart.press("Save note", { [note]: "Ripe ones, please." }))
    expect(back.path).toBe("/shopping-cart")
    expect(back.field(note).value).toBe("Ripe ones, please.")
  })

  it("does what a tile's + was to add, where it was pressed", { tags: ["GUARD-11"] }, async () => {
    const market = await aMarket(db())
    const pear = await aProduct(db(), market, { name: "Pear" })
    const rosa = await aPersonWhoComesBack("customer")
    await rosa.logIn(await rosa.browser.open("/login"))
    const shelves = await rosa.browser.open(`/market-info?market=${market.id}`)
    await signOutElsewhere(rosa.userId)
    const welcome = await shelves.press(`Add to the cart: ${pear.name}`)
    expect(welcome.text).toContain("You were signed out before this was added to your cart.")
    const back = await rosa.comeBack(welcome)
    expect(back.path).toBe(`/market-info?market=${market.id}`)
    expect(back.text).toContain("Pear ×1")
    const lines = await db().select().from(cartLines).where(eq(cartLines.customerId, rosa.userId))
    expect(lines.map(({ quantity }) => quantity)).toEqual([1])
  })

  it.each([
    ["customer", "/login", "/account?edit=name", { "First name": "Grace", "Last name": "Hopper" }],
    ["seller", "/market", "/my-market?edit=story", { "Story (optional)": "Picked at dawn." }],
    ["seller", "/market", "/my-market?edit=phone", { Phone: "212-555-0199" }],
  ] as const)(
    "shows a %s what was typed again: %s, %s",
    { tags: ["GUARD-11"] },
    async (role, signIn, page, typed) => {
      const person = await aPersonWhoComesBack(role)
      await person.logIn(await person.browser.open(signIn))
      const form = await person.browser.open(page)
      await signOutElsewhere(person.userId)
      const welcome = await form.press("Save", typed)
      // A page for several roles offers a choice of role.
      const way = welcome.text.includes("Log in as a customer") ? "Log in as a customer" : "Log in"
      const back = await person.logIn(await welcome.follow(way, welcome.document.querySelector("main")!))
      expect(back.path).toBe(page)
      for (const [name, value] of Object.entries(typed)) expect(back.field(name).value, name).toBe(value)
    },
  )

  it.each([
    ["a product", {}, "", ""],
    ["a size", { category: "Shoes", section: "Nike", sizes: { "7": 30, "8": 30 } }, "8", " of size 8"],
  ] as const)(
    "shows all that was typed about %s again, and counts from what was shown then",
    { tags: ["GUARD-11", "LIST-21"] },
    async (_what, sized, size, ofSize) => {
      const sam = await aSellerWhoComesBack()
      const product = await aProduct(db(), sam.market, { stock: 30, priceCents: 320, ...sized })
      const path = `/edit-product?product=${product.id}${size && `&size=${size}`}`
      const form = await sam.browser.open(path)
      await signOutElsewhere(sam.userId)
      const typed = {
        Name: "Young leeks",
        Description: "Pulled at dawn.",
        [`Price${ofSize}`]: "3.99",
        [`Quantity${ofSize}`]: "25",
      }
      const welcome = await form.press("Update", typed)
      // Ten are sold in the meantime: the seller entered five fewer than were shown, so five of the remaining twenty
      // are removed.
      const ofThis = and(eq(variants.productId, product.id), eq(variants.size, size))
      await db().update(variants).set({ stock: 20 }).where(ofThis)
      const back = await sam.comeBack(welcome)
      expect(back.path).toBe(path)
      for (const [name, value] of Object.entries(typed)) expect(back.field(name).value, name).toBe(value)
      const updated = await back.press("Update")
      expect(updated.text).toContain("Updated.")
      expect(await db().select().from(variants).where(ofThis)).toMatchObject([{ priceCents: 399, stock: 15 }])
    },
  )

  it("shows a size of a new product again, and none that was to be deleted", {
    tags: ["GUARD-11"],
  }, async () => {
    const sam = await aSellerWhoComesBack()
    const first = await sam.browser.open("/add-product")
    const second = await first.press("Next", { Category: "Shoes" })
    const boots = { Section: "Steel Toe Shoes", "Product name": "Barn boots", Description: "For mud." }
    const third = await second.press("Next", { ...boots, Gender: "Female", Age: "Womens" })
    const listed = await third.press("Add the size", { Size: "7", Quantity: "3", Price: "59.90" })
    const typed = { Size: "8", Quantity: "2", Price: "64.90" }
    await signOutElsewhere(sam.userId)
    const back = await sam.comeBack(await listed.press("Add the size", typed))
    expect(back.path).toBe(listed.path)
    for (const [name, value] of Object.entries(typed)) expect(back.field(name).value, name).toBe(value)
    await signOutElsewhere(sam.userId)
    const undeleted = await sam.comeBack(await back.press("Delete size 7"))
    expect(undeleted.get("button", "Delete size 7")).toBeTruthy()
    expect([undeleted.field("Size").value, undeleted.field("Quantity").value]).toEqual(["", "1"])
  })

  it("shows what a token is for again, and no password", { tags: ["GUARD-11"] }, async () => {
    const rosa = await aPersonWhoComesBack("customer")
    await rosa.logIn(await rosa.browser.open("/login"))
    const tokens = await rosa.browser.open("/api-tokens")
    await signOutElsewhere(rosa.userId)
    const typed = { "What is it for?": "Stock of the barn", "Your password": PASSWORD }
    const welcome = await tokens.press("Create a token", typed)
    const back = await rosa.logIn(await welcome.follow("Log in as a customer"))
    expect(back.path).toBe("/api-tokens")
    expect([back.field("What is it for?").value, back.field("Your password").value]).toEqual([
      "Stock of the barn",
      "",
    ])
  })

  it("shows what was typed on /ship-to again", { tags: ["GUARD-11"] }, async () => {
    const { melon } = await twoMarkets(db())
    const rosa = await aPersonWhoComesBack("customer")
    const home = await rosa.logIn(await rosa.browser.open("/login"))
    const product = await home.visitor.open(`/view-product?product=${melon.id}`)
    await product.press("Add to the Cart")
    const cart = await home.visitor.open("/shopping-cart")
    const shipTo = await cart.press("Proceed Checkout", { "Delivery or Pick up": "Delivery" })
    await signOutElsewhere(rosa.userId)
    const welcome = await shipTo.press("Submit", { ...SHIP_TO, Address: "77 Long Lane" })
    expect(welcome.text).toContain("You were signed out before this was saved.")
    const back = await rosa.comeBack(welcome)
    expect(back.path).toBe("/ship-to")
    expect(back.text).toContain("You were signed out before this was saved. Check it and send it again.")
    expect([back.field("Address").value, back.field("State").value]).toEqual(["77 Long Lane", "NY"])
    expect((await home.visitor.open("/ship-to")).field("Address").value).toBe("")
  })

  it("says at Pay Now that nothing was charged, and leads back to the payment", {
    tags: ["GUARD-11"],
  }, async () => {
    const { melon } = await twoMarkets(db())
    const { shopper, customer } = await aShopper(server, [{ productId: melon.id }])
    const pay = await proceed(shopper, "Pick up")
    await signOutElsewhere(customer.userId)
    const welcome = await pay.press(/^Pay Now/)
    expect(welcome.path).toBe("/Welcome?next=%2Fpay")
    expect(welcome.text).toContain("You were signed out, and nothing was charged.")
    const returned = await (await visitor(server)).open(`/pay/return?checkout=${crypto.randomUUID()}`)
    expect(returned.text).toContain("If the payment went through, your order was still placed.")
  })
})

describe("from a market's card to the market", () => {
  it("by way of registering, the confirmation email and the login", {
    tags: ["GUARD-9", "REG-23", "HOME-10"],
  }, async () => {
    const place = await aPlace(server)
    const market = await aMarket(db(), { ...place, name: "Corner Grocer" })
    const next = encodeURIComponent(`/market-info?market=${market.id}&zip=${place.zip}`)
    const email = `next-${crypto.randomUUID()}@example.test`
    const found = await (await visitor(server)).open(`/home?zip=${place.zip}`)
    const asked = await found.follow(/Corner Grocer/)
    const signIn = await asked.follow("Sign In", asked.get("dialog", "Hi there!"))
    const register = await signIn.follow("Register")
    const registered = await register.press("Register", {
      "First Name": "Ada",
      "Last Name": "Byron",
      Email: email,
      Password: PASSWORD,
      "Confirm Password": PASSWORD,
      [AGREE]: true,
    })
    expect(registered.path).toBe(`/login?next=${next}`)
    expect(registered.text).toContain(`We sent a confirmation link to ${email}.`)
    expect(registered.field("Email").value).toBe(email)
    const again = await registered.press("Send it again")
    expect(again.path).toBe(`/login?next=${next}`)
    const message = await waitForEmail(server, { to: email, subject: "Confirm" })
    const link = message.links.find((one) => one.includes("/email-confirmed"))!
    const confirmed = await (await again.visitor.open(link)).press("Log in")
    const inside = await confirmed.press("Login", { Email: email, Password: PASSWORD })
    expect(inside.get("heading", "Corner Grocer")).toBeTruthy()
    expect((await inside.follow(`Markets near ${place.zip}`)).path).toBe(`/home?zip=${place.zip}`)
    const later = await (await inside.visitor.open("/about")).press("Sign out")
    expect(later.text).not.toContain("We sent a confirmation link")
  })
})
