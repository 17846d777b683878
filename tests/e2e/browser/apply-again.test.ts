import { eq } from "drizzle-orm"
import { describe, it } from "vitest"
import { deliverers, markets } from "#db/schema/index.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aDeliverer } from "#tests/support/factories/people.ts"
import { anImage } from "#tests/support/factories/pictures.ts"
import { awake } from "#tests/support/hold-react.ts"
import { aPhoto, notAPhoto, tooLargePhoto } from "#tests/support/pictures.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { WAYS } from "#tests/support/ways.ts"

const server = useServer()
const browser = useBrowser()
const db = () => server.database.db

const REASON = "The permit ran out in May."

async function pageOf(actor: Parameters<typeof signIn>[2], options: PageOptions = {}) {
  const page = await browser.visit(server.url, options)
  await signIn(page, server, actor)
  return page
}

async function deniedSeller(name: string) {
  const market = await aMarket(db(), { name, approval: "denied", denialReason: REASON })
  const owner = { ownerId: market.sellerId }
  const [photo, certificate] = [
    await anImage(db(), { ...owner, container: "identity" }),
    await anImage(db(), { ...owner, container: "identity" }),
  ]
  await db()
    .update(markets)
    .set({ ownerPhotoId: photo.id, certificateId: certificate.id })
    .where(eq(markets.id, market.id))
  return { ...market, photo }
}

for (const { name, options } of WAYS)
  describe(`whom an admin has denied ${name}`, () => {
    it("reads why, sends a new certificate, and waits again where admins see it", async () => {
      const market = await deniedSeller(`Damson Row ${name}`)
      const admin = await pageOf((await anAdmin(db(), "Ines")).actor)
      await admin.goto(`/admin-dashboard?search=${encodeURIComponent(market.name)}`)
      await expect(admin.getByRole("region", { name: "Sellers: Denied" })).toContainText(market.name)
      await awake(admin)

      const page = await pageOf(market.actor, options)
      await page.goto("/market-dashboard")
      const status = page.getByRole("region", { name: "Status" }).or(page.getByLabel("Status"))
      await expect(status.first()).toContainText(REASON)
      await page.getByRole("link", { name: "Send New Pictures" }).click()
      await page.waitForURL("**/apply-again")
      await expect(page.getByText(REASON)).toBeVisible()
      // The market's picture was never sent: it cannot be kept.
      await page.getByLabel("Certificate or license").setInputFiles(await aPhoto("permit.jpg"))
      await page.getByRole("button", { name: "Send" }).click()
      await expect(page.getByText("Choose a picture.").first()).toBeVisible()
      await page.getByLabel("Picture of the market").setInputFiles(await aPhoto("stall.jpg"))
      await page.getByLabel("Certificate or license").setInputFiles(notAPhoto("permit.png"))
      await page.getByRole("button", { name: "Send" }).click()
      await expect(page.getByText("This file is not an image we can read.").first()).toBeVisible()
      await page.getByLabel("Picture of the market").setInputFiles(await aPhoto("stall.jpg"))
      await page.getByLabel("Certificate or license").setInputFiles(await aPhoto("permit.jpg"))
      await page.getByRole("button", { name: "Send" }).click()
      await page.waitForURL("**/market-dashboard")
      await expect(page.locator(".toast", { hasText: "Our team looks at your pictures" })).toBeVisible()
      await expect(page.getByRole("heading", { name: "Your market was not approved" })).toHaveCount(0)

      const waiting = admin.getByRole("region", { name: "Sellers: Need approval" })
      await expect(waiting).toContainText(market.name)
      const [row] = await db().select().from(markets).where(eq(markets.id, market.id))
      expect(row).toMatchObject({ approval: "waiting", ownerPhotoId: market.photo.id })
      await page.goto("/apply-again")
      await page.waitForURL("**/market-dashboard")
    })
  })

it("a denied deliverer sends a new photo ID, which may not be too large", async () => {
  const courier = await aDeliverer(db(), { approval: "denied" })
  await db()
    .update(deliverers)
    .set({ denialReason: "It is blurred." })
    .where(eq(deliverers.userId, courier.userId))
  const page = await pageOf(courier.actor, { javaScript: false })
  await page.goto("/express-dashboard")
  await page.getByRole("link", { name: "Send New Pictures" }).click()
  await expect(page.getByText("It is blurred.")).toBeVisible()
  await page.getByRole("button", { name: "Send" }).click()
  await expect(page.getByText("Choose a picture.").first()).toBeVisible()
  await page.getByLabel("Photo ID").setInputFiles(await tooLargePhoto())
  await page.getByRole("button", { name: "Send" }).click()
  await expect(page.getByText("File size exceeds 1MB. Please select a smaller file.").first()).toBeVisible()
  await page.getByLabel("Photo ID").setInputFiles(await aPhoto())
  await page.getByRole("button", { name: "Send" }).click()
  await page.waitForURL("**/express-dashboard")
  await expect(page.getByText("It is blurred.")).toHaveCount(0)
})

it("is nobody else's page", async () => {
  for (const [actor, leads] of [
    [(await aMarket(db())).actor, "/market-dashboard"],
    [(await aDeliverer(db(), { approval: "waiting" })).actor, "/express-dashboard"],
  ] as const) {
    const page = await pageOf(actor, { javaScript: false })
    const answer = await page.request.get("/apply-again", { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([302, leads])
  }
})
