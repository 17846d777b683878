import { describe, expect, it } from "vitest"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aNotifiedCustomer, inNewYork } from "#tests/support/factories/notifications.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

describe("without JavaScript", { tags: ["NOJS-4"] }, () => {
  it("the notifications menu has its date, what is unseen and See Order, and the menu its links", {
    tags: ["NOTE-1"],
  }, async () => {
    const { actor, order, createdAt } = await aNotifiedCustomer(server.database.db)
    const page = await (await visitor(server, actor)).open("/about")
    const button = page.get("button", /^Notifications/)
    const list = page.document.getElementById(button.getAttribute("popovertarget") ?? "")!
    expect(list.getAttribute("popover")).toBe("auto")
    expect(list.textContent).toContain("Your order is ready.")
    expect(list.textContent).toContain(inNewYork(createdAt))
    expect(list.querySelector(".dot")?.textContent).toBe("Unseen")
    const summary = [...page.document.querySelectorAll("summary")].find((one) =>
      one.textContent.includes("Your menu"),
    )
    expect(page.all("button", "Sign out", summary!.parentElement!)).toHaveLength(1)
    expect(page.get("link", "All Markets").getAttribute("href")).toBe("/home")
    const seen = await page.press("See Order", {}, list)
    expect(seen.path).toContain(order.id)
  })

  it("a form says what is wrong, keeps what was right, and never sends a password back", {
    tags: ["FORM-2"],
  }, async () => {
    const form = await (await visitor(server)).open("/dev/ui")
    const page = await form.press("Register", {
      "First Name": "Grace",
      Email: "nonsense",
      Password: "Secret#2026!",
    })
    const summary = page.get("alert")
    expect(summary.textContent).toContain("There are 2 problems")
    expect(page.field("Email").getAttribute("aria-invalid")).toBe("true")
    expect(page.field("First Name").value).toBe("Grace")
    expect(page.html).not.toContain("Secret#2026!")
    expect(page.all("link", undefined, summary)[0]?.getAttribute("href")).toBe(`#${page.field("Email").id}`)
  })

  it("a rejected form says so in a toast and at its field", { tags: ["FORM-2"] }, async () => {
    const form = await (await visitor(server)).open("/dev/ui")
    const page = await form.press("Register", { Email: "ada@pushcart.test", Phone: "2125550134" })
    expect(page.document.querySelector(".toast")?.textContent).toContain("ada@pushcart.test has been used")
    expect(page.errorAt("Email")).toContain("has been used")
  })

  it("a dialog is opened by its address and closed by a link", { tags: ["NAV-15"] }, async () => {
    const page = await (await visitor(server)).open("/dev/ui?dialog=sample")
    expect(page.get("dialog", "Hi there!").hasAttribute("open")).toBe(true)
    expect((await page.follow("Close")).all("dialog")).toEqual([])
  })
})

it("sends whoever is signed in from the landing page to their dashboard", {
  tags: ["PUBLIC-2"],
}, async () => {
  const { db } = server.database
  const welcome = await (await visitor(server)).open("/Welcome")
  expect(welcome.get("link", "Get Started").getAttribute("href")).toBe("/login")
  for (const [{ actor }, dashboard] of [
    [await aCustomer(db), "/customer-dashboard"],
    [await aMarket(db), "/market-dashboard"],
    [await aCourier(db), "/express-dashboard"],
  ] as const)
    expect((await (await visitor(server, actor)).open("/Welcome")).path).toBe(dashboard)
})

it("answers an unknown address with 404 and a broken page with 500, in the site's own layout", {
  tags: ["NAV-13"],
}, async () => {
  const rosa = await visitor(server, (await aCustomer(server.database.db)).actor)
  const missing = await rosa.open("/nowhere")
  expect(missing.status).toBe(404)
  expect(missing.get("heading", "Nobody has a stall here")).toBeTruthy()
  expect(missing.get("link", /Shopping cart/)).toBeTruthy()
  const broken = await rosa.open("/dev/ui?broken")
  expect(broken.status).toBe(500)
  expect(broken.get("heading", "Something fell off the cart")).toBeTruthy()
})

it("ships nothing of React on static pages, signed in or not", { tags: ["PUBLIC-7"] }, async () => {
  const rosa = await visitor(server, (await aCustomer(server.database.db)).actor)
  for (const someone of [await visitor(server), rosa])
    for (const path of ["/Welcome", "/about", "/faq", "/terms", "/JesusSaves", "/nowhere"]) {
      // For a signed-in person, /Welcome is the dashboard.
      if (path === "/Welcome" && someone === rosa) continue
      const page = await someone.open(path)
      expect(page.html, path).not.toMatch(/rel="modulepreload"|__reactRouterContext|text\/deferred-/)
    }
})

it("has its style sheet within a browser's first page, which asks for no file", {
  tags: ["WEAK-10"],
}, async () => {
  const page = await (await visitor(server)).open("/home")
  expect(page.html).toMatch(/<style[^>]* data-sheet/)
  expect(page.document.querySelectorAll("link[rel=stylesheet]")).toHaveLength(0)
})
