import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import sharp from "sharp"
import { describe, it } from "vitest"
import { auditLog, images, markets, users } from "#db/schema/index.ts"
import { diskImages } from "#server/platform/images/disk-images.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer, aDeliverer } from "#tests/support/factories/people.ts"
import { anImage } from "#tests/support/factories/pictures.ts"
import { holdReact } from "#tests/support/hold-react.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { WAYS } from "#tests/support/ways.ts"

const server = useServer()
const browser = useBrowser()
const db = () => server.database.db

const toast = (page: Page, text: string) => expect(page.locator(".toast", { hasText: text })).toBeVisible()

async function adminAt(name: string, options: PageOptions = {}) {
  const page = await browser.visit(server.url, options)
  await signIn(page, server, (await anAdmin(db(), name)).actor)
  return page
}

/** A seller who waits, with an ID on the server's disk. */
async function applicant(name: string) {
  const market = await aMarket(db(), { name, approval: "waiting", onboarded: null, subscription: "none" })
  const image = await anImage(db(), { ownerId: market.sellerId, container: "identity" })
  await db().update(markets).set({ ownerPhotoId: image.id }).where(eq(markets.id, market.id))
  const disk = diskImages({ directory: `${server.dataDir}/images`, secret: "unused by storing" })
  const paper = sharp({ create: { width: 320, height: 200, channels: 3, background: "#cde" } })
  const bytes = new Uint8Array(await paper.png().toBuffer())
  await disk.store(image, { bytes, contentType: "image/png", width: 320, height: 200 })
  const [user] = await db().select().from(users).where(eq(users.id, market.sellerId))
  return { ...market, image, email: user!.email }
}

for (const { name, options } of WAYS)
  describe(`an admin ${name}`, () => {
    it("finds an applicant, looks at the ID, and approves", async () => {
      const market = await applicant(`Apple Row ${name}`)
      const page = await adminAt("Ines", options)
      await page.getByRole("searchbox", { name: "Search" }).fill(market.email)
      await page.getByRole("button", { name: "Search" }).click()
      await page.waitForURL(/search=/)
      // The address comes before the page: until then everybody else's rows are there too.
      const row = page.getByRole("row", { name: new RegExp(market.name) })
      await row.getByRole("link", { name: "Sam Seller" }).click()
      await page.waitForURL("**/seller-info?seller=*")
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(market.name)
      for (const fact of [market.email, "212-555-0134", "9am-5pm", "Closed", "Not begun"])
        await expect(page.getByText(fact).first()).toBeVisible()
      const picture = page.getByRole("img", { name: "Owner ID", exact: true })
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0)
      await page.getByRole("link", { name: "Owner ID View larger" }).click()
      await expect(page.getByRole("dialog").getByRole("img")).toBeVisible()
      await page.getByRole("link", { name: "Close" }).click()
      await expect(page.getByRole("dialog")).toHaveCount(0)
      const looks = await db().select().from(auditLog).where(eq(auditLog.subjectId, market.image.id))
      expect(looks.length).toBeGreaterThan(0)

      await page.getByRole("button", { name: "Approve" }).click()
      await page.waitForURL("**/admin-dashboard")
      await toast(page, "Approved. They get a letter.")
      const letter = await waitForLetter(server, { to: market.email })
      expect(letter.subject).toBe("Your market is approved")
    })

    it("denies only with a reason, which the applicant gets", async () => {
      const market = await applicant(`Plum Row ${name}`)
      const page = await adminAt("Ines", options)
      await page.goto(`/seller-info?seller=${market.sellerId}`)
      await page.getByRole("button", { name: "Deny" }).click()
      await expect(page.locator("#decision-reason-error")).toHaveText("Tell the applicant why.")
      await page.getByLabel("Reason for a denial").fill("The permit ran out in May.")
      await page.getByRole("button", { name: "Deny" }).click()
      await page.waitForURL("**/admin-dashboard")
      const letter = await waitForLetter(server, { to: market.email })
      expect(letter.text).toContain("The permit ran out in May.")
      const [row] = await db().select().from(markets).where(eq(markets.id, market.id))
      expect(row).toMatchObject({ approval: "denied", denialReason: "The permit ran out in May." })
      await page.goto("/admin-log?search=permit+ran")
      await expect(page.getByRole("row", { name: /seller\.denied/ }).first()).toContainText("Ines")
    })

    it("who comes second is told what was decided and by whom, and sees what stands now", async () => {
      const market = await applicant(`Cherry Row ${name}`)
      const [ines, omar] = [await adminAt("Ines", options), await adminAt("Omar", { javaScript: false })]
      await omar.goto(`/seller-info?seller=${market.sellerId}`)
      await ines.goto(`/seller-info?seller=${market.sellerId}`)
      await ines.getByRole("button", { name: "Approve" }).click()
      await ines.waitForURL("**/admin-dashboard")
      await omar.getByLabel("Reason for a denial").fill("The permit ran out.")
      await omar.getByRole("button", { name: "Deny" }).click()
      await expect(omar.getByRole("alert")).toContainText("This application was already approved by Ines.")
      await expect(omar.getByText("Approved", { exact: true })).toBeVisible()
      const [row] = await db().select().from(markets).where(eq(markets.id, market.id))
      expect(row!.approval).toBe("approved")
    })
  })

