import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { markets } from "#db/schema/index.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { sessionCookies } from "#tests/support/sessions.ts"

const server = useSharedServer()

/** A browser's visit, with the nonce of the response's policy. */
async function visit(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, {
    headers: { "accept-encoding": "br", "user-agent": "Mozilla/5.0", ...headers },
  })
  const html = await answer.text()
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1]
  return { html, nonce, status: answer.status, cache: answer.headers.get("cache-control") }
}

it("shows a changed market on the next view of a home page that many have seen", {
  tags: ["HOME-13"],
}, async () => {
  const { db } = server.database
  const place = await aPlace(server)
  const market = await aMarket(db, { ...place, name: "Harbor Stalls", weekdayHours: "7am-1pm" })
  const found = `/home?zip=${place.zip}`
  const change = (facts: Partial<typeof markets.$inferInsert>) =>
    db.update(markets).set(facts).where(eq(markets.id, market.id))
  for (let times = 0; times < 4; times++) expect((await visit(found)).html).toContain("Harbor Stalls")
  await change({ name: "Pier Stalls" })
  expect((await visit(found)).html).toContain("Pier Stalls")
  await change({ subscription: "cancelled" })
  expect((await visit(found)).html).not.toContain("Pier Stalls")
  await change({ subscription: "active", name: "Harbor Stalls" })
  expect((await visit(found)).html).toContain("Harbor Stalls")
})

it("gives each view a nonce of its own, the one that its policy names, and no shared cache may keep it", {
  tags: ["SEC-1"],
}, async () => {
  const views = []
  for (let times = 0; times < 5; times++) views.push(await visit("/home"))
  expect(new Set(views.map(({ nonce }) => nonce)).size).toBe(5)
  for (const { html, nonce, cache } of views) {
    const inPage = [...html.matchAll(/<script[^>]* nonce="([^"]+)"/g)].map(([, word]) => word)
    expect(inPage.length).toBeGreaterThan(3)
    expect(new Set(inPage)).toEqual(new Set([nonce]))
    expect(cache).toBe("private, no-cache")
  }
})

it("shows signed-in visitors themselves, and nobody else anything of them", {
  tags: ["HOME-13"],
}, async () => {
  const people = await Promise.all([1, 2].map(() => aCustomer(server.database.db)))
  const sessions = await Promise.all(people.map(({ actor }) => sessionCookies(server, actor)))
  const cookies = sessions.map((session) => session.map(({ name, value }) => `${name}=${value}`).join("; "))
  for (let times = 0; times < 4; times++) {
    for (const [index, cookie] of cookies.entries()) {
      const { html } = await visit("/home", { cookie })
      expect(html).toContain(people[index]!.email)
      expect(html).not.toContain(people[1 - index]!.email)
    }
    const { html } = await visit("/home")
    for (const { email } of people) expect(html).not.toContain(email)
  }
})

it("answers HEAD with the page's headers and no body", { tags: ["WEAK-16"] }, async () => {
  const head = await fetch(`${server.url}/about`, { method: "HEAD", headers: { "accept-encoding": "br" } })
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
    200,
    "text/html; charset=utf-8",
    "",
  ])
})
