import { expect, it } from "vitest"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

/** The texts that the specification requires, page by page. */
const SAID: Record<string, RegExp[]> = {
  "/Welcome": [/paid weekly or monthly/, /US postal code/, /Pick it up, or have it delivered/],
  "/about": [/founded in 2024/],
  "/faq": [/All sales are final/, /Weekly or monthly/, /\$5\.00 a month/],
  "/terms": [
    /under 13/,
    /at least 18 years old/,
    /at least 30 days before/,
    /State of California/,
    /All sales are final/,
    /\$5\.00 a month/,
  ],
  "/JesusSaves": [/John 3:16/],
}

it("the static pages say what they have to say", {
  tags: ["PUBLIC-1", "PUBLIC-3", "PUBLIC-4", "PUBLIC-5"],
}, async () => {
  const somebody = await visitor(server)
  for (const [path, texts] of Object.entries(SAID)) {
    const page = await somebody.open(path)
    expect(page.status).toBe(200)
    const words = page.document.querySelector("main")?.textContent
    for (const text of texts) expect(words, path).toMatch(text)
    expect(page.document.title).toMatch(/Pushcart/)
  }
})

it("the style sheet asks for nothing newer than the oldest browsers that are supported", {
  tags: ["A11Y-10"],
}, async () => {
  const { html } = await (await visitor(server)).open("/about")
  const [, sheet = ""] = /<style[^>]*data-sheet[^>]*>(.*?)<\/style>/s.exec(html) ?? []
  expect(sheet).toContain(".awning")
  // Safari supports it since 17.5 and Chrome since 123, so the build writes two sets of variables.
  expect(sheet).not.toContain("light-dark(")
})

it("the demo's mailbox has a style that its own policy lets in", { tags: ["EMAIL-6"] }, async () => {
  const { html, headers } = await (await visitor(server)).open("/dev/mailbox")
  const [, nonce] = /<style nonce="([^"]+)">/.exec(html) ?? []
  expect(nonce).toBeTruthy()
  expect(headers.get("content-security-policy")).toContain(`style-src 'self' 'nonce-${nonce}'`)
})

it("the bar and the footer lead on, and to the login only from / and /home", {
  tags: ["NAV-1", "NAV-2", "NAV-9", "PUBLIC-6"],
}, async () => {
  const somebody = await visitor(server)
  for (const path of ["/", "/home"]) {
    const page = await somebody.open(path)
    expect(page.get("link", "Getting Started").getAttribute("href")).toBe("/login")
  }
  const about = await somebody.open("/about")
  expect(about.all("link", "Getting Started")).toHaveLength(0)
  expect(about.get("link", "Pushcart").getAttribute("href")).toBe("/Welcome")
  const menu = about.document.querySelector(".menu-list")!
  for (const bar of [about.get("navigation", "Main"), menu])
    for (const [label, to] of [
      ["Home", "/Welcome"],
      ["About", "/about"],
      ["FAQ", "/faq"],
    ] as const)
      expect(about.get("link", label, bar).getAttribute("href")).toBe(to)
  const footer = about.get("contentinfo")
  expect(footer.textContent).toContain("© 2024")
  for (const to of ["/terms", "/about", "/faq", "/JesusSaves"])
    expect(footer.querySelector(`a[href="${to}"]`), to).toBeTruthy()
})

it("a visitor starts from the landing page, and a customer is sent on from it", {
  tags: ["ACCT-20", "NAV-3", "PUBLIC-2"],
}, async () => {
  const landing = await (await visitor(server)).open("/Welcome")
  expect((await landing.follow("Get Started")).path).toBe("/login")
  const customer = await visitor(server, (await aCustomer(server.database.db)).actor)
  const dashboard = await customer.open("/Welcome")
  expect(dashboard.path).toBe("/customer-dashboard")
  expect(dashboard.get("link", "Profile").getAttribute("href")).toBe("/customer-dashboard")
  expect(dashboard.get("link", "All Markets").getAttribute("href")).toBe("/home")
  expect((await dashboard.press("Sign out")).path).toBe("/login")
  expect((await customer.open("/customer-dashboard")).path).toMatch(/^\/Welcome\?/)
})

it("a signed-out visitor finds Log in in the phone's menu", { tags: ["NAV-17"] }, async () => {
  for (const path of ["/about", "/faq", "/Welcome", "/home"]) {
    const page = await (await visitor(server)).open(path)
    const menu = page.document.querySelector("details.on-phone")!
    expect(page.get("link", "Log in", menu).getAttribute("href")).toBe("/login")
  }
})

it("the site's own frame says that nothing is at an unknown address", { tags: ["NAV-13"] }, async () => {
  const page = await (await visitor(server)).open("/nowhere")
  expect(page.status).toBe(404)
  expect(page.get("heading", "Nobody has a stall here")).toBeTruthy()
  expect(page.document.title).toBe("Nobody has a stall here — Pushcart")
  expect(page.get("link", "See the markets").getAttribute("href")).toBe("/home")
})

it("the start page opens where scripts are blocked", { tags: ["WEAK-15"] }, async () => {
  expect((await (await visitor(server)).open("/")).document.querySelector("h1")?.textContent).toBeTruthy()
})
