import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { notAPhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"
import { SELLER, walkSteps } from "#tests/support/wizard-steps.ts"
import { expectSummary } from "./expect-summary.ts"
import { atStep, fillMarket, press } from "./seller-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

it("of a market's registration takes the focus each time, with a line for each hour and each picture", {
  tags: ["REG-11", "FORM-1"],
}, async () => {
  const grace = await visitor(server)
  const { path } = await walkSteps(grace, SELLER.slice(0, 2), `summary-${crypto.randomUUID()}@seller.test`)
  const page = await browser.visit(server.url)
  const cookies = [...grace.cookies].map(([name, value]) => ({ name, value, url: server.url }))
  await page.context().addCookies(cookies)
  await page.goto(path)
  await hydrated(page)
  await press(page, "Next")
  await expectSummary(page, [
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
  await expectSummary(page, [
    "Photo ID of the owner: Choose a picture.",
    "Picture of the market: Choose a picture.",
    "Certificate or license: Choose a picture.",
  ])
  await page.getByLabel("Picture of the market").setInputFiles(notAPhoto())
  await press(page, "Submit")
  await expectSummary(page, [
    "Photo ID of the owner: Choose a picture.",
    "Picture of the market: This file is not an image we can read. Please choose a JPEG, PNG, WebP or AVIF.",
    "Certificate or license: Choose a picture.",
  ])
})
