import { eq } from "drizzle-orm"
import Stripe from "stripe"
import { expect, it } from "vitest"
import { outbox, stripeEvents } from "#db/schema/index.ts"
import { stripePayments } from "#server/adapters/stripe/stripe-payments.ts"
import { stripeWebhooks } from "#server/webhooks/stripe.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"

const SECRET = "whsec_thisone"
const CONNECT_SECRET = "whsec_connected"
const database = useDatabase()
const stripe = new Stripe("sk_test_unused")
const payments = stripePayments(stripe, [SECRET, CONNECT_SECRET], { publishableKey: "", localScript: null })
const app = stripeWebhooks(() => systemCtx(database, { ports: { payments } }))

const bodyOf = (id: string, livemode = false) =>
  JSON.stringify({
    id,
    livemode,
    object: "event",
    type: "payment_intent.succeeded",
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: "pi_1", object: "payment_intent" } },
  })

async function send(payload: string, secret: string, timestamp?: number) {
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })
  return app.request("/webhooks/stripe", {
    method: "POST",
    body: payload,
    headers: { "stripe-signature": signature },
  })
}

const noted = async () => (await database.db.select().from(stripeEvents)).map((event) => event.id)

it("stores an event once however often it arrives, from either of our endpoints", {
  tags: ["STRIPE-1"],
}, async () => {
  expect((await send(bodyOf("evt_1"), SECRET)).status).toBe(200)
  expect((await send(bodyOf("evt_1"), SECRET)).status).toBe(200)
  expect((await send(bodyOf("evt_2"), CONNECT_SECRET)).status).toBe(200)
  expect(await noted()).toEqual(["evt_1", "evt_2"])
  const queued = await database.db.select().from(outbox).where(eq(outbox.event, "payment.eventReceived"))
  expect(queued.map(({ payload }) => payload)).toEqual([{ eventId: "evt_1" }, { eventId: "evt_2" }])
})

it("ignores an event of the other mode, which live endpoints of connected accounts get too", {
  tags: ["START-12"],
}, async () => {
  const before = await noted()
  expect((await send(bodyOf("evt_live", true), CONNECT_SECRET)).status).toBe(200)
  const live = stripePayments(stripe, [SECRET], { publishableKey: "pk_live_1", localScript: null })
  const read = async (payload: string) =>
    live.readWebhook(
      payload,
      await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: SECRET }),
    )
  expect(await read(bodyOf("evt_test"))).toBe("of the other mode")
  expect(await read(bodyOf("evt_live", true))).toMatchObject({ id: "evt_live" })
  expect(await noted()).toEqual(before)
})

it("rejects a forged, changed, stale or unsigned event, and stores no trace of it", {
  tags: ["STRIPE-1"],
}, async () => {
  const before = await noted()
  expect((await send(bodyOf("evt_forged"), "whsec_somebody")).status).toBe(400)
  expect((await send(bodyOf("evt_old"), SECRET, Math.floor(Date.now() / 1000) - 3600)).status).toBe(400)
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload: bodyOf("evt_changed"),
    secret: SECRET,
  })
  for (const headers of [new Headers({ "stripe-signature": signature }), new Headers()])
    expect(
      (await app.request("/webhooks/stripe", { method: "POST", body: bodyOf("evt_other"), headers })).status,
    ).toBe(400)
  expect(await noted()).toEqual(before)
})

it("hears Stripe all the way through a change of the secret, in processes that have the old one and the new one", {
  tags: ["STRIPE-1"],
}, async () => {
  const timestamp = Math.floor(Date.now() / 1000)
  const signed = async (payload: string, secret: string) =>
    (await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })).split(",")[1]
  const processWith = (secret: string) => {
    const own = stripePayments(stripe, [secret], { publishableKey: "", localScript: null })
    return stripeWebhooks(() => systemCtx(database, { ports: { payments: own } }))
  }
  for (const [n, secret] of ["whsec_old", "whsec_new"].entries()) {
    const payload = bodyOf(`evt_rolled_${n}`)
    // For a day after "roll secret" Stripe signs with both.
    const both = [await signed(payload, "whsec_new"), await signed(payload, "whsec_old")]
    const answer = await processWith(secret).request("/webhooks/stripe", {
      method: "POST",
      body: payload,
      headers: { "stripe-signature": [`t=${timestamp}`, ...both].join(",") },
    })
    expect(answer.status).toBe(200)
  }
  expect(await noted()).toEqual(expect.arrayContaining(["evt_rolled_0", "evt_rolled_1"]))
  const late = bodyOf("evt_old_secret")
  const header = `t=${timestamp},${await signed(late, "whsec_old")}`
  const rejected = await processWith("whsec_new").request("/webhooks/stripe", {
    method: "POST",
    body: late,
    headers: { "stripe-signature": header },
  })
  expect(rejected.status).toBe(400)
})

it("rejects a correctly signed body that is not an event, and stores no trace of it", {
  tags: ["STRIPE-1"],
}, async () => {
  const before = await noted()
  const event = JSON.parse(bodyOf("evt_odd")) as object
  for (const odd of [
    null,
    {},
    [],
    "event",
    { ...event, created: 1e18 },
    { ...event, created: "now" },
    { ...event, id: "evt_\0" },
    { ...event, type: null },
    { ...event, livemode: undefined },
    { ...event, account: 7 },
    { ...event, data: null },
    { ...event, data: { object: { id: "pi_\0" } } },
  ])
    expect([odd, (await send(JSON.stringify(odd), SECRET)).status]).toEqual([odd, 400])
  expect(await noted()).toEqual(before)
})
