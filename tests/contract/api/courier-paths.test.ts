import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, it } from "vitest"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { estimateRoute } from "#core/places/estimate-route.ts"
import { couriers, deliveries, orders } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"
import { offersIn } from "#tests/support/factories/offers.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { aPhoto, cutOff, heicPhoto, withoutEnd } from "#tests/support/images.ts"

/**
 * The delivery address of every order of the factories. Only the courier who took the delivery may see any part of it.
 */
const THE_DOOR = /350 5th|Buyer|40\.7484|-73\.9857|555-0111/
const HERE = "lat=40.751&lng=-73.996"
const READS = [
  "grabAllDeliveries",
  "deliverInformation",
  "allDeliveries",
  "deliveries",
  `deliveries?${HERE}`,
] as const

const database = useDatabase({ zips: true, connections: 4 })
const { anOffer, aSignedInCourier } = offersIn(database)
let api: ReturnType<typeof createTestApi>
beforeAll(() => {
  const directory = mkdtempSync(join(tmpdir(), "pushcart-paths-"))
  const images = diskImages({ directory, secret: "x".repeat(32) })
  api = createTestApi(database, {
    ports: { images, directions: { route: async (from, to) => estimateRoute(from, to) } },
  })
})

/** Deliveries in every state: waiting, and taken and picked up by another courier. */
async function threeDeliveries() {
  const owner = await aSignedInCourier()
  const [waiting, taken, pickedUp] = [await anOffer(), await anOffer(), await anOffer()]
  await takeDelivery(owner, pickedUp.deliveryId)
  await pickUpDelivery(owner, pickedUp.deliveryId)
  await takeDelivery(await aSignedInCourier(), taken.deliveryId)
  return [waiting, taken, pickedUp]
}

const stateOf = (deliveryId: string) =>
  database.db
    .select({ delivery: deliveries, status: orders.status })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(deliveries.id, deliveryId))

async function photo(): Promise<Blob> {
  const { buffer, mimeType } = await aPhoto("door.jpg")
  return new Blob([new Uint8Array(buffer)], { type: mimeType })
}

async function delivered(deliveryId: string, image: Blob | null) {
  const form = new FormData()
  form.set("shippingID", deliveryId)
  if (image) form.set("id", image, "door.jpg")
  return form
}

/** Every call that a courier's phone makes about one delivery. */
async function callsAbout(deliveryId: string) {
  return [
    ["GET", `/pushcartexpress/directions?delivery=${deliveryId}&${HERE}`],
    ["PUT", "/pushcartexpress/takeOrder", { sid: deliveryId }],
    ["PUT", "/pushcartexpress/pickUp", { sid: deliveryId }],
    ["PUT", "/pushcartexpress/giveBack", { sid: deliveryId }],
    ["POST", "/pushcartexpress/delivered", await delivered(deliveryId, await photo())],
    ["POST", "/pushcartexpress/position", { deliveryId, lat: 40.7, lng: -74, accuracyMeters: 5 }],
  ] as const
}

const STRANGERS: [string, { facts?: Parameters<typeof aCourier>[1] } | null][] = [
  ["nobody signed in", null],
  ["a deliverer who waits for approval", { facts: { approval: "waiting" } }],
  ["a deliverer who was denied", { facts: { approval: "denied" } }],
  ["a deliverer who is not connected with Stripe", { facts: { onboarded: null } }],
  ["a deliverer whom Stripe turned down", { facts: { onboarded: false } }],
]

describe.each(STRANGERS)("%s", (_name, who) => {
  const cookieOf = async (): Promise<Record<string, string>> =>
    who ? { cookie: await api.signedIn((await aCourier(database.db, who.facts)).actor) } : {}

  it("sees no address by any call, and moves nothing", { tags: ["DELIV-7"] }, async () => {
    const headers = await cookieOf()
    const offers = await threeDeliveries()
    for (const path of READS) {
      const answer = await api.call("GET", `/pushcartexpress/${path}`, undefined, headers)
      const text = await answer.text()
      expect(text, path).not.toMatch(THE_DOOR)
      for (const { order } of offers) expect(text, path).not.toContain(String(order.number))
    }
    for (const { deliveryId, order } of offers) {
      const before = await stateOf(deliveryId)
      for (const [method, path, body] of await callsAbout(deliveryId)) {
        const answer = await api.call(method, path, body, headers)
        expect([method, path, answer.status]).toEqual([method, path, who ? expect.any(Number) : 401])
        expect([401, 403, 404, 409]).toContain(answer.status)
        const text = await answer.text()
        expect(text, path).not.toMatch(THE_DOOR)
        expect(text, path).not.toContain(String(order.number))
      }
      expect(await stateOf(deliveryId)).toEqual(before)
    }
  })

  it("gets no ticket to the room of waiting deliveries, nor to another's room, and no socket", {
    tags: ["DELIV-7"],
  }, async () => {
    const headers = await cookieOf()
    const other = await aCourier(database.db)
    for (const room of ["waiting", other.userId]) {
      const ticket = await api.call("GET", `/rooms/ticket?party=deliverer&room=${room}`, undefined, headers)
      expect([room, ticket.status]).toEqual([room, who ? 403 : 401])
    }
    const upgrade = { upgrade: "websocket", connection: "upgrade" }
    const request = new Request("http://pushcart.test/api/v1/sockets/deliveries", {
      headers: { ...headers, ...upgrade },
    })
    const socket = await api.app.fetch(request, {
      upgrade() {
        throw new Error("was let in")
      },
    })
    expect(socket.status).toBe(who ? 403 : 401)
  })
})

