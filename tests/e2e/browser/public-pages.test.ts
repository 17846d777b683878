import { describe, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useServer } from "#tests/support/server.ts"
import { WAYS } from "#tests/support/ways.ts"
import { AUTH_SECRET, shopperWith } from "./checkout-steps.ts"

const server = useServer({ env: { AUTH_SECRET } })
const browser = useBrowser()

/** What the specification wants said, page by page. */
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

for (const { name, options } of WAYS)
  describe(`a visitor ${name}`, () => {
    it("reads what the static pages have to say", async () => {
      const page = await browser.visit(server.url, options)
      for (const [path, texts] of Object.entries(SAID)) {
        expect((await page.goto(path))?.status()).toBe(200)
        const words = await page.locator("main").textContent()
        for (const text of texts) expect(words, path).toMatch(text)
        await expect(page).toHaveTitle(/Pushcart/)
      }
    })

    it("is led by the bar and the footer, and to the login only from / and /home", async () => {
      const page = await browser.visit(server.url, options)
      for (const path of ["/", "/home"]) {
        await page.goto(path)
        const started = page.getByRole("link", { name: "Getting Started" })
        await expect(started).toHaveAttribute("href", "/login")
      }
      await page.goto("/about")
      await expect(page.getByRole("link", { name: "Getting Started" })).toHaveCount(0)
      await expect(page.getByRole("link", { name: "Pushcart", exact: true })).toHaveAttribute(
        "href",
        "/Welcome",
      )
      const phone = options.viewport === "phone"
      if (phone) await page.locator("summary", { hasText: "Menu" }).click()
      const bar = phone ? page.locator(".menu-list") : page.getByRole("navigation", { name: "Main" })
      for (const [label, to] of [
        ["Home", "/Welcome"],
        ["About", "/about"],
        ["FAQ", "/faq"],
      ] as const)
        await expect(bar.getByRole("link", { name: label })).toHaveAttribute("href", to)
      const footer = page.getByRole("contentinfo")
      await expect(footer).toContainText("© 2024")
      for (const to of ["/terms", "/about", "/faq", "/JesusSaves"])
        await expect(footer.locator(`a[href="${to}"]`)).toBeVisible()
    })

    it("starts from the landing page, and a customer is sent on from it", async () => {
      const page = await browser.visit(server.url, options)
      await page.goto("/Welcome")
      await page.getByRole("link", { name: "Get Started" }).click()
      await page.waitForURL("**/login")
      const { page: own } = await shopperWith(server, browser, [], options)
      await own.goto("/Welcome")
      await own.waitForURL("**/customer-dashboard")
      await own.locator("summary", { hasText: "Your menu" }).click()
      await expect(own.getByRole("link", { name: "Profile" })).toHaveAttribute("href", "/customer-dashboard")
      await expect(own.getByRole("link", { name: "All Markets" })).toHaveAttribute("href", "/home")
      await own.getByRole("button", { name: "Sign out" }).click()
      await own.waitForURL("**/login")
      await own.goBack()
      await expect(own).not.toHaveURL(/customer-dashboard/)
    })

    it("is told in the site's own frame that nothing is at an unknown address", async () => {
      const page = await browser.visit(server.url, options)
      expect((await page.goto("/nowhere"))?.status()).toBe(404)
      await expect(page.getByRole("heading", { name: "Nobody has a stall here" })).toBeVisible()
      await expect(page).toHaveTitle("Nobody has a stall here — Pushcart")
      await expect(page.getByRole("link", { name: "See the markets" })).toHaveAttribute("href", "/home")
    })
  })
