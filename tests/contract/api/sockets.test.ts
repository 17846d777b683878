import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { definition } from "#core/outbox/emit.server.ts"
import { notifications, outbox } from "#db/schema/index.ts"
import { bunSockets, type SocketData } from "#server/adapters/rooms/bun-sockets.ts"
import { ListSocket } from "#tests/e2e/api-journey/socket.ts"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"

describe("the two sockets", () => {
  const database = useDatabase({ zips: true, connections: 4 })
  let api: ReturnType<typeof createTestApi>
  let server: ReturnType<typeof Bun.serve>
  const open: WebSocket[] = []

  beforeAll(() => {
    api = createTestApi(database)
    server = serve(0)
  })
  afterAll(async () => {
    for (const socket of open) socket.close()
    await server.stop(true)
  })

  const serve = (port: number) =>
    Bun.serve({
      port,
      hostname: "127.0.0.1",
      websocket: bunSockets,
      fetch: (request, bun) =>
        api.app.fetch(request, { upgrade: (data: SocketData) => bun.upgrade(request, { data }) }),
    })

  function connect(path: string, headers: Record<string, string>) {
    const url = `ws://127.0.0.1:${server.port}/api/v1/sockets/${path}`
    const socket = new WebSocket(url, { headers } as never)
    open.push(socket)
    const frames: string[] = []
    const waiting: (() => void)[] = []
    const wake = () => {
      for (const go of waiting.splice(0)) go()
    }
    let closed = 0
    socket.addEventListener("message", ({ data }) => {
      frames.push(String(data))
      wake()
    })
    socket.addEventListener("close", ({ code }) => {
      closed = code
      wake()
    })
    const next = async () => {
      while (frames.length === 0 && !closed) await new Promise<void>((go) => waiting.push(go))
      return frames.shift() ?? `closed ${closed}`
    }
    return { socket, next, opened: new Promise((go) => socket.addEventListener("open", go)) }
  }

  const publish = (party: "deliverer" | "customer", room: string) =>
    api.runtime.rooms.port.publish({ party, room, id: crypto.randomUUID(), type: "changed", data: {} })

  it("greets a deliverer, sends the waiting deliveries, and again when one is offered", {
    tags: ["API-20"],
  }, async () => {
    const { actor } = await aCourier(database.db)
    const market = await aMarket(database.db, { lat: 39.29, lng: -76.61 })
    const cookie = await api.signedIn(actor)
    const { next } = connect("deliveries", { cookie })
    expect(await next()).toMatch(/Hello/)
    expect(JSON.parse(await next())).toEqual([])

    const [customer, product] = [await aCustomer(database.db), await aProduct(database.db, market)]
    const order = await anOrder(database.db, { customer, market, product, fulfilment: "delivery" })
    const seller = await api.signedIn(market.actor)
    const body = { hasDeliverer: false, id: order.id }
    expect((await api.call("PUT", "/shipping/hasShipper", body, { cookie: seller })).status).toBe(200)
    await publish("deliverer", "waiting")
    const [delivery] = JSON.parse(await next()) as Record<string, unknown>[]
    expect(delivery).toMatchObject({ status: "waiting", expressid: "", shippingAddress: "", cost: 3.99 })
  })

  it("sends notifications once the client has said its own email, whatever the ticket", {
    tags: ["API-21"],
  }, async () => {
    const { actor, email, userId } = await aCustomer(database.db)
    const cookie = await api.signedIn(actor)
    const { socket, next, opened } = connect("notifications?ticket=placeholder", { cookie })
    await opened
    socket.send(email)
    expect(JSON.parse(await next())).toEqual([])
    await database.db.insert(notifications).values({ ...actor, message: "Your order is ready." })
    await publish("customer", userId)
    expect(JSON.parse(await next())).toMatchObject([{ message: "Your order is ready.", seen: false }])
    const other = connect("notifications", { cookie })
    await other.opened
    other.socket.send(JSON.stringify({ email: email.toUpperCase() }))
    expect(JSON.parse(await other.next())).toMatchObject([{ message: "Your order is ready." }])
  })

  it("gives the integrators' client, cut off, all that it missed when it is back", {
    tags: ["API-23"],
  }, async () => {
    const { actor, email } = await aCustomer(database.db)
    const cookie = await api.signedIn(actor)
    type Line = { message: string }
    const client = new ListSocket<Line>(
      `${server.url.origin}/api/v1/sockets/notifications`,
      () => cookie,
      email,
    )
    await database.db.insert(notifications).values({ ...actor, message: "Your order is being packed." })
    await publish("customer", actor.userId)
    await client.until("the first message", ({ message }) => message.includes("packed"))
    const port = server.port ?? 0
    await server.stop(true)
    await database.db.insert(notifications).values({ ...actor, message: "Your order is ready." })
    server = serve(port)
    await client.until("what came meanwhile", ({ message }) => message.includes("ready"))
    client.close()
  })

  it("sends nothing for another person's email", { tags: ["API-21"] }, async () => {
    const other = await aCustomer(database.db)
    const { actor } = await aCustomer(database.db)
    const { socket, next, opened } = connect("notifications?ticket=x", { cookie: await api.signedIn(actor) })
    await opened
    socket.send(other.email)
    expect(await next()).toBe("closed 1008")
  })

  it("opens for nobody without a session, in a wrong role, from another site, or before approval", {
    tags: ["API-22"],
  }, async () => {
    const status = async (path: string, headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${server.port}/api/v1/sockets/${path}`, { headers })).status
    const customer = await api.signedIn((await aCustomer(database.db)).actor)
    const waiting = await api.signedIn((await aCourier(database.db, { approval: "waiting" })).actor)
    expect(await status("notifications", {})).toBe(401)
    expect(await status("deliveries", { cookie: customer })).toBe(403)
    expect(await status("deliveries", { cookie: waiting })).toBe(403)
    expect(await status("notifications", { cookie: customer, origin: "https://evil.test" })).toBe(403)
    for (const nowhere of ["elsewhere", "toString", "constructor", "__proto__", "%5F_proto__"])
      expect([nowhere, await status(nowhere, { cookie: customer })]).toEqual([nowhere, 404])
  })

  it("closes the oldest of eleven sockets of a session, and one that says too much", {
    tags: ["API-26"],
  }, async () => {
    const { actor, email } = await aCustomer(database.db)
    const cookie = await api.signedIn(actor)
    const first = connect("notifications", { cookie })
    await first.opened
    const more = Array.from({ length: 10 }, () => connect("notifications", { cookie }))
    await Promise.all(more.map(({ opened }) => opened))
    expect(await first.next()).toBe("closed 4409")
    const [chatty] = more
    for (let times = 0; times < 21; times++) chatty!.socket.send(email)
    let heard = await chatty!.next()
    let lists = 0
    for (; heard === "[]"; heard = await chatty!.next()) lists += 1
    expect(heard).toBe("closed 4429")
    // However often the client requests it, one list is being read and at most one more is waiting.
    expect(lists).toBeLessThan(20)
  })

  it("closes when the session ends", { tags: ["API-26"] }, async () => {
    const { actor, email } = await aCustomer(database.db)
    const cookie = await api.signedIn(actor)
    const { socket, next, opened } = connect("notifications", { cookie })
    await opened
    socket.send(email)
    expect(await next()).toBe("[]")
    expect((await api.call("POST", "/auth/logout", undefined, { cookie })).status).toBe(200)
    const [event] = await database.db.select().from(outbox).where(eq(outbox.event, "sessions.ended"))
    for (const message of definition({ event: "sessions.ended" }).messages(event!.payload))
      await api.runtime.rooms.port.publish({ ...message, id: crypto.randomUUID() })
    expect(await next()).toBe("closed 1008")
  })
})
