import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { REFUND_SHARES } from "./refund.ts"

const document = readFileSync("docs/decisions/payments-refunds-in-part.md", "utf8")

it("stand in the decision about refunds as they do here", { tags: ["MONEY-23"] }, () => {
  const rows = [...document.matchAll(/^ {2}\| ([a-z ]+?) +\| ([a-z]+) +\| ([a-z]+) +\|$/gm)]
  const written = Object.fromEntries(
    rows.map(([, part = "", seller, platform]) => [
      part.replace(/ (.)/, (_, letter: string) => letter.toUpperCase()),
      { seller, platform },
    ]),
  )
  expect(written).toEqual(REFUND_SHARES)
})
