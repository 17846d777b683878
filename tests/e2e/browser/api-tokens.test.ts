import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD, signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

it("an API token is shown once in an open page, and revoked there", { tags: ["API-12"] }, async () => {
  const page = await browser.visit(server.url)
  const { actor } = await aCustomer(server.database.db)
  await givePassword(server.database.db, actor.userId)
  await signIn(page, server, actor)
  await page.goto("/api-tokens")
  await page.getByLabel("What is it for?").fill("My script")
  await page.getByLabel("Your password").fill(PASSWORD)
  await page.getByRole("button", { name: "Create a token" }).click()
  await expect(page.locator("[data-token]")).toHaveCount(1)
  await page.goto("/api-tokens")
  await expect(page.locator("[data-token]")).toHaveCount(0)
  await page.getByRole("button", { name: "Revoke My script" }).click()
  await expect(page.getByText("You have no tokens.")).toBeVisible()
})

it("the API's reference asks no other site for anything, and is dark where the browser asks for it", {
  tags: ["API-3"],
}, async () => {
  const page = await browser.visit(server.url, { context: { colorScheme: "dark" } })
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await page.goto("/api/v1/docs")
  await expect(page.getByText("/pay/paymentIntent", { exact: false }).first()).toBeVisible()
  expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"))).toEqual([])
  const background = page.locator(".swagger-ui").first()
  await expect(background).toHaveCSS("background-color", "rgb(28, 32, 34)")
  await page.emulateMedia({ colorScheme: "light" })
  await expect(background).not.toHaveCSS("background-color", "rgb(28, 32, 34)")
})
