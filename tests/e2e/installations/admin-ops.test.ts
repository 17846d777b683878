import { eq } from "drizzle-orm"
import { describe, expect, it, vi } from "vitest"
import { auditLog, deliveries, images, orders } from "#db/schema/index.ts"
import { postgresBackend } from "#server/adapters/queues/postgres-backend.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { aFailingJob } from "#tests/support/failing-job.ts"
import { useServer } from "#tests/support/server.ts"
import { type Person, sessionCookies } from "#tests/support/sessions.ts"
import { visitor } from "#tests/support/visitor.ts"

const TOKEN = "a token that only Prometheus knows, 32+"
// Its own installation, for the token, and because it pauses a queue.
const server = useServer({ env: { METRICS_TOKEN: TOKEN } })
const db = () => server.database.db

const anAdminHere = async () => visitor(server, (await anAdmin(db(), "Ines")).actor)

/** Sends requests as this person, without following redirects. */
async function asking(person?: Person) {
  const cookies = person ? await sessionCookies(server, person) : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  return (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, {
      redirect: "manual",
      ...init,
      headers: { cookie, ...(init.headers as Record<string, string>) },
    })
}

it("shows a failed job and lets it run again", { tags: ["OPS-1"] }, async () => {
  const { imageId, jobId, repair } = await aFailingJob(server)
  const ines = await anAdminHere()
  const retry = `Retry process-image ${jobId}`
  const page = await vi.waitFor(
    async () => {
      const opened = await ines.open("/ops")
      opened.get("button", retry)
      return opened
    },
    { timeout: 20_000 },
  )
  expect(page.get("button", retry).closest("tr")?.textContent).toContain("EISDIR")
  for (const text of ["Outbox", "Stripe webhooks", "Live rooms", "Database pool"])
    expect(page.get("heading", text)).toBeTruthy()
  expect(page.document.querySelector(".js-only")?.textContent).toContain("refreshed every few seconds")
  await repair()
  const again = await page.press(retry)
  expect(again.text).toContain("The job runs again.")
  await vi.waitFor(
    async () => {
      const [image] = await db().select().from(images).where(eq(images.id, imageId))
      expect(image!.status).toBe("ready")
    },
    { timeout: 20_000 },
  )
  const lines = await db().select().from(auditLog).where(eq(auditLog.action, "jobs.retried"))
  expect(lines.map((line) => line.details)).toContainEqual({ job: jobId })
  expect((await ines.open("/ops")).all("button", retry)).toEqual([])
})

it("hides the links of emails on the queue board, and logs what an admin does there", {
  tags: ["OPS-2"],
}, async () => {
  const backend = await postgresBackend({ connectionString: server.database.url, workers: 0 })
  const queue = await backend.queue("mail")
  const data = { userId: crypto.randomUUID(), role: "customer", url: "/newpassword?id=secret-token" }
  await queue.add("send-password-reset-email", data, { delay: 3_600_000 })
  await queue.close()
  await backend.close()
  const ask = await asking((await anAdmin(db(), "Ines")).actor)
  const jobs = await (await ask("/ops/queues/api/queues?activeQueue=mail&status=delayed&page=1")).text()
  expect(jobs).toContain("(hidden)")
  expect(jobs).not.toContain("secret-token")
  const headers = { origin: server.url }
  expect((await ask("/ops/queues/api/queues/places/pause", { method: "PUT", headers })).status).toBe(200)
  const lines = await db().select().from(auditLog).where(eq(auditLog.action, "queues.changed"))
  expect(lines).toMatchObject([{ subjectId: "places", details: { method: "PUT" } }])
})

it("lets nobody but admins see or change queues and orders", { tags: ["OPS-3"] }, async () => {
  const people = [await aCustomer(db()), await aCourier(db()), await aMarket(db())]
  const paths = ["/ops", "/admin-orders", "/ops/queues", "/ops/queues/api/queues", "/ops/queues/static/x.js"]
  for (const person of [undefined, ...people.map(({ actor }) => actor)]) {
    const ask = await asking(person)
    const expectTurnedAway = (path: string, response: Response) => {
      const { pathname } = new URL(response.headers.get("location") ?? "", server.url)
      expect([path, response.status, pathname]).toEqual([path, 302, "/admin"])
    }
    for (const path of paths) expectTurnedAway(path, await ask(path))
    const body = new URLSearchParams({ queue: "mail" })
    expectTurnedAway("retry", await ask("/ops", { method: "POST", body, headers: { origin: server.url } }))
    expectTurnedAway("pause", await ask("/ops/queues/api/queues/mail/pause", { method: "PUT" }))
  }
})

