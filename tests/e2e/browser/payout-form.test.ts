import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { holdReact } from "#tests/support/hold-react.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { fillIdentity, press } from "./seller-steps.ts"

const server = useServer()
const browser = useBrowser()

it("keeps what was typed into the payout form while React was on its way, and sends it nowhere", async () => {
  const { actor } = await aMarket(server.database.db, { onboarded: null, subscription: "none" })
  const page = await browser.visit(server.url)
  await signIn(page, server, actor)
  const release = await holdReact(page)
  await page.goto("/register-stripe")
  const sent: string[] = []
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`))
  await fillIdentity(page, "000000000")
  await page.getByLabel("Social Security Number", { exact: true }).press("Enter")
  await expect(page.getByRole("button", { name: "Next", exact: true })).toBeDisabled()
  await release()
  await press(page, "Next")
  await expect(page.getByText("Do you have website for your market?")).toBeVisible()
  expect(sent.join("\n")).not.toMatch(/register-stripe|000-?00-?0000|1990/)
})
