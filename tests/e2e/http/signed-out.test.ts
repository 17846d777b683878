import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { cartLines, checkouts, orders, sessions } from "#db/schema/index.ts"
import { SESSION_ENDED } from "#party/close-codes.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { sessionCookies } from "#tests/support/sessions.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

async function aSignedInCustomer() {
  const { db } = server.database
  const customer = await aCustomer(db)
  const cookies = await sessionCookies(server, customer.actor)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  // This process has seen the session while it was valid.
  expect((await fetch(`${server.url}/customer-dashboard`, { headers: { cookie } })).status).toBe(200)
  const signOutElsewhere = () => db.delete(sessions).where(eq(sessions.userId, customer.userId))
  return { ...customer, cookie, signOutElsewhere }
}

async function expectNothingDone(userId: string) {
  const { db } = server.database
  for (const table of [cartLines, checkouts, orders])
    expect(await db.select().from(table).where(eq(table.customerId, userId))).toEqual([])
}

const STEPS = [
  ["POST", "/view-product", (product: string) => ({ productId: product, size: "", quantity: "2" })],
  ["POST", "/shopping-cart", () => ({ intent: "proceed", fulfilment: "pickup", quote: "" })],
  ["POST", "/pay/begin", () => ({})],
  ["GET", "/pay/return?checkout=0198c5b2-7d3e-7c7a-9c3e-2f4b5a6d7e8f", () => undefined],
] as const

it.each(STEPS)(
  "%s %s: turns away whoever was signed out since, and has done nothing",
  {
    tags: ["ACCT-25"],
  },
  async (method, path, fields) => {
    const product = await aProduct(server.database.db, await aMarket(server.database.db))
    const { cookie, userId, signOutElsewhere } = await aSignedInCustomer()
    await signOutElsewhere()
    const given = fields(product.id)
    const send = () =>
      fetch(server.url + path, {
        method,
        redirect: "manual",
        headers: { cookie, origin: server.url, "user-agent": "Mozilla/5.0" },
        ...(given ? { body: new URLSearchParams(given) } : {}),
      })
    for (const answer of [await send(), await send()])
      expect([answer.status, answer.headers.get("location")]).toEqual([
        302,
        `/Welcome?next=${encodeURIComponent(path)}`,
      ])
    await expectNothingDone(userId)
  },
)

it("leads to the welcome page whoever was signed out elsewhere and buys on", {
  tags: ["ACCT-25"],
}, async () => {
  const { db } = server.database
  const product = await aProduct(db, await aMarket(db), { name: "Honey" })
  const customer = await aCustomer(db)
  const page = await (await visitor(server, customer.actor)).open(`/view-product?product=${product.id}`)
  await db.delete(sessions).where(eq(sessions.userId, customer.userId))
  expect((await page.press("Add to the Cart")).path).toMatch(/^\/Welcome\?/)
  await expectNothingDone(customer.userId)
})

it("closes the live sockets of the session that is signed out of", { tags: ["LIVE-15"] }, async () => {
  const { cookie } = await aSignedInCustomer()
  const answer = await fetch(`${server.url}/api/v1/rooms/ticket?party=customer`, { headers: { cookie } })
  const { ticket, room } = (await answer.json()) as { ticket: string; room: string }
  const socket = new WebSocket(
    `${server.url.replace("http", "ws")}/parties/customer/${room}?ticket=${ticket}`,
  )
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code)
  })
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  await fetch(`${server.url}/api/v1/auth/logout`, { method: "POST", headers: { cookie } })
  expect(await closed).toBe(SESSION_ENDED)
})
