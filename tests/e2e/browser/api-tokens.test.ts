import { describe, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useServer()
const browser = useBrowser()

describe("API tokens", () => {
  it.each([true, false])("are made, shown once, used and revoked (JavaScript: %s)", async (javaScript) => {
    const { actor, email } = await aCustomer(server.database.db)
    const page = await browser.visit(server.url, { javaScript })
    await signIn(page, server, actor)
    await page.goto("/api-tokens")
    await page.getByLabel("What is it for?").fill("My script")
    await page.getByRole("button", { name: "Create a token" }).click()
    const token = (await page.locator("[data-token]").textContent()) ?? ""
    const ask = () =>
      fetch(`${server.url}/api/v1/auth/customerEmail`, { headers: { Authorization: `Bearer ${token}` } })
    expect(await (await ask()).json()).toEqual({ email })
    await page.goto("/api-tokens")
    await expect(page.locator("[data-token]")).toHaveCount(0)
    await page.getByRole("button", { name: "Revoke My script" }).click()
    await expect(page.getByText("You have no tokens.")).toBeVisible()
    expect((await ask()).status).toBe(401)
  })

  it("are explained on a reference page that asks no other site for anything", async () => {
    const page = await browser.visit(server.url)
    const asked: string[] = []
    page.on("request", (request) => asked.push(request.url()))
    await page.goto("/api/v1/docs")
    await expect(page.getByText("/pay/paymentIntent", { exact: false }).first()).toBeVisible()
    expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"))).toEqual([])
  })

  it("are explained in dark colours where the browser asks for them, and follow when it asks otherwise", async () => {
    const page = await browser.visit(server.url, { context: { colorScheme: "dark" } })
    await page.goto("/api/v1/docs")
    await expect(page.getByText("/pay/paymentIntent", { exact: false }).first()).toBeVisible()
    const ground = page.locator(".swagger-ui").first()
    await expect(ground).toHaveCSS("background-color", "rgb(28, 32, 34)")
    await page.emulateMedia({ colorScheme: "light" })
    await expect(ground).not.toHaveCSS("background-color", "rgb(28, 32, 34)")
  })
})
