import { expect, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { useServer } from "#tests/support/server.ts"
import { TWENTY_ROWS } from "../../odd-rows/twenty-rows.ts"
import { SMALLEST, walkRow } from "../../odd-rows/walk-row.ts"

const server = useServer()
const browser = useBrowser()

it("takes the oddest markets of the USDA's directory through registration, search and cart on the smallest phone", {
  tags: ["REG-149"],
  timeout: 480_000,
}, async () => {
  const page = await browser.visit(server.url, { context: { viewport: SMALLEST } })
  const reports = []
  for (const [index, row] of TWENTY_ROWS.entries()) reports.push(await walkRow(server, page, row, index))
  expect(reports.filter(({ failure }) => failure)).toEqual([])
  const asked = new Set(reports.flatMap(({ askedAgain }) => askedAgain))
  expect([...asked].sort()).toEqual(["address", "city", "marketName", "phone", "zip"])
})
