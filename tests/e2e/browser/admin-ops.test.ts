import { mkdirSync, rmdirSync } from "node:fs"
import { eq } from "drizzle-orm"
import sharp from "sharp"
import { describe, it } from "vitest"
import { auditLog, deliveries, images, orders } from "#db/schema/index.ts"
import { diskImages } from "#server/platform/images/disk-images.ts"
import { postgresBackend } from "#server/platform/queues/postgres-backend.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer, aDeliverer } from "#tests/support/factories/people.ts"
import { anImage } from "#tests/support/factories/pictures.ts"
import { awake } from "#tests/support/hold-react.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { holdNext } from "./hold-page.ts"

const TOKEN = "a token that only Prometheus knows, 32+"
const server = useServer({ env: { METRICS_TOKEN: TOKEN } })
const browser = useBrowser()
const db = () => server.database.db

async function adminAt(options: PageOptions = {}) {
  const page = await browser.visit(server.url, options)
  await signIn(page, server, (await anAdmin(db(), "Ines")).actor)
  return page
}

/** A job whose picture cannot be read, until `mend` puts one there. */
async function failingJob() {
  const { sellerId } = await aMarket(db())
  const image = await anImage(db(), { ownerId: sellerId, container: "products" })
  await db().update(images).set({ status: "processing" }).where(eq(images.id, image.id))
  const inTheWay = `${server.dataDir}/images/products/${image.name}/original`
  mkdirSync(inTheWay, { recursive: true })
  const backend = await postgresBackend({ connectionString: server.database.url, workers: 0 })
  const queue = backend.queue("images")
  await queue.add("process-image", { imageId: image.id }, { jobId: `test-${image.id}` })
  await queue.close()
  await backend.close()
  const mend = async () => {
    rmdirSync(inTheWay)
    const disk = diskImages({ directory: `${server.dataDir}/images`, secret: "unused by storing" })
    const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: "#cde" } })
    const bytes = new Uint8Array(await picture.png().toBuffer())
    await disk.store(image, { bytes, contentType: "image/png", width: 320, height: 200 })
  }
  return { imageId: image.id, jobId: `test-${image.id}`, mend }
}

