import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aPhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

it("registers a courier in three steps on a phone, with a photo ID", { tags: ["COURIER-6"] }, async () => {
  const page = await browser.visit(server.url, { viewport: "phone" })
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  await page.goto("/express?tab=register")
  await page.getByLabel("First Name").fill("Ruth")
  await page.getByLabel("Last Name").fill("Boone")
  await page.getByLabel("Email", { exact: true }).fill(`ruth-${crypto.randomUUID()}@deliverer.test`)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByLabel("Confirm Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("checkbox").check()
  await press("Next")
  await page.waitForURL("**/express?tab=register&step=2")
  await page.getByLabel("Address", { exact: true }).fill("1 Light St")
  await page.getByLabel("City").fill("Baltimore")
  await page.getByLabel("State").selectOption("MD")
  await page.getByLabel("Zip").fill("21202")
  await page.getByLabel("Phone").fill("4105550171")
  await press("Next")
  await page.waitForURL("**/express?tab=register&step=3")
  await press("Submit")
  await expect(page.locator(".field .error")).toHaveText(["Choose a photo."])
  await page.getByLabel("Photo ID").setInputFiles(await aPhoto("license.jpg"))
  await press("Submit")
  await page.waitForURL("**/express")
  await expect(page.getByText("We sent a confirmation link to")).toBeVisible()
})
