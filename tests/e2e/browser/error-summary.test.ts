import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { deliverers } from "#db/schema/index.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aDeliverer } from "#tests/support/factories/people.ts"
import { awake } from "#tests/support/hold-react.ts"
import { aPhoto, notAPhoto } from "#tests/support/pictures.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import {
  atStep,
  fillAccount,
  fillAddress,
  fillBank,
  fillIdentity,
  fillMarket,
  press,
} from "./seller-steps.ts"

const server = useServer()
const browser = useBrowser()
const db = () => server.database.db

const WAYS: { name: string; options: PageOptions }[] = [
  { name: "with JavaScript", options: {} },
  { name: "without JavaScript", options: { javaScript: false } },
]

async function pageOf(actor: Parameters<typeof signIn>[2], options: PageOptions = {}) {
  const page = await browser.visit(server.url, options)
  await signIn(page, server, actor)
  return page
}

/** The summary has the focus and these lines; each link leads to a field that is marked. */
async function summarised(page: Page, lines: string[]) {
  const summary = page.locator(".summary")
  await expect(summary.getByRole("link")).toHaveText(lines)
  await expect(summary).toBeFocused()
  for (const link of await summary.getByRole("link").all()) {
    const field = page.locator((await link.getAttribute("href")) ?? "")
    await expect(field).toHaveAttribute("aria-describedby", /-error\b/)
  }
}

const NO_PHOTO = "This file is not an image we can read. Please choose a JPEG, PNG or WebP."

for (const { name, options } of WAYS)
  describe(`the summary of a form ${name}`, () => {
    const email = (who: string) => `${who}-${name.replaceAll(" ", "-").toLowerCase()}@summary.test`

    it("names each hour and each picture of a market's registration, and takes the focus each time", async () => {
      const page = await browser.visit(server.url, options)
      await page.goto("/market?tab=register")
      await fillAccount(page, email("market"))
      await press(page, "Next")
      await atStep(page, 2)
      await fillAddress(page)
      await press(page, "Next")
      await atStep(page, 3)
      await press(page, "Next")
      await summarised(page, [
        "Enter the market's name.",
        "Enter your phone number.",
        ...["Monday-Friday", "Saturday", "Sunday"].flatMap((day) => [
          `${day} opens: Choose an hour.`,
          `${day} closes: Choose an hour.`,
        ]),
      ])
      await fillMarket(page)
      await press(page, "Next")
      await atStep(page, 4)
      await press(page, "Submit")
      await summarised(page, [
        "Photo ID of the owner: Choose a picture.",
        "Picture of the market: Choose a picture.",
        "Certificate or license: Choose a picture.",
      ])
      await page.getByLabel("Picture of the market").setInputFiles(notAPhoto())
      await expect(page.getByAltText(/Preview of/)).toHaveCount(0)
      await press(page, "Submit")
      await summarised(page, [
        "Photo ID of the owner: Choose a picture.",
        `Picture of the market: ${NO_PHOTO}`,
        "Certificate or license: Choose a picture.",
      ])
    })

    it("names the picture that a deliverer's registration and a denied deliverer lack", async () => {
      const page = await browser.visit(server.url, options)
      await page.goto("/express?tab=register")
      await fillAccount(page, email("courier"))
      await press(page, "Next")
      await page.waitForURL("**/express?tab=register&step=2")
      await fillAddress(page)
      await page.getByLabel("Phone").fill("212-555-0134")
      await press(page, "Next")
      await page.waitForURL("**/express?tab=register&step=3")
      await press(page, "Submit")
      await summarised(page, ["Photo ID: Choose a picture."])

      const courier = await aDeliverer(db(), { approval: "denied" })
      await db()
        .update(deliverers)
        .set({ denialReason: "It is blurred." })
        .where(eq(deliverers.userId, courier.userId))
      const denied = await pageOf(courier.actor, options)
      await denied.goto("/apply-again")
      await press(denied, "Send")
      await summarised(denied, ["Photo ID: Choose a picture."])
      await denied.getByLabel("Photo ID").setInputFiles(notAPhoto())
      await press(denied, "Send")
      await summarised(denied, [`Photo ID: ${NO_PHOTO}`])
    })
  })

it("shows a chosen picture, and no broken one of a file that is none", async () => {
  const { actor } = await aMarket(db(), { approval: "denied", denialReason: "Too dark." })
  const page = await pageOf(actor)
  await page.goto("/apply-again")
  await awake(page)
  const field = page.getByLabel("Picture of the market")
  await field.setInputFiles(await aPhoto("stall.jpg"))
  await expect(page.getByAltText("Preview of stall.jpg")).toBeVisible()
  await field.setInputFiles(notAPhoto("stall.png"))
  await expect(page.getByAltText(/Preview of/)).toHaveCount(0)
})

it("of the payout wizard has the focus after each press, a line for each field of the step", async () => {
  const { actor } = await aMarket(db(), { onboarded: null })
  const page = await pageOf(actor)
  await page.goto("/register-stripe")
  for (const _ of ["first", "again"]) {
    await press(page, "Next")
    await summarised(page, [
      "Enter your date of birth as MM/DD/YYYY.",
      "Enter the nine digits of your Social Security number, like 123-45-6789.",
    ])
  }
  await page.locator(".summary").getByRole("link").first().click()
  await expect(page.getByLabel("Date of Birth")).toBeFocused()
  await fillIdentity(page, "000000000")
  await expect(page.locator(".summary")).toHaveCount(0)
  await press(page, "Next")
  await press(page, "Next")
  await summarised(page, ["Choose Yes or No."])
  await page.getByRole("radio", { name: "Yes" }).check()
  await page.getByLabel("Website").fill("greens.example.com")
  await press(page, "Next")
  await press(page, "Submit")
  await summarised(page, [
    "Enter the account number: 4 to 17 digits.",
    "Enter the nine-digit routing number.",
    "Enter the account holder's name.",
    "Choose a payout schedule.",
    "To be paid, agree to Stripe's privacy policy and terms.",
  ])
  await fillBank(page)
  await press(page, "Submit")
  await summarised(page, [
    "Choose a payout schedule.",
    "To be paid, agree to Stripe's privacy policy and terms.",
  ])
})
