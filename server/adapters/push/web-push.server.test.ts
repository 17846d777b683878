import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import webpush from "web-push"
import { pushService } from "#server/dev/push-service.ts"
import { type Fake, startFake, status } from "#tests/support/fake-service.ts"
import { isPrivateAddress } from "./private-addresses.ts"
import { webPush } from "./web-push.ts"

const VAPID = { ...webpush.generateVAPIDKeys(), contact: "mailto:hello@pushcart.test" }
const SERVICES = ["fcm.googleapis.com", "*.push.apple.com"]
const envelope = { payload: "{}", ttlSeconds: 60, urgency: "high", topic: "order-1" } as const

let fake: Fake
let server: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  fake = await startFake()
  let app: ReturnType<typeof pushService> | undefined
  server = Bun.serve({ port: 0, fetch: (request) => app!.fetch(request) })
  app = pushService(`http://localhost:${server.port}`)
})
afterAll(async () => {
  await fake.close()
  await server.stop(true)
})
beforeEach(() => {
  fake.seen.length = 0
})

/** The browser that `POST /dev/push` creates, in the port's terms. */
async function aBrowser() {
  const at = `http://localhost:${server.port}/dev/push`
  const made = await (await fetch(at, { method: "POST" })).json()
  const { endpoint, keys } = made as { endpoint: string; keys: { p256dh: string; auth: string } }
  return { endpoint, ...keys }
}

const push = (options: Partial<Parameters<typeof webPush>[0]> = {}) =>
  webPush({
    ...VAPID,
    services: SERVICES,
    ownService: `http://localhost:${server.port}/dev/push/`,
    ...options,
  })

it("sends what only the browser can read, with how long it may wait", { tags: ["PUSH-5"] }, async () => {
  const browser = await aBrowser()
  const payload = JSON.stringify({ title: "Größe 12", text: "🍅" })
  expect(await push().send(browser, { ...envelope, payload })).toBe("sent")
  const received = await (await fetch(`${browser.endpoint}.json`)).json()
  expect(received).toMatchObject([
    { message: JSON.parse(payload) as unknown, ttl: "60", urgency: "high", topic: "order-1" },
  ])
})

describe("what a push service answers", { tags: ["PUSH-5"] }, () => {
  it("is believed where the browser is gone, and tried again where the service is down", async () => {
    const browser = await aBrowser()
    const own = push({ ownService: fake.url })
    const target = { ...browser, endpoint: `${fake.url}/x` }
    for (const code of [404, 410]) {
      fake.answers(status(code))
      expect([code, await own.send(target, envelope)]).toEqual([code, "gone"])
    }
    for (const code of [400, 401, 403, 413]) {
      fake.answers(status(code))
      expect([code, await own.send(target, envelope)]).toEqual([code, "rejected"])
    }
    for (const code of [429, 500, 503]) {
      fake.answers(status(code))
      await expect(own.send(target, envelope)).rejects.toThrow(`push service: answered ${code}`)
    }
    expect(fake.seen.at(-1)?.headers.authorization).toMatch(/^vapid t=/)
  })

  it("is not awaited for a device whose keys encrypt nothing: it is gone", {
    tags: ["PUSH-12"],
  }, async () => {
    const browser = { ...(await aBrowser()), endpoint: `${fake.url}/x` }
    const own = push({ ownService: fake.url })
    for (const wrong of [
      { p256dh: Buffer.alloc(65, 4).toString("base64url") },
      { p256dh: "A" },
      { auth: "A" },
    ])
      expect([wrong, await own.send({ ...browser, ...wrong }, envelope)]).toEqual([wrong, "gone"])
    expect(fake.seen).toEqual([])
  })

  it("leads nowhere else", { tags: ["PUSH-7"] }, async () => {
    const target = { ...(await aBrowser()), endpoint: `${fake.url}/x` }
    for (const code of [301, 302, 307, 308]) {
      fake.answers(status(code, { location: `${fake.url}/inside` }))
      expect(await push({ ownService: fake.url }).send(target, envelope)).toBe("rejected")
    }
    expect(fake.seen.map(({ path }) => path)).toEqual(["/x", "/x", "/x", "/x"])
  })
})

describe("where messages may go", { tags: ["PUSH-7"] }, () => {
  it("is by https to a host of the list, and nowhere else", () => {
    const { accepts } = push()
    for (const endpoint of ["https://fcm.googleapis.com/fcm/send/abc", "https://web.push.apple.com/Qa"])
      expect([endpoint, accepts(endpoint)]).toEqual([endpoint, true])
    for (const endpoint of [
      "http://fcm.googleapis.com/fcm/send/abc",
      "https://fcm.googleapis.com:8443/x",
      "https://me:secret@fcm.googleapis.com/x",
      "https://fcm.googleapis.com.evil.test/x",
      "https://evil.test/fcm.googleapis.com",
      "https://evilpush.apple.com/x",
      "https://push.apple.com.evil.test/x",
      "https://push.apple.com/x",
      "https://.push.apple.com/x",
      "https://web..push.apple.com/x",
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://localhost/x",
      `http://localhost:${server.port}/dev/mailbox`,
      "file:///etc/passwd",
      "",
    ])
      expect([endpoint, accepts(endpoint)]).toEqual([endpoint, false])
  })

  it("is the demo's own push service as it is requested, not as its address is spelled", () => {
    const { accepts } = push()
    const own = `http://localhost:${server.port}/dev/push/`
    expect(accepts(`${own}1`)).toBe(true)
    for (const path of [
      "../../api/v1/auth/logout",
      "%2e%2e/%2E%2E/api/v1/auth/logout",
      ".%2e/mailbox",
      "..\\..\\api\\v1\\auth\\logout",
      "x/../../mailbox",
    ])
      expect([path, accepts(own + path)]).toEqual([path, false])
    expect(accepts(own.replace("localhost", "me:secret@localhost"))).toBe(false)
  })

  it("is no private address, whatever the name says", async () => {
    const target = { ...(await aBrowser()), endpoint: "https://web.push.apple.com/x" }
    for (const address of [
      "10.1.2.3",
      "127.0.0.1",
      "169.254.169.254",
      "::1",
      "fd00::1",
      "::ffff:192.168.0.1",
    ]) {
      const resolve = async () => ["17.188.1.1", address]
      expect([address, await push({ resolve }).send(target, envelope)]).toEqual([address, "rejected"])
    }
    for (const address of ["17.188.1.1", "142.250.1.1", "2a00:1450:4001::5f"])
      expect([address, isPrivateAddress(address)]).toEqual([address, false])
  })

  it("ends for a device whose service was taken off the list", async () => {
    const target = { ...(await aBrowser()), endpoint: "https://fcm.googleapis.com/x" }
    expect(await push({ services: [] }).send(target, envelope)).toBe("gone")
  })
})
