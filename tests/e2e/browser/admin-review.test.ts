import { it } from "vitest"
import { decideApplicant } from "#core/approvals/decide-applicant.server.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { anApplicant } from "#tests/support/factories/applicants.ts"
import { holdReact, hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

async function adminAt(name: string, options: PageOptions = {}) {
  const page = await browser.visit(server.url, options)
  await signIn(page, server, (await anAdmin(server.database.db, name)).actor)
  return page
}

it("shows an applicant's ID, larger in a dialog, and a decision on every admin's page at once", {
  tags: ["ADMIN-3", "ADMIN-4", "ADMIN-7"],
}, async () => {
  const market = await anApplicant(server, { name: "Live Row" })
  const watcher = await adminAt("Omar")
  await watcher.goto(`/admin-dashboard?search=${market.email}`)
  const waiting = watcher.getByRole("region", { name: "Sellers: Need approval" })
  await expect(waiting.getByRole("row", { name: /Live Row/ })).toBeVisible()
  await hydrated(watcher)

  const page = await adminAt("Ines", { viewport: "phone" })
  await page.goto(`/seller-info?seller=${market.sellerId}`)
  await hydrated(page)
  const image = page.getByRole("img", { name: "Owner ID", exact: true })
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole("link", { name: "Owner ID View larger" }).click()
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible()
  await page.getByRole("link", { name: "Close" }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.getByRole("button", { name: "Approve" }).click()
  await page.waitForURL("**/admin-dashboard")
  await expect(page.locator(".toast", { hasText: "Approved. We've emailed them." })).toBeVisible()

  const approved = watcher.getByRole("region", { name: "Sellers: Approved" })
  await expect(approved.getByRole("row", { name: /Live Row/ })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

it("asks again before an admin overturns what another one decided while the page was open", {
  tags: ["ADMIN-6", "ADMIN-7"],
}, async () => {
  const market = await anApplicant(server, { name: "Two Hands Row" })
  const page = await adminAt("Omar")
  await page.goto(`/seller-info?seller=${market.sellerId}`)
  await expect(page.locator("html[data-hydrated][data-live=live]")).toBeAttached()
  const { actor } = await anAdmin(server.database.db, "Ada Minster")
  await decideApplicant(
    ctxFor(server.database, actor),
    { role: "seller", userId: market.sellerId, approve: false, reason: "The permit ran out." },
    { approval: "waiting" },
  )
  await expect(page.getByText(/^Ada Minster denied this \d+ s ago\. Overturn\?$/)).toBeVisible()
  const approve = page.getByRole("button", { name: "Approve" })
  await expect(approve).toBeDisabled()
  await expect(page.getByRole("button", { name: "Deny" })).toBeDisabled()
  await page.getByRole("button", { name: "Decide again" }).click()
  await approve.click()
  await page.waitForURL("**/admin-dashboard")
})

it("leaves the focus and the words of an admin where they are when a rejected form is hydrated", {
  tags: ["WEAK-14"],
}, async () => {
  const market = await anApplicant(server, { name: "Quince Row" })
  const page = await adminAt("Ines", { viewport: "phone" })
  const release = await holdReact(page)
  await page.goto(`/seller-info?seller=${market.sellerId}`)
  await page.getByRole("button", { name: "Deny" }).click()
  await expect(page.getByRole("alert")).toBeFocused()
  const reason = page.getByLabel("Reason for a denial")
  await reason.fill("The permit ran out in May.")
  await page.getByRole("button", { name: "Deny" }).scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  await release()
  await expect(reason).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(top)
})
