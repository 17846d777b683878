import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { EVENT_KINDS } from "#core/payments/event-kinds.ts"
import { memberships, users } from "#db/schema/index.ts"
import { wholeLife } from "#tests/e2e/api-journey/journey.ts"
import { threeImages } from "#tests/support/images.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { createNormalizer } from "./normalize.ts"
import { recordingsOf } from "./recordings.ts"
import { type SandboxedServer, startSandboxedServer } from "./sandboxed-server.ts"
import { untilSettled } from "./settled.ts"
import { describeRequests, isByTheClock } from "./stripe/describe-requests.ts"
import { startRecorder } from "./stripe/recorder.ts"

const { compare, done } = recordingsOf("stripe")
let running: SandboxedServer
const recorder = startRecorder({
  sandbox: () => running.sandbox.base,
  site: () => running.server.url,
  settle: () => untilSettled(running.server),
})

beforeAll(async () => {
  const { apiUrl, webhookUrl } = recorder
  running = await startSandboxedServer({ apiUrl, webhookUrl, webhookEvents: EVENT_KINDS.join(",") })
})
afterAll(async () => {
  await running?.stop()
  await recorder.stop()
})

it("asks Stripe for the same, in the same order, in the whole life of an order", async () => {
  const email = "admin@example.test"
  const { sandbox, server } = running
  const { db } = server.database
  const [user] = await db.insert(users).values({ name: "Ada Admin", email, emailVerified: true }).returning()
  await db.insert(memberships).values({ userId: user!.id, role: "admin" })
  await givePassword(db, user!.id)
  const images = await threeImages()
  await vi.waitUntil(() => recorder.requests.some(isByTheClock), { timeout: 60_000 })
  const life = await wholeLife({ url: recorder.siteUrl, admin: { email, password: PASSWORD }, images })
  expect(life.order.status).toBe("delivered")
  // The payouts arrive at the bank, and then Stripe sends all its events.
  await sandbox.control("advance", { seconds: 3_600 })
  await sandbox.control("flush")
  await compare("journey", describeRequests(recorder.requests, createNormalizer()))
})
done()
