import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { couriers } from "#db/schema/index.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { aPhoto, notAPhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"
import { COURIER, SELLER, walkSteps } from "#tests/support/wizard-steps.ts"

const server = useSharedServer()

const NO_PHOTO = "This file isn't an image we can read. Please choose a JPEG, PNG, WebP or AVIF."

/** Expects the summary to have autofocus and these lines, each a link to an invalid field. */
function expectSummary(page: HtmlPage, lines: string[]) {
  const summary = page.document.querySelector(".summary")!
  expect(summary.hasAttribute("autofocus")).toBe(true)
  const links = page.all("link", undefined, summary)
  expect(links.map((link) => link.textContent)).toEqual(lines)
  for (const link of links) {
    const field = page.document.getElementById(link.getAttribute("href")!.slice(1))
    expect(field?.getAttribute("aria-describedby")).toMatch(/-error\b/)
  }
}

const anEmail = () => `summary-${crypto.randomUUID()}@example.test`

it("names each hour and each picture of a market's registration, and takes the focus each time", {
  tags: ["REG-11", "FORM-1"],
}, async () => {
  const grace = await visitor(server)
  const market = await walkSteps(grace, SELLER.slice(0, 2), anEmail())
  expectSummary(await market.press("Next"), [
    "Enter the market's name.",
    "Enter your phone number.",
    ...["Monday-Friday", "Saturday", "Sunday"].flatMap((day) => [
      `${day} opens: Choose an hour.`,
      `${day} closes: Choose an hour.`,
    ]),
  ])
  const files = await market.send(SELLER[2]!.good, SELLER[2]!.button)
  const none = await files.press("Submit")
  expectSummary(none, [
    "Photo ID of the owner: Choose a photo.",
    "Photo of the market: Choose a photo.",
    "Certificate or license: Choose a photo.",
  ])
  expectSummary(await none.press("Submit", { "Photo of the market": notAPhoto() }), [
    "Photo ID of the owner: Choose a photo.",
    `Photo of the market: ${NO_PHOTO}`,
    "Certificate or license: Choose a photo.",
  ])
})

it("names the picture that a courier's registration and a denied courier lack", {
  tags: ["REG-17", "FORM-4"],
}, async () => {
  const files = await walkSteps(await visitor(server), COURIER, anEmail())
  expectSummary(await files.press("Submit"), ["Photo ID: Choose a photo."])

  const { db } = server.database
  const courier = await aCourier(db, { approval: "denied" })
  await db.update(couriers).set({ denialReason: "It is blurred." }).where(eq(couriers.userId, courier.userId))
  const again = await (await visitor(server, courier.actor)).open("/apply-again")
  const none = await again.press("Send")
  expectSummary(none, ["Photo ID: Choose a photo."])
  expectSummary(await none.press("Send", { "Photo ID": notAPhoto() }), [`Photo ID: ${NO_PHOTO}`])
  expect((await none.press("Send", { "Photo ID": await aPhoto() })).path).toBe("/express-dashboard")
})