it("gives metrics to whoever knows the token, and tells whether it is ready", {
  tags: ["OPS-4", "OPS-6"],
}, async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401)
  const wrong = { authorization: `Bearer ${TOKEN.replace("a", "b")}` }
  expect((await fetch(`${server.url}/metrics`, { headers: wrong })).status).toBe(401)
  const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(response.status).toBe(200)
  const text = await response.text()
  for (const line of [
    /^pushcart_queue_jobs\{queue="mail",state="waiting"\} \d+$/m,
    /^pushcart_outbox_events\{to="queues"\} \d+$/m,
    /^pushcart_payment_webhooks\{state="failing"\} 0$/m,
    /^pushcart_orders_stuck \d+$/m,
    /^pushcart_room_sockets \d+$/m,
    /^pushcart_up\{part="rooms"\} 1$/m,
    /^pushcart_http_requests_total\{method="GET",route="\/metrics",status="401"\} [2-9]/m,
  ])
    expect(text).toMatch(line)
  const ready = await fetch(`${server.url}/api/v1/ready`)
  expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }])
})

describe("an admin on the phone with a customer", () => {
  async function sold(fulfilment: "pickup" | "delivery") {
    const market = await aMarket(db())
    const product = await aProduct(db(), market)
    return anOrder(db(), { customer: await aCustomer(db()), market, product, fulfilment })
  }

  it("finds an order by its number and cancels it with a reason", { tags: ["ADMIN-11"] }, async () => {
    const order = await sold("pickup")
    const ines = await anAdminHere()
    const all = await ines.open("/admin-orders")
    const [search] = all.all("searchbox", "Search")
    expect(search).toBeTruthy()
    const found = await all.press("Search", { Search: String(order.number) })
    const page = await found.follow(String(order.number))
    const dialog = await page.follow("Cancel this order")
    const rejected = await dialog.press("Cancel and refund")
    expect(rejected.text).toContain("Tell the customer why.")
    const cancelled = await rejected.press("Cancel and refund", {
      "Why can't it be fulfilled?": "The market burned down.",
    })
    expect(cancelled.document.querySelector(".toast")?.textContent).toContain("Order canceled.")
    const [row] = await db().select().from(orders).where(eq(orders.id, order.id))
    expect(row).toMatchObject({
      status: "cancelled",
      cancelledBy: "admin",
      cancelReason: "The market burned down.",
    })
    const lines = await db().select().from(auditLog).where(eq(auditLog.subjectId, order.id))
    expect(lines).toMatchObject([{ action: "order.cancelled", details: { number: order.number } }])
    expect((await ines.open("/admin-orders?order=1")).status).toBe(404)
  })

  it("finds an order by the names in it, whatever their accents and apostrophes", {
    tags: ["ADMIN-13"],
  }, async () => {
    const customer = await aCustomer(db(), { firstName: "José" })
    const market = await aMarket(db(), { name: "Na’alehu Greens" })
    const order = await anOrder(db(), { customer, market, product: await aProduct(db(), market) })
    const page = await (await anAdminHere()).open("/admin-orders")
    for (const typed of ["naalehu", "Na'alehu greens", "jose p"]) {
      const found = await page.press("Search", { Search: typed })
      expect([...found.document.querySelectorAll("tbody tr a")].map((link) => link.textContent)).toEqual([
        String(order.number),
      ])
    }
  })

  it("sorts the orders and the audit log by a column", { tags: ["ADMIN-13"] }, async () => {
    const [one, two] = [await sold("pickup"), await sold("delivery")]
    const ines = await anAdminHere()
    const page = await ines.open("/admin-orders")
    const numbersOn = (opened: typeof page) =>
      [...opened.document.querySelectorAll("tbody tr a")]
        .map((link) => Number(link.textContent))
        .filter((number) => number === one.number || number === two.number)
    const newest = [one.number, two.number].sort((a, b) => b - a)
    expect(numbersOn(page)).toEqual(newest)
    const sorted = await page.follow(/Number/, page.get("columnheader", /Number/))
    expect(sorted.document.querySelectorAll("th[aria-sort=ascending]")).toHaveLength(1)
    expect(numbersOn(sorted)).toEqual(newest.toReversed())
    const log = await ines.open("/admin-log?log=-what")
    expect(log.get("columnheader", /What/).getAttribute("aria-sort")).toBe("descending")
  })

  it("releases a delivery whose courier does not come", { tags: ["ADMIN-12"] }, async () => {
    const order = await sold("delivery")
    const { userId } = await aCourier(db())
    await db().update(orders).set({ status: "taken" }).where(eq(orders.id, order.id))
    await db()
      .update(deliveries)
      .set({ hasDeliverer: false, courierId: userId, takenAt: new Date() })
      .where(eq(deliveries.orderId, order.id))
    const page = await (await anAdminHere()).open(`/admin-orders?order=${order.number}`)
    expect(page.text).toContain("Dora Wheeler took this delivery.")
    const released = await page.press("Release this delivery")
    expect(released.document.querySelector(".toast")?.textContent).toContain("is available again")
    expect(released.text).toContain("Waiting for a courier")
    const [row] = await db().select().from(deliveries).where(eq(deliveries.orderId, order.id))
    expect(row!.courierId).toBeNull()
  })
})