for (const javaScript of [true, false])
  it(`shows a failed job and lets it run again ${javaScript ? "with" : "without"} JavaScript`, async () => {
    const { imageId, jobId, mend } = await failingJob()
    const page = await adminAt({ javaScript })
    const again = page.getByRole("button", { name: `Retry process-image ${jobId}` })
    await expect(async () => {
      await page.goto("/ops")
      await expect(again).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await expect(page.getByRole("row").filter({ has: again })).toContainText("EISDIR")
    await mend()
    await again.click()
    await expect(page.locator(".toast", { hasText: "The job runs again." })).toBeVisible()
    const status = async () => (await db().select().from(images).where(eq(images.id, imageId)))[0]!.status
    await expect.poll(status).toBe("ready")
    const lines = await db().select().from(auditLog).where(eq(auditLog.action, "jobs.retried"))
    expect(lines.map((line) => line.details)).toContainEqual({ job: jobId })
    await page.goto("/ops")
    await expect(again).toHaveCount(0)
    const refreshing = page.getByText("refreshed every few seconds")
    await expect(refreshing).toBeVisible({ visible: javaScript })
    for (const text of ["Outbox", "Stripe webhooks", "Live rooms", "Database pool"])
      await expect(page.getByRole("heading", { name: text })).toBeVisible()
  })

it("keeps its toast when the clock asks for news while the page is on the way", async () => {
  const { jobId } = await failingJob()
  const page = await adminAt()
  await page.clock.install()
  const again = page.getByRole("button", { name: `Retry process-image ${jobId}` })
  await expect(async () => {
    await page.goto("/ops")
    await expect(again).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await awake(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const next = await holdNext(page, "/ops")
  await again.click()
  await next.answered
  await page.clock.runFor(6_000)
  next.release()
  await expect(page.locator(".toast", { hasText: "The job runs again." })).toBeVisible()
})

describe("the queue board", () => {
  it("works for an admin under its own policy, and hides the links of letters", async () => {
    const page = await adminAt()
    await page.goto("/ops/queues/")
    await page.waitForURL("**/ops/queues")
    for (const queue of ["mail", "money", "images", "places", "sweeps"])
      await expect(page.getByRole("link", { name: new RegExp(queue, "i") }).first()).toBeVisible()
    expect(await page.content()).not.toContain("googleapis")
    const backend = await postgresBackend({ connectionString: server.database.url, workers: 0 })
    const queue = backend.queue("mail")
    const data = { userId: crypto.randomUUID(), role: "customer", url: "/newpassword?id=secret-token" }
    await queue.add("send-password-reset-email", data, { delay: 3_600_000 })
    await queue.close()
    await backend.close()
    const jobs = await page.request.get("/ops/queues/api/queues?activeQueue=mail&status=delayed&page=1")
    expect(await jobs.text()).toContain("(hidden)")
    expect(await jobs.text()).not.toContain("secret-token")
    const pause = await page.request.put("/ops/queues/api/queues/places/pause", {
      headers: { origin: server.url },
    })
    expect(pause.status()).toBe(200)
    const lines = await db().select().from(auditLog).where(eq(auditLog.action, "queues.changed"))
    expect(lines).toMatchObject([{ subjectId: "places", details: { method: "PUT" } }])
  })
})

it("lets nobody but admins see or change the machinery", async () => {
  const strangers = [await browser.visit(server.url, { javaScript: false })]
  for (const { actor } of [await aCustomer(db()), await aDeliverer(db()), await aMarket(db())]) {
    const page = await browser.visit(server.url, { javaScript: false })
    await signIn(page, server, actor)
    strangers.push(page)
  }
  const paths = ["/ops", "/admin-orders", "/ops/queues", "/ops/queues/api/queues", "/ops/queues/static/x.js"]
  for (const page of strangers) {
    for (const path of paths) {
      const answer = await page.request.get(path, { maxRedirects: 0 })
      expect([path, answer.status(), answer.headers().location]).toEqual([path, 302, "/admin"])
    }
    const retry = await page.request.post("/ops", {
      form: { queue: "mail" },
      headers: { origin: server.url },
      maxRedirects: 0,
    })
    expect([retry.status(), retry.headers().location]).toEqual([302, "/admin"])
    const pause = await page.request.put("/ops/queues/api/queues/mail/pause", { maxRedirects: 0 })
    expect([pause.status(), pause.headers().location]).toEqual([302, "/admin"])
  }
})

it("gives metrics to whoever knows the token, and tells whether it is ready", async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401)
  const wrong = { authorization: `Bearer ${TOKEN.replace("a", "b")}` }
  expect((await fetch(`${server.url}/metrics`, { headers: wrong })).status).toBe(401)
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(answer.status).toBe(200)
  const text = await answer.text()
  for (const line of [
    /^pushcart_queue_jobs\{queue="mail",state="waiting"\} \d+$/m,
    /^pushcart_outbox_events\{to="queues"\} \d+$/m,
    /^pushcart_payment_webhooks\{state="failing"\} 0$/m,
    /^pushcart_room_sockets \d+$/m,
    /^pushcart_up\{part="rooms"\} 1$/m,
    /^pushcart_http_requests_total\{method="GET",status="401"\} [2-9]/m,
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

  it("finds an order by its number and cancels it with a reason", async () => {
    const order = await sold("pickup")
    const page = await adminAt({ javaScript: false })
    await page.goto("/admin-orders")
    await page.getByRole("searchbox", { name: "Search" }).fill(String(order.number))
    await page.getByRole("button", { name: "Search" }).click()
    await page.getByRole("link", { name: String(order.number) }).click()
    await page.getByRole("link", { name: "Cancel this order" }).click()
    await page.getByRole("button", { name: "Cancel and refund" }).click()
    await expect(page.getByText("Tell the customer why.").first()).toBeVisible()
    await page.getByLabel("Why can't it be fulfilled?").fill("The market burned down.")
    await page.getByRole("button", { name: "Cancel and refund" }).click()
    await expect(page.locator(".toast", { hasText: "The order is cancelled." })).toBeVisible()
    const [row] = await db().select().from(orders).where(eq(orders.id, order.id))
    expect(row).toMatchObject({
      status: "cancelled",
      cancelledBy: "admin",
      cancelReason: "The market burned down.",
    })
    const lines = await db().select().from(auditLog).where(eq(auditLog.subjectId, order.id))
    expect(lines).toMatchObject([{ action: "order.cancelled", details: { number: order.number } }])
    expect((await page.goto("/admin-orders?order=1"))?.status()).toBe(404)
  })

  it("sorts the orders and the audit log by a column, without JavaScript too", async () => {
    const [one, two] = [await sold("pickup"), await sold("delivery")]
    const page = await adminAt({ javaScript: false })
    await page.goto("/admin-orders")
    const numbers = () => page.locator("tbody tr a").allTextContents()
    const order = async () =>
      (await numbers()).map(Number).filter((n) => n === one.number || n === two.number)
    const newest = [one.number, two.number].sort((a, b) => b - a)
    expect(await order()).toEqual(newest)
    await page.getByRole("columnheader", { name: "Number" }).getByRole("link").click()
    await expect(page.locator("th[aria-sort=ascending]")).toHaveCount(1)
    expect(await order()).toEqual(newest.toReversed())
    await page.goto("/admin-log?log=-what")
    await expect(page.getByRole("columnheader", { name: "What" })).toHaveAttribute("aria-sort", "descending")
  })

  it("releases a delivery whose deliverer does not come", async () => {
    const order = await sold("delivery")
    const { userId } = await aDeliverer(db())
    await db().update(orders).set({ status: "taken" }).where(eq(orders.id, order.id))
    await db()
      .update(deliveries)
      .set({ hasDeliverer: false, delivererId: userId, takenAt: new Date() })
      .where(eq(deliveries.orderId, order.id))
    const page = await adminAt()
    await page.goto(`/admin-orders?order=${order.number}`)
    await expect(page.getByText("Dora Wheeler took this delivery.")).toBeVisible()
    await page.getByRole("button", { name: "Release this delivery" }).click()
    await expect(page.locator(".toast", { hasText: "waits for others again" })).toBeVisible()
    await expect(page.getByText("Waits for a deliverer")).toBeVisible()
    const [row] = await db().select().from(deliveries).where(eq(deliveries.orderId, order.id))
    expect(row!.delivererId).toBeNull()
  })
})
