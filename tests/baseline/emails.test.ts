import { afterAll, beforeAll, expect, it } from "vitest"
import { JOBS } from "#workers/jobs.ts"
import { ACCOUNT_STEPS } from "./emails/account-emails.ts"
import { startInbox } from "./emails/inbox.ts"
import { MONEY_STEPS } from "./emails/money-emails.ts"
import { ORDER_STEPS } from "./emails/order-emails.ts"
import { TERMS_STEPS } from "./emails/terms-emails.ts"
import { describeSteps, makeWorld, sendsEmail, type World } from "./emails/world.ts"
import { createNormalizer } from "./normalize.ts"
import { recordingsOf } from "./recordings.ts"
import { type SandboxedServer, startSandboxedServer } from "./sandboxed-server.ts"

const { compare, done } = recordingsOf("emails")
const normalizer = createNormalizer()
let inbox: Awaited<ReturnType<typeof startInbox>>
let running: SandboxedServer
let world: World
const covered = new Set<string>()

beforeAll(async () => {
  inbox = await startInbox()
  running = await startSandboxedServer({ env: { SMTP_URL: inbox.url } })
  normalizer.name(running.server.url, "site")
  world = await makeWorld({ running, inbox, normalizer })
})
afterAll(async () => {
  await running?.stop()
  await inbox?.stop()
})

it.each([
  ["accounts", ACCOUNT_STEPS],
  ["orders", ORDER_STEPS],
  ["money", MONEY_STEPS],
  ["terms", TERMS_STEPS],
] as const)("sends the same emails about %s", async (file, steps) => {
  const { text, covered: jobs } = await describeSteps(world, steps, normalizer)
  for (const job of jobs) covered.add(job)
  await compare(file, text)
})

it("records an email of every job that sends some", () => {
  expect([...covered].sort()).toEqual(Object.keys(JOBS).filter(sendsEmail).sort())
})
done()