describe("another courier, who may deliver", () => {
  it("sees of waiting ones the market alone, of taken ones nothing, and moves what is not theirs by no call", {
    tags: ["DELIV-6"],
  }, async () => {
    const offers = await threeDeliveries()
    const cookie = await api.signedIn((await aCourier(database.db)).actor)
    for (const path of READS) {
      const text = await (await api.call("GET", `/pushcartexpress/${path}`, undefined, { cookie })).text()
      expect(text, path).not.toMatch(THE_DOOR)
      for (const { order } of offers.slice(1)) expect(text, path).not.toContain(String(order.number))
    }
    for (const { deliveryId } of offers.slice(1)) {
      const before = await stateOf(deliveryId)
      for (const [method, path, body] of await callsAbout(deliveryId)) {
        const answer = await api.call(method, path, body, { cookie })
        expect([path, answer.status]).toEqual([path, path.endsWith("takeOrder") ? 409 : 404])
        expect(await answer.text(), path).not.toMatch(THE_DOOR)
      }
      expect(await stateOf(deliveryId)).toEqual(before)
    }
  })
})

describe("the courier who took it", () => {
  it("sees the door, and delivers neither before pick-up, nor without a photo, nor with what is none", {
    tags: ["DELIV-9"],
  }, async () => {
    const { deliveryId } = await anOffer()
    const dora = await aCourier(database.db)
    const cookie = await api.signedIn(dora.actor)
    const call = async (path: string, body: unknown) =>
      api.call(body instanceof FormData ? "POST" : "PUT", `/pushcartexpress/${path}`, body, { cookie })
    const status = async () => (await stateOf(deliveryId))[0]?.status
    expect((await call("delivered", await delivered(deliveryId, await photo()))).status).toBe(404)
    expect(await (await call("takeOrder", { sid: deliveryId })).text()).toMatch(THE_DOOR)
    expect((await call("delivered", await delivered(deliveryId, await photo()))).status).toBe(409)
    expect(await status()).toBe("taken")
    expect((await call("pickUp", { sid: deliveryId })).status).toBe(200)
    const none = new Blob(["not a picture"], { type: "image/jpeg" })
    for (const image of [null, new Blob([], { type: "image/jpeg" }), none]) {
      const answer = await call("delivered", await delivered(deliveryId, image))
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
    const whole = await aPhoto()
    for (const [file, says] of [
      [heicPhoto(), "Please choose a JPEG, PNG, WebP or AVIF."],
      [cutOff(whole), "The photo didn't upload completely. Choose it again."],
    ] as const) {
      const answer = await call("delivered", await delivered(deliveryId, new Blob([file.buffer])))
      expect([answer.status, await answer.text()]).toEqual([415, expect.stringContaining(says)])
    }
    expect(await status()).toBe("picked up")
    const open = new Blob([withoutEnd(whole).buffer])
    expect((await call("delivered", await delivered(deliveryId, open))).status).toBe(200)
  })

  it("loses the address and the pickup when denied, but can still prove the delivery of a picked-up order", {
    tags: ["DELIV-8"],
  }, async () => {
    const [taken, carried] = [await anOffer(), await anOffer()]
    const [first, second] = [await aCourier(database.db), await aCourier(database.db)]
    const cookies = [await api.signedIn(first.actor), await api.signedIn(second.actor)] as const
    const put = (path: string, sid: string, cookie: string) =>
      api.call("PUT", `/pushcartexpress/${path}`, { sid }, { cookie })
    await put("takeOrder", taken.deliveryId, cookies[0])
    await put("takeOrder", carried.deliveryId, cookies[1])
    await put("pickUp", carried.deliveryId, cookies[1])
    for (const { userId } of [first, second])
      await database.db.update(couriers).set({ approval: "denied" }).where(eq(couriers.userId, userId))
    for (const cookie of cookies)
      for (const path of READS)
        expect(
          await (await api.call("GET", `/pushcartexpress/${path}`, undefined, { cookie })).text(),
        ).not.toMatch(THE_DOOR)
    expect((await put("pickUp", taken.deliveryId, cookies[0])).status).toBe(403)
    expect((await put("giveBack", taken.deliveryId, cookies[0])).status).toBe(200)
    const proof = await delivered(carried.deliveryId, await photo())
    expect((await api.call("POST", "/pushcartexpress/delivered", proof, { cookie: cookies[1] })).status).toBe(
      200,
    )
  })
})