it("leaves the hand and the words of an admin where they are when React takes a refused form over", async () => {
  const market = await applicant("Quince Row")
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

describe("the admins' pages", () => {
  it("show a decision of another admin at once", async () => {
    const market = await applicant("Live Row")
    const watcher = await adminAt("Omar")
    await watcher.goto("/admin-dashboard?search=Live+Row")
    const waiting = watcher.getByRole("region", { name: "Sellers: Need approval" })
    await expect(waiting.getByRole("row", { name: /Live Row/ })).toBeVisible()
    await watcher.waitForSelector("html[data-hydrated]", { state: "attached" })
    const page = await adminAt("Ines")
    await page.goto(`/seller-info?seller=${market.sellerId}`)
    await page.getByRole("button", { name: "Approve" }).click()
    await page.waitForURL("**/admin-dashboard")
    const approved = watcher.getByRole("region", { name: "Sellers: Approved" })
    await expect(approved.getByRole("row", { name: /Live Row/ })).toBeVisible()
    await expect(waiting).toHaveCount(0)
  })

  it("are closed to everybody else, and so is the private picture: by guess, old link, other role", async () => {
    const market = await applicant("Closed Row")
    const paths = ["/admin-dashboard", "/admin-log", `/seller-info?seller=${market.sellerId}`]
    const picture = `/admin/images/${market.image.id}`
    const strangers = [await browser.visit(server.url, { javaScript: false })]
    for (const { actor } of [market, await aCustomer(db()), await aDeliverer(db())]) {
      const page = await browser.visit(server.url, { javaScript: false })
      await signIn(page, server, actor)
      strangers.push(page)
    }
    for (const page of strangers)
      for (const path of [...paths, picture]) {
        const answer = await page.request.get(path, { maxRedirects: 0 })
        expect([path, answer.status(), answer.headers().location]).toEqual([path, 302, "/admin"])
      }
    const admin = await adminAt("Ines", { javaScript: false })
    const sent = await admin.request.get(picture, { maxRedirects: 0 })
    const link = sent.headers().location!
    expect(sent.headers()["cache-control"]).toBe("no-store")
    expect((await admin.request.get(link)).status()).toBe(200)
    const old = new URL(link, server.url)
    old.searchParams.set("exp", String(Math.floor(Date.now() / 1000) - 1))
    const guesses = [
      old.pathname + old.search,
      old.pathname,
      `/images/identity/${market.image.name}`,
      link.replace(/sig=[^&]+/, "sig=guessed"),
    ]
    for (const path of guesses) expect([path, (await admin.request.get(path)).status()]).toEqual([path, 404])
    expect((await admin.request.get(`/admin/images/${crypto.randomUUID()}`)).status()).toBe(404)
    const [row] = await db().select().from(images).where(eq(images.id, market.image.id))
    expect(row!.deletedAt).toBeNull()
  })
})
