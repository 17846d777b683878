import { describe, expect, it } from "vitest"
import { aMarket } from "#tests/factories/markets.ts"
import { plainVisitor } from "#tests/support/plain-pages.ts"
import { useServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"

/** No browser: these are the server's rules, and what it answers to a form that is sent without JavaScript. */
const server = useServer()

async function aSeller(facts: Parameters<typeof aMarket>[1] = {}) {
  const { db, pool } = server.database
  const market = await aMarket(db, facts)
  await givePassword(db, market.sellerId)
  const { rows } = await pool.query("select email from users where id = $1", [market.sellerId])
  const visitor = plainVisitor(server.url)
  const home = await visitor.send(await visitor.open("/market"), {
    email: String(rows[0].email),
    password: PASSWORD,
  })
  expect(home.path).toBe("/market-dashboard")
  return { market, visitor }
}

describe("signing out", () => {
  it("leads to the sellers' own page on the second click too", async () => {
    const { visitor } = await aSeller()
    const dashboard = await visitor.open("/market-dashboard")
    const out = () => visitor.send(dashboard, { role: "seller" })
    expect((await out()).path).toBe("/market")
    expect((await visitor.open("/market-dashboard")).path).toBe("/Welcome")
    expect((await out()).path).toBe("/market")
  })
})

describe("a form that another site sends", () => {
  it("is refused in words, changes nothing and is logged in one line", async () => {
    const { visitor } = await aSeller()
    for (const from of ["https://evil.example", "null"]) {
      const refused = await visitor.post("/logout", { role: "seller" }, { Origin: from })
      expect([refused.status, refused.html.includes("This form came from another site")]).toEqual([403, true])
    }
    expect((await visitor.open("/market-dashboard")).path).toBe("/market-dashboard")
    const lines = server.output().split("\n")
    expect(lines.filter((line) => line.includes("form.from_another_site"))).toHaveLength(2)
    expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([])
  })
})
