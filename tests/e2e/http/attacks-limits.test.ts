import { eq } from "drizzle-orm"
import sharp from "sharp"
import { expect, it } from "vitest"
import { REVIEW } from "#app/admin/refund-review.ts"
import { saveDraft } from "#core/registration/drafts.server.ts"
import { productImages, pushSubscriptions, refunds, sessions } from "#db/schema/index.ts"
import { newClientAddress } from "#tests/support/client-address.ts"
import { ctxFor } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { anImageFile } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { sessionCookies } from "#tests/support/sessions.ts"
import { visitor } from "#tests/support/visitor.ts"

/**
 * Attacks on shared resources that were tried over HTTP. They print what they did and what happened: `npm test
 * tests/e2e/http/attacks-limits.test.ts`.
 */
const server = useSharedServer()
const db = () => server.database.db
/** Decodes dozens of images and creates dozens of sessions, on a machine that may be busy. */
const TIMEOUT_MS = 120_000

const print = (title: string, ...lines: string[]) => console.info([`attack: ${title}`, ...lines].join("\n  "))

/** `{"200":5,"422":16}` */
function countOf(answers: readonly number[]): string {
  const counts: Record<number, number> = {}
  for (const one of answers) counts[one] = (counts[one] ?? 0) + 1
  return JSON.stringify(counts)
}

/** A subscription as the demo's push service creates it for a browser. */
async function aSubscription() {
  const response = await fetch(`${server.url}/dev/push`, { method: "POST" })
  return (await response.json()) as { endpoint: string; keys: { p256dh: string; auth: string } }
}

it("one visitor without an account floods the image checks while a seller uploads", {
  tags: ["IMAGE-18"],
  timeout: TIMEOUT_MS,
}, async () => {
  const side = { width: 2_000, height: 2_000, channels: 3 as const, background: "#c43" }
  const huge = await sharp({ create: side }).avif({ effort: 0 }).toBuffer()
  const nobody = ctxFor(server.database, { role: "anonymous" })
  const address = newClientAddress()
  const upload = async (secret: string) => {
    const body = new FormData()
    body.set("kind", "seller")
    body.set("field", "id")
    body.set("image", new File([huge], "id.avif", { type: "image/avif" }))
    const headers = { origin: server.url, cookie: `draft_seller=${secret}`, "x-forwarded-for": address }
    return (await fetch(`${server.url}/registration-photo`, { method: "POST", body, headers })).status
  }
  const drafts = await Promise.all(
    Array.from({ length: 12 }, () =>
      saveDraft(nobody, { kind: "seller", secret: null }, { reached: 4, values: {} }),
    ),
  )
  const flood = Promise.all([...drafts, ...drafts].map(upload))
  const market = await aMarket(db())
  const product = await aProduct(db(), market)
  const cookie = (await sessionCookies(server, market.actor))
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ")
  const taken: number[] = []
  for (const color of ["red", "green", "blue", "gold", "gray"]) {
    const body = new FormData()
    body.set("productId", product.id)
    body.set("image", await anImageFile(color))
    const headers = { origin: server.url, cookie }
    taken.push((await fetch(`${server.url}/product-photo`, { method: "POST", body, headers })).status)
  }
  const flooded = await flood
  print(
    "an image flood without an account",
    `24 uploads of ${huge.byteLength} bytes and 4 megapixels from one address, at once: ${countOf(flooded)}`,
    `a seller's 5 uploads meanwhile: ${countOf(taken)}`,
  )
  expect(taken).toEqual([200, 200, 200, 200, 200])
  expect(await db().$count(productImages, eq(productImages.productId, product.id))).toBe(5)
  expect(flooded.filter((status) => status === 422).length).toBeGreaterThanOrEqual(16)
})

