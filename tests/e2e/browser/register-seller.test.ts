import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { drafts, images, markets, users } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { aPhoto, notAPhoto, tooLargePhoto } from "#tests/support/pictures.ts"
import { useServer } from "#tests/support/server.ts"
import { WAYS } from "#tests/support/ways.ts"
import { atStep, chooseFiles, fillAccount, fillAddress, press, toFiles } from "./seller-steps.ts"

const server = useServer()
const browser = useBrowser()
const PASSWORD = "Pushcart#2026"

const toast = (page: Page, text: string) => expect(page.locator(".toast", { hasText: text })).toBeVisible()

async function marketOf(email: string) {
  const [row] = await server.database.db
    .select({ market: markets })
    .from(markets)
    .innerJoin(users, eq(users.id, markets.userId))
    .where(eq(users.email, email))
  return row?.market
}

for (const { name, options } of WAYS)
  describe(`a seller ${name}`, () => {
    const emailFor = (part: string) => `${part}-${name.replaceAll(" ", "-").toLowerCase()}@seller.test`

    it("registers with three photos, confirms the e-mail and logs in", async () => {
      const email = emailFor("grace")
      const page = await browser.visit(server.url, options)
      await toFiles(page, email)
      await chooseFiles(page)
      await press(page, "Submit")
      await page.waitForURL("**/market")
      await toast(page, "Thank you for registering!")

      const market = await marketOf(email)
      expect(market).toMatchObject({
        name: "Grace's Greens",
        phone: "212-555-0134",
        weekdayHours: "8am-7pm",
        saturdayHours: "9am-3pm",
        sundayHours: "Closed",
        approval: "waiting",
        timeZone: "America/New_York",
      })
      const pictures = await server.database.db
        .select()
        .from(images)
        .where(eq(images.ownerId, market!.userId))
      expect(pictures.map(({ container }) => container).sort()).toEqual(["identity", "identity", "markets"])
      expect(pictures.every(({ deleteAfter }) => deleteAfter === null)).toBe(true)

      const letter = await waitForLetter(server, { to: email, subject: "Confirm" })
      await page.goto(letter.links.find((link) => link.includes("email-confirmed")) ?? "")
      await press(page, "Log in")
      await page.waitForURL("**/market")
      await page.getByLabel("Email", { exact: true }).fill(email)
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
      await press(page, "Login")
      await page.waitForURL("**/market-dashboard")
    })

    it("goes back a step at a time and finds everything that was entered", async () => {
      const page = await browser.visit(server.url, options)
      await toFiles(page, emailFor("back"))
      await page.getByLabel("Photo ID of the owner").setInputFiles(await aPhoto("passport.jpg"))
      await press(page, "Submit")
      await expect(page.locator(".field .error")).toHaveText(["Choose a picture.", "Choose a picture."])
      await expect(page.getByText("We have passport.jpg.")).toBeVisible()
      await press(page, "Back")
      await atStep(page, 3)
      await page.getByLabel("Market Name").fill("Half a name")
      await press(page, "Back")
      await atStep(page, 2)
      await expect(page.getByLabel("Zip")).toHaveValue("10011")
      await page.reload()
      await expect(page.getByLabel("City")).toHaveValue("New York")
      await press(page, "Back")
      await atStep(page, 1)
      await expect(page.getByLabel("Email", { exact: true })).toHaveValue(emailFor("back"))
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue("")
      await press(page, "Next")
      await atStep(page, 2)
      await press(page, "Next")
      await atStep(page, 3)
      await expect(page.getByLabel("Market Name")).toHaveValue("Half a name")
      await expect(page.getByRole("group", { name: "Saturday" }).getByLabel("Closes")).toHaveValue("3pm")
      await press(page, "Next")
      await atStep(page, 4)
      await expect(page.getByText("We have passport.jpg.")).toHaveCount(0)
    })
  })

it("says what is wrong with each file by its content, and keeps the good one", async () => {
  const page = await browser.visit(server.url, { javaScript: false })
  await toFiles(page, "files@seller.test")
  await page.getByLabel("Photo ID of the owner").setInputFiles(notAPhoto())
  await page.getByLabel("Picture of the market").setInputFiles(await tooLargePhoto())
  await page.getByLabel("Certificate or license").setInputFiles(await aPhoto("license.jpg"))
  await press(page, "Submit")
  await expect(page.locator(".field .error")).toHaveText([
    "This file is not an image we can read. Please choose a JPEG, PNG or WebP.",
    "File size exceeds 1MB. Please select a smaller file.",
  ])
  await expect(page.getByText("We have license.jpg.")).toBeVisible()
  expect(await marketOf("files@seller.test")).toBeUndefined()
})

it("returns to step 4 with the documented toast when the e-mail is taken", async () => {
  const page = await browser.visit(server.url)
  await toFiles(page, "taken@seller.test")
  await chooseFiles(page)
  await press(page, "Submit")
  await page.waitForURL("**/market")
  const other = await browser.visit(server.url)
  await toFiles(other, "taken@seller.test")
  await chooseFiles(other)
  await press(other, "Submit")
  await toast(other, "This email has been used, please use another one!")
  await expect(other).toHaveURL(/step=4/)
  await expect(other.getByText("We have license.jpg.")).toBeVisible()
})

it("makes one market of two tabs that submit at once", async () => {
  const page = await browser.visit(server.url)
  await toFiles(page, "tabs@seller.test")
  const second = await browser.again(page)
  await second.goto("/market?tab=register&step=4")
  await chooseFiles(page)
  await chooseFiles(second)
  await Promise.all([press(page, "Submit"), press(second, "Submit")])
  await Promise.all([page.waitForURL("**/market"), second.waitForURL("**/market")])
  expect(await marketOf("tabs@seller.test")).toBeDefined()
  expect(
    await server.database.db.select().from(users).where(eq(users.email, "tabs@seller.test")),
  ).toHaveLength(1)
})

it("keeps the password as its hash alone, and asks for each step's own rules", async () => {
  const page = await browser.visit(server.url, { javaScript: false })
  await page.goto("/market?tab=register&step=3")
  await expect(page.getByLabel("First Name")).toBeVisible()
  await press(page, "Next")
  await expect(page.getByRole("alert")).toContainText("Enter your first name.")
  await fillAccount(page, "rules@seller.test")
  await press(page, "Next")
  await atStep(page, 2)
  await fillAddress(page)
  await page.getByLabel("Zip").fill("00001")
  await press(page, "Next")
  await expect(page.getByLabel("Zip")).toHaveValue("00001")
  await expect(page.locator(".field .error")).toHaveText(
    "We don't know this zip code. Check the five digits and try again.",
  )
  const rows = await server.database.db.select().from(drafts)
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
})
