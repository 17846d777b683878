import { eq } from "drizzle-orm"
import { it } from "vitest"
import { markets } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { anImage } from "#tests/support/factories/images.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { aPhoto, notAPhoto, phonePhoto, unreadableLargePhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

it("a denied seller previews the new pictures and sends them, and an admin's open page shows the market waiting", {
  tags: ["REG-21", "FORM-3", "FORM-5"],
}, async () => {
  const { db } = server.database
  const name = `Damson Row ${crypto.randomUUID().slice(0, 8)}`
  const market = await aMarket(db, { name, approval: "denied", denialReason: "The permit ran out in May." })
  const photo = await anImage(db, { ownerId: market.sellerId, container: "identity" })
  // The earlier application has a row in this database, but no file.
  browser.expectProblem(/404 for image .*private-images/)
  await db.update(markets).set({ ownerPhotoId: photo.id }).where(eq(markets.id, market.id))
  const admin = await browser.visit(server.url)
  await signIn(admin, server, (await anAdmin(db)).actor)
  await admin.goto(`/admin-dashboard?search=${encodeURIComponent(name)}`)
  await expect(admin.getByRole("region", { name: "Sellers: Denied" })).toContainText(name)
  await expect(admin.locator("html[data-hydrated][data-live=live]")).toBeAttached()

  const page = await browser.visit(server.url)
  await signIn(page, server, market.actor)
  await page.goto("/apply-again")
  await hydrated(page)
  const stall = page.getByLabel("Photo of the market")
  await stall.setInputFiles(await aPhoto("stall.jpg"))
  await expect(page.getByAltText("Preview of stall.jpg")).toBeVisible()
  await stall.setInputFiles(notAPhoto("stall.png"))
  await expect(page.getByAltText(/Preview of/)).toHaveCount(0)
  await stall.setInputFiles(unreadableLargePhoto("stall.jpg"))
  await expect(stall).toHaveAccessibleDescription(/File size exceeds 1MB/)
  await expect(stall).toHaveAttribute("name", "pictureOfMarket")
  await stall.setInputFiles(await aPhoto("stall.jpg"))
  // More than 1 MB, like a phone's photo; the form waits until it is uploaded.
  const permit = page.getByLabel("Certificate or license")
  await permit.setInputFiles(await phonePhoto("permit.jpg"))
  await page.getByRole("button", { name: "Send" }).click()
  await page.waitForURL("**/market-dashboard")
  const [sent] = await db.select().from(markets).where(eq(markets.id, market.id))
  expect(sent).toMatchObject({ approval: "waiting", certificateId: expect.any(String) })
  await expect(page.locator(".toast", { hasText: "Our team will review your photos" })).toBeVisible()
  await expect(admin.getByRole("region", { name: "Sellers: Need approval" })).toContainText(name)
})
