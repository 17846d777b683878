import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { EVENT_KINDS } from "#core/payments/event-kinds.ts"
import { memberships, users } from "#db/schema/index.ts"
import { wholeLife } from "#tests/api-journey/journey.ts"
import {
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "#tests/stripe-sandbox/start-sandbox.ts"
import { aPhoto } from "#tests/support/pictures.ts"
import { startTestServer, type TestServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { createNormalizer } from "./normalize.ts"
import { recordingsOf } from "./recordings.ts"
import { untilSettled, WATCHED } from "./settled.ts"
import { describeRequests, isByTheClock } from "./stripe/describe-requests.ts"
import { startRecorder } from "./stripe/recorder.ts"

const { compare, done } = recordingsOf("stripe")
let sandbox: Sandbox
let server: TestServer
const recorder = startRecorder({
  sandbox: () => sandbox.base,
  site: () => server.url,
  settle: () => untilSettled(server),
})

beforeAll(async () => {
  // Webhooks come when they are asked for, each once and in the order of their events.
  const webhooks = { paused: true, shuffle: false, double: 0, delayMs: [0, 0] }
  sandbox = await startSandbox({
    config: { webhooks },
    webhookUrl: recorder.webhookUrl,
    webhookEvents: EVENT_KINDS.join(","),
  })
  server = await startTestServer({
    env: {
      ...WATCHED,
      STRIPE_API_URL: recorder.apiUrl,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
  })
})
afterAll(async () => {
  await server?.stop()
  await sandbox?.kill()
  await recorder.stop()
})

it("asks Stripe for the same, in the same order, in the whole life of an order", async () => {
  const email = "admin@example.test"
  const { db } = server.database
  const [user] = await db.insert(users).values({ name: "Ada Admin", email, emailVerified: true }).returning()
  await db.insert(memberships).values({ userId: user!.id, role: "admin" })
  await givePassword(db, user!.id)
  const { buffer, name, mimeType } = await aPhoto()
  const picture = new File([buffer], name, { type: mimeType })
  await vi.waitUntil(() => recorder.requests.some(isByTheClock), { timeout: 60_000 })
  const life = await wholeLife({ url: recorder.siteUrl, admin: { email, password: PASSWORD }, picture })
  expect(life.order.status).toBe("delivered")
  // The payouts come to the bank, and then Stripe tells of all that happened.
  await sandbox.control("advance", { seconds: 60 })
  await sandbox.control("flush")
  await compare("journey", describeRequests(recorder.requests, createNormalizer()))
})
done()
