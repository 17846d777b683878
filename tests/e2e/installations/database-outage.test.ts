import { afterEach, expect, it } from "vitest"
import { BROKEN_WORDS } from "#app/error-words.ts"
import { type DatabaseDoor, databaseDoor } from "#tests/support/database-door.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useServer } from "#tests/support/server.ts"
import { sessionCookies } from "#tests/support/sessions.ts"
import { visitor } from "#tests/support/visitor.ts"

let door: DatabaseDoor
const server = useServer({
  async reachDatabase(url) {
    door = await databaseDoor(url)
    return door.url
  },
})
afterEach(async () => {
  await door.shut()
  await door.open()
})

const HEADERS = { "user-agent": "Mozilla/5.0 Chrome/140", "accept-encoding": "br" }
const ask = (path: string, more: RequestInit = {}) =>
  fetch(server.url + path, {
    redirect: "manual",
    ...more,
    headers: { ...HEADERS, origin: server.url, ...(more.headers as Record<string, string>) },
  })

async function cookieOfACustomer() {
  const cookies = await sessionCookies(server, (await aCustomer(server.database.db)).actor)
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
}

/** The text of a page, without the parts that differ in every response. */
const wordsOf = (html: string) =>
  html
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\b[0-9a-f]{32}\b/, "<request id>")
    .replace(/\s+/g, " ")

it("answers strangers and people with a session alike while PostgreSQL is gone: 503, and when to come back", {
  tags: ["OPS-8"],
}, async () => {
  const cookie = await cookieOfACustomer()
  // Requested often enough to be cached: a cached page must not outlive its data.
  for (let times = 0; times < 3; times++) expect((await ask("/home")).status).toBe(200)
  await door.shut()
  const said = new Set<string>()
  const form = {
    method: "POST",
    body: new URLSearchParams({ intent: "password", email: "a@b.test", password: "x" }),
  }
  for (const [path, more] of [
    ["/home", {}],
    ["/home", { headers: { cookie } }],
    ["/shopping-cart", { headers: { cookie } }],
    ["/login", form],
  ] as [string, RequestInit][]) {
    const response = await ask(path, more)
    const page = await response.text()
    expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "5"])
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(page).toContain(BROKEN_WORDS.text)
    said.add(wordsOf(/<main[\s\S]*<\/main>/.exec(page)?.[0] ?? ""))
  }
  expect([...said]).toHaveLength(1)
})

it("stays with its load balancer, so that people get the apology, and tells whoever watches", {
  tags: ["OPS-6", "OPS-7"],
}, async () => {
  await door.shut()
  const begun = performance.now()
  const ready = await ask("/api/v1/ready")
  expect(performance.now() - begun).toBeLessThan(1_000)
  const { failing } = (await ready.json()) as { failing: string[] }
  expect([ready.status, failing]).toEqual([503, expect.arrayContaining(["database"])])
  for (const path of ["/api/v1/live", "/api/v1/health"]) expect((await ask(path)).status).toBe(200)
})

it("answers the API's callers and pages that a browser asks for with 503 too", {
  tags: ["OPS-8"],
}, async () => {
  const cookie = await cookieOfACustomer()
  await door.shut()
  for (const [headers, path] of [
    [{ cookie: "" }, "/email/emailConfirmedCustomer/no-such-link"],
    [{ cookie }, `/product/GetCurrentProduct/${crypto.randomUUID()}`],
  ] as const) {
    const data = await ask("/home.data", { headers })
    expect([data.status, data.headers.get("retry-after")]).toEqual([503, "5"])
    expect(data.headers.get("content-type")).toBe("text/x-script")
    const call = await ask(`/api/v1${path}`, { headers })
    expect([call.status, call.headers.get("retry-after")]).toEqual([503, "5"])
    expect(await call.json()).toMatchObject({ status: 503, title: "Service Unavailable" })
  }
  expect((await ask("/pay/return", { headers: { cookie } })).status).toBe(503)
})

it("says so in words, and shows the markets again once PostgreSQL is back", { tags: ["OPS-8"] }, async () => {
  const { db } = server.database
  await aMarket(db, { name: "Harbor Stalls" })
  const rosa = await visitor(server, (await aCustomer(db)).actor)
  for (const someone of [await visitor(server), rosa]) {
    await door.shut()
    const broken = await someone.open("/home")
    expect(broken.status).toBe(503)
    expect(broken.get("heading", BROKEN_WORDS.title)).toBeTruthy()
    expect(broken.text).toContain(BROKEN_WORDS.text)
    await door.open()
    expect((await broken.follow("See the markets")).text).toContain("Harbor Stalls")
  }
})
