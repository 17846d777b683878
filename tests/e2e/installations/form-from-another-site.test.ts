import { expect, it } from "vitest"
import { aMarket } from "#tests/support/factories/markets.ts"
import { useServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

/** Its own installation, because the test reads its log. */
const server = useServer()

it("is rejected in words, changes nothing and is logged in one line", { tags: ["ACCT-28"] }, async () => {
  const seller = await visitor(server, (await aMarket(server.database.db)).actor)
  for (const from of ["https://evil.example", "null"]) {
    const rejected = await seller.post("/logout", { role: "seller" }, { Origin: from })
    expect(rejected.status).toBe(403)
    expect(rejected.text).toContain("This form came from another site")
  }
  expect((await seller.open("/market-dashboard")).path).toBe("/market-dashboard")
  const lines = server.output().split("\n")
  expect(lines.filter((line) => line.includes("form.from_another_site"))).toHaveLength(2)
  expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([])
})