it("a device is turned on with keys that are no keys", { tags: ["PUSH-12"] }, async () => {
  const { userId, actor } = await aCustomer(db())
  const visit = await visitor(server, actor)
  const { endpoint, keys } = await aSubscription()
  const turnOn = async (wrong: object) =>
    (
      await visit.post("/push-subscription", {
        subscription: JSON.stringify({ endpoint, keys: { ...keys, ...wrong } }),
      })
    ).status
  const bytes = (length: number, value: number) => Buffer.alloc(length, value).toString("base64url")
  const wrong = [{ p256dh: bytes(65, 4) }, { p256dh: bytes(65, 0) }, { p256dh: "A" }, { auth: bytes(15, 1) }]
  const answers: number[] = []
  for (const one of wrong) answers.push(await turnOn(one))
  const devices = await db().$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))
  const own = await turnOn({})
  print(
    "push keys that are no keys",
    `${wrong.length} devices with wrong keys: ${countOf(answers)}; devices kept: ${devices}`,
    `the browser's own keys afterwards: ${own}`,
  )
  expect([answers, devices, own]).toEqual([[422, 422, 422, 422], 0, 200])
})

it("one person signs in and turns devices on without end", {
  tags: ["ACCT-43", "PUSH-13"],
  timeout: TIMEOUT_MS,
}, async () => {
  const { userId, actor } = await aCustomer(db())
  const first = await visitor(server, actor)
  let last = first
  const turnedOn: number[] = []
  for (let made = 1; made < 60; made += 1) {
    last = await visitor(server, actor)
    if (made % 2) continue
    const subscription = JSON.stringify(await aSubscription())
    turnedOn.push((await last.post("/push-subscription", { subscription })).status)
  }
  const [kept, devices] = [
    await db().$count(sessions, eq(sessions.userId, userId)),
    await db().$count(pushSubscriptions, eq(pushSubscriptions.userId, userId)),
  ]
  const [oldest, newest] = [await first.open("/account"), await last.open("/account")]
  print(
    "sessions and devices without end",
    `60 sign-ins, 29 devices turned on: ${countOf(turnedOn)}`,
    `kept: ${kept} sessions, ${devices} devices; the first browser is led to ${oldest.path}, the last to ${newest.path}`,
  )
  expect([kept, devices]).toEqual([50, 20])
  expect([oldest.path, newest.path]).toEqual([expect.stringContaining("/Welcome"), "/account"])
})

it("an admin's refund names the same line twice", { tags: ["REFUND-11"] }, async () => {
  const market = await aMarket(db())
  const product = await aProduct(db(), market, { priceCents: 450 })
  const order = await anOrder(db(), { customer: await aCustomer(db()), market, product, quantity: 3 })
  const ines = await visitor(server, (await anAdmin(db())).actor)
  const path = `/admin-orders?order=${order.number}`
  const page = await ines.open(path)
  const lineId = page.document.querySelector<HTMLInputElement>('[name="lines[0].lineId"]')!.value
  const wish = (first: number, second: number) => ({
    order: String(order.number),
    orderId: order.id,
    "lines[0].lineId": lineId,
    "lines[0].quantity": String(first),
    "lines[1].lineId": lineId,
    "lines[1].quantity": String(second),
    reason: "broken",
    bearer: "seller",
  })
  const address = new URLSearchParams({ ...wish(1, 1), [REVIEW.name]: REVIEW.value })
  const reviewed = await ines.open(`/admin-orders?${address}`)
  const valueAt = (name: string) =>
    reviewed.document.querySelector<HTMLInputElement>(`[name="${name}"]`)!.value
  const seen = {
    reviewedCents: valueAt("reviewedCents"),
    reviewedLeftCents: valueAt("reviewedLeftCents"),
    reviewedSellerCents: valueAt("reviewedSellerCents"),
  }
  const made = () => db().$count(refunds, eq(refunds.orderId, order.id))
  const refund = async (first: number, second: number) => {
    const { status } = await ines.post(path, { intent: "make-refund", ...wish(first, second), ...seen })
    return { status, made: await made() }
  }
  const [tooMany, two] = [await refund(2, 2), await refund(1, 1)]
  print(
    "the same line twice in one refund",
    `2 + 2 of a line of 3: ${JSON.stringify(tooMany)}`,
    `1 + 1, as it was reviewed (${seen.reviewedCents} cents): ${JSON.stringify(two)}`,
  )
  expect(tooMany).toEqual({ status: 422, made: 0 })
  expect(two).toEqual({ status: 200, made: 1 })
})
