import type Stripe from "stripe"
import { afterEach, describe, expect, it } from "vitest"
import { type Receiver, receiveWebhooks } from "./receive-webhooks.ts"
import { type Sandbox, startSandbox } from "./start-sandbox.ts"

const QUICK = { webhooks: { delayMs: [0, 5], double: 0, retryBaseMs: 20, retryMaxMs: 100 } }
const started: (Sandbox | Receiver)[] = []
afterEach(async () => {
  for (const it of started.splice(0)) await ("kill" in it ? it.kill("SIGKILL") : it.stop())
})

async function start(config: unknown = QUICK, file?: string, receiver = receiveWebhooks()) {
  const sandbox = await startSandbox({ webhookUrl: receiver.url, config, file })
  started.push(sandbox, receiver)
  return { sandbox, receiver }
}

const pay = (stripe: Stripe, amount = 1_000) =>
  stripe.paymentIntents.create({ amount, currency: "usd", confirm: true, payment_method: "pm_card_visa" })

const about = (id: string, type: string) => (event: Stripe.Event) =>
  event.type === type && (event.data.object as { id?: string }).id === id

describe("webhooks", { tags: ["SANDBOX-10"] }, () => {
  it("are signed, and tell of the payment with its request", async () => {
    const { sandbox, receiver } = await start()
    const intent = await pay(sandbox.stripe)
    const event = await receiver.wait(about(intent.id, "payment_intent.succeeded"))
    expect(event).toMatchObject({
      object: "event",
      api_version: "2026-10-28.endive",
      livemode: false,
      pending_webhooks: 1,
      request: { id: expect.stringMatching(/^req_/) },
      data: { object: { amount_received: 1_000 } },
    })
    expect(event.account).toBeUndefined()
  })

  it("are tried again until the endpoint takes them", async () => {
    const { sandbox, receiver } = await start()
    receiver.status = 500
    const intent = await pay(sandbox.stripe)
    const failedOnce = async () => {
      const { deliveries } = (await sandbox.control("deliveries")) as { deliveries: { attempts: number }[] }
      return deliveries.every(({ attempts }) => attempts > 1)
    }
    while (!(await failedOnce()));
    receiver.status = 200
    await receiver.wait(about(intent.id, "payment_intent.succeeded"))
  })

  it("that were not delivered when the sandbox was killed are delivered by the next one, and no state is lost", async () => {
    const first = await start({ webhooks: { ...QUICK.webhooks, paused: true } })
    const intent = await pay(first.sandbox.stripe)
    await first.sandbox.kill("SIGKILL")
    expect(first.receiver.events).toHaveLength(0)
    const second = await start({ webhooks: { ...QUICK.webhooks, paused: false } }, first.sandbox.file)
    const kept = await second.sandbox.stripe.paymentIntents.retrieve(intent.id)
    expect(JSON.stringify(kept)).toBe(JSON.stringify(intent))
    await second.receiver.wait(about(intent.id, "payment_intent.succeeded"))
    await second.receiver.wait(about(intent.latest_charge as string, "charge.succeeded"))
  })

  it("come twice and out of order when the configuration says so, and once in order when it says that", async () => {
    const { sandbox, receiver } = await start({
      webhooks: { delayMs: [0, 300], double: 1, shuffle: true, seed: 7 },
    })
    for (let count = 0; count < 5; count += 1) await pay(sandbox.stripe)
    const all = async () => {
      const { deliveries } = (await sandbox.control("deliveries")) as { deliveries: { state: string }[] }
      return deliveries.every(({ state }) => state === "sent")
    }
    while (!(await all()));
    const ids = receiver.events.map(({ id }) => id)
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(15)
    const made = await sandbox.stripe.events.list({ limit: 100 })
    const inOrder = made.data.map(({ id }) => id).reverse()
    expect([...new Set(ids)]).not.toEqual(inOrder)

    receiver.events.length = 0
    await sandbox.control("config", { webhooks: { delayMs: [0, 0], double: 0, shuffle: false } })
    for (let count = 0; count < 5; count += 1) await pay(sandbox.stripe)
    while (!(await all()));
    const later = await sandbox.stripe.events.list({ limit: 15 })
    expect(receiver.events.map(({ id }) => id)).toEqual(later.data.map(({ id }) => id).reverse())
  })

  it("bring the environment's endpoint the types it asked for, and no others", async () => {
    const receiver = receiveWebhooks()
    const webhookEvents = "charge.succeeded,payout.paid"
    const sandbox = await startSandbox({ webhookUrl: receiver.url, webhookEvents, config: QUICK })
    started.push(sandbox, receiver)
    const intent = await pay(sandbox.stripe)
    const made = await sandbox.stripe.events.list({ limit: 100 })
    expect(made.data.map(({ type }) => type)).toContain("payment_intent.succeeded")
    const { deliveries } = (await sandbox.control("deliveries")) as { deliveries: object[] }
    expect(deliveries).toHaveLength(1)
    const event = await receiver.wait(({ type }) => type === "charge.succeeded")
    expect(event.data.object).toMatchObject({ payment_intent: intent.id })
  })

  it("go to endpoints made by the API too, with their own secret and only the types they asked for", async () => {
    const { sandbox } = await start()
    const endpoint = await sandbox.stripe.webhookEndpoints.create({
      url: "http://127.0.0.1:1/never",
      enabled_events: ["charge.succeeded"],
    })
    expect(endpoint.secret).toMatch(/^whsec_/)
    await pay(sandbox.stripe)
    const { deliveries } = (await sandbox.control("deliveries")) as { deliveries: { endpoint: string }[] }
    expect(deliveries.filter((delivery) => delivery.endpoint === endpoint.id)).toHaveLength(1)
    expect((await sandbox.stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined()
    await sandbox.stripe.webhookEndpoints.del(endpoint.id)
  })
})

describe("the process", { tags: ["SANDBOX-11"] }, () => {
  it("ends when its parent lets go of its stdin", async () => {
    const { sandbox } = await start()
    const gone = new Promise((resolve) => sandbox.process.once("exit", resolve))
    sandbox.process.stdin?.end()
    expect(await gone).toBe(0)
  })
})
