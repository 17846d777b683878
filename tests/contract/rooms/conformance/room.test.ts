import { decode, sign } from "hono/jwt"
import { describe, expect, it } from "vitest"
import type { TicketRequest } from "#core/ports/rooms.ts"
import { signCall } from "#party/server-call.ts"
import { mintTicket } from "#party/ticket.ts"
import { HOSTS, SECRET } from "../hosts.ts"
import { enter, knock, ownRoom, roomUrl, useHost, Visitor } from "../visitor.ts"

describe.each(HOSTS)("a live room on $name", (kind) => {
  const { host, someone, tell } = useHost(kind)

  it("rejects a missing, forged, expired or foreign ticket before the socket opens", {
    tags: ["LIVE-2"],
  }, async () => {
    const visit = someone()
    const { ticket } = await mintTicket(SECRET, visit)
    const forged = await mintTicket(`${SECRET}-not`, visit)
    const expired = await mintTicket(SECRET, visit, -1)
    const foreign = await mintTicket(SECRET, someone())
    const otherParty = await mintTicket(SECRET, { ...visit, party: "seller", role: "seller" })
    const [header, , signature] = ticket.split(".")
    const tampered = `${header}.${btoa(JSON.stringify({ ...claimsFor(visit), jti: "x" }))}.${signature}`
    const unsigned = `${btoa('{"alg":"none","typ":"JWT"}')}.${ticket.split(".")[1]}.`
    const otherAlgorithm = await sign(claimsFor(visit), SECRET, "HS512")
    const knockWith = (with_?: string) => knock(roomUrl(host().origin, visit, with_))
    expect(await knockWith()).toEqual({ status: 401, reason: "ticket missing" })
    expect(await knockWith("garbage")).toEqual({ status: 401, reason: "ticket forged" })
    expect(await knockWith(forged.ticket)).toEqual({ status: 401, reason: "ticket forged" })
    for (const forgery of [tampered, unsigned, otherAlgorithm])
      expect(await knockWith(forgery)).toEqual({ status: 401, reason: "ticket forged" })
    expect(await knockWith(expired.ticket)).toEqual({ status: 401, reason: "ticket expired" })
    expect(await knockWith(foreign.ticket)).toEqual({ status: 401, reason: "ticket for another room" })
    expect(await knockWith(otherParty.ticket)).toEqual({ status: 401, reason: "ticket for another room" })
    expect((await knockWith(ticket)).status).toBe(101)
  })

  it("rejects a signed ticket for a room that its holder does not belong to", {
    tags: ["LIVE-2"],
  }, async () => {
    const claims = {
      party: "deliverer",
      room: "waiting",
      userId: "c1",
      role: "customer",
      sessionId: "s1",
    } as const
    const ticket = await sign(claimsFor(claims), SECRET)
    expect(await knock(roomUrl(host().origin, claims, ticket))).toEqual({
      status: 401,
      reason: "ticket for another room",
    })
  })

  it("rejects what is signed and is no ticket", { tags: ["LIVE-2"] }, async () => {
    const visit = someone()
    const right = claimsFor(visit)
    const call = await signCall(SECRET, { method: "GET", path: `/parties/customer/${visit.room}`, body: "" })
    const odd: object[] = [{}, [], { ...right, exp: "never" }, { ...right, exp: undefined }]
    odd.push({ ...right, jti: undefined }, { ...right, aud: "room-call" }, { ...right, aud: undefined })
    const tickets = await Promise.all(odd.map((claims) => sign(claims as typeof right, SECRET)))
    for (const ticket of [...tickets, call.replace("Bearer ", "")]) {
      const { status, reason } = await knock(roomUrl(host().origin, visit, ticket))
      expect(status).toBe(401)
      // hono/jwt treats an invalid time as one that has passed.
      expect(reason).toMatch(/^ticket (forged|expired)$/)
    }
  })

  it("ignores claims that the client itself sends along", { tags: ["LIVE-2"] }, async () => {
    const visit = someone()
    const visitor = await enter(host().origin, visit)
    const answer = await fetch(roomUrl(host().origin, visit).replace("ws", "http"), {
      method: "POST",
      headers: { "x-room-claims": JSON.stringify({ ...visit, exp: Date.now(), jti: "z" }) },
      body: JSON.stringify({ id: "1", type: "changed", data: null }),
    })
    expect(answer.status).toBe(401)
    await visitor.leave()
  })

  it("lets a ticket in once", { tags: ["LIVE-2"] }, async () => {
    const visit = someone()
    const { ticket } = await mintTicket(SECRET, visit)
    const first = new Visitor(roomUrl(host().origin, visit, ticket))
    await first.opened
    const second = new Visitor(roomUrl(host().origin, visit, ticket))
    expect(await second.closed).toEqual({ code: 4401, reason: "ticket already used" })
    await tell(visit, "still-here")
    expect(await first.next()).toMatchObject({ data: "still-here" })
    await first.leave()
  })

  it("takes messages from the server only, signed for this room and this body", {
    tags: ["LIVE-3"],
  }, async () => {
    const visit = someone()
    const path = `/parties/${visit.party}/${visit.room}`
    const body = JSON.stringify({ id: "1", type: "changed", data: null })
    const post = (authorization?: string, sent = body) =>
      fetch(host().origin + path, {
        method: "POST",
        headers: authorization ? { authorization } : {},
        body: sent,
      })
    const otherRoom = await signCall(SECRET, { method: "POST", path: `${path}x`, body })
    const otherKey = await signCall(`${SECRET}-not`, { method: "POST", path, body })
    const right = await signCall(SECRET, { method: "POST", path, body })
    const { ticket } = await mintTicket(SECRET, visit)
    const visitor = await enter(host().origin, visit)
    const stale = await sign({ ...decode(right.replace("Bearer ", "")).payload, exp: 1 }, SECRET)
    const eternal = await sign({ ...decode(right.replace("Bearer ", "")).payload, exp: undefined }, SECRET)
    for (const rejected of [
      await post(),
      await post(otherRoom),
      await post(otherKey),
      await post(`Bearer ${ticket}`),
      await post(`Bearer ${stale}`),
      await post(`Bearer ${eternal}`),
      await post(right, body.replace("null", "1")),
    ])
      expect(rejected.status).toBe(401)
    expect(await (await post(right)).json()).toEqual({ sockets: 1 })
    expect(await visitor.next()).toEqual({ type: "changed", data: null })
    await visitor.leave()
  })

  it("takes no message that is too large", { tags: ["LIVE-3"] }, async () => {
    await expect(tell(someone(), "large", "x".repeat(64 * 1024))).rejects.toThrow("answered 413")
  })

  it("sends messages in order to every socket of the room and to no other", {
    tags: ["LIVE-1"],
  }, async () => {
    const visit = someone()
    const bystander = await enter(host().origin, someone())
    const inside = await Promise.all(
      Array.from({ length: 25 }, () => enter(host().origin, ownRoom(visit.userId))),
    )
    for (let n = 1; n <= 10; n++) await tell(visit, `m${n}`)
    for (const visitor of inside)
      for (let n = 1; n <= 10; n++) expect(await visitor.next()).toEqual({ type: "changed", data: `m${n}` })
    bystander.say("ping")
    expect(await bystander.nextText()).toBe("pong")
    await Promise.all([bystander, ...inside].map((visitor) => visitor.leave()))
  })

  it("sends every message from the moment on when a socket is open", { tags: ["LIVE-1"] }, async () => {
    const visit = someone()
    let told = 0
    let isOver = false
    const publishing = (async () => {
      while (!isOver) await tell(visit, "next", ++told)
    })()
    const joining = Array.from({ length: 10 }, async () => {
      const visitor = await enter(host().origin, ownRoom(visit.userId))
      return { visitor, told }
    })
    for (const { visitor, told } of await Promise.all(joining)) {
      const first = (await visitor.next()).data as number
      // The message that was in progress when the socket opened may have been sent before that, or after.
      expect(first).toBeLessThanOrEqual(told + 1)
      for (let n = first + 1; n < first + 5; n++) expect((await visitor.next()).data).toBe(n)
      void visitor.leave()
    }
    isOver = true
    await publishing
  })

  it("makes a page reload that is older than the last message, and no other", {
    tags: ["LIVE-4"],
  }, async () => {
    const visit = someone()
    await tell(visit, "before anybody came")
    const comeWith = async (pageAgeMs: number) => {
      const { ticket } = await mintTicket(SECRET, visit)
      const visitor = new Visitor(`${roomUrl(host().origin, visit, ticket)}&age=${pageAgeMs}`)
      await visitor.opened
      return visitor
    }
    const older = await comeWith(60_000)
    const younger = await comeWith(0)
    await tell(visit, "after")
    expect([await older.next(), await older.next()].map(({ type }) => type)).toEqual(["resync", "changed"])
    expect((await younger.next()).type).toBe("changed")
  })

  it("closes a socket when its ticket ends, and no other", { tags: ["LIVE-2"] }, async () => {
    const visit = someone()
    const short = await enter(host().origin, visit, 2)
    const long = await enter(host().origin, visit)
    expect(await short.closed).toEqual({ code: 4408, reason: "ticket expired" })
    await tell(visit, "still-open")
    expect(await long.next()).toMatchObject({ data: "still-open" })
    await long.leave()
  })

  it("answers a ping", { tags: ["LIVE-8"] }, async () => {
    const visitor = await enter(host().origin, someone())
    visitor.say("ping")
    expect(await visitor.nextText()).toBe("pong")
    await visitor.leave()
  })

  it("knows no other party and no odd room", { tags: ["LIVE-9"] }, async () => {
    for (const path of ["/parties/guest/u1", "/parties/customer/a%2Fb", "/parties/customer/"])
      expect((await fetch(host().origin + path)).status).toBeGreaterThanOrEqual(400)
  })

  it("closes nothing silently when it restarts, and goes on as a new one", {
    timeout: 60_000,
    tags: ["LIVE-4"],
  }, async () => {
    const visit = someone()
    const before = await enter(host().origin, visit)
    await host().restart()
    expect((await before.closed).code).not.toBe(1000)
    const after = await enter(host().origin, visit)
    await tell(visit, "after")
    expect(await after.next()).toEqual({ type: "changed", data: "after" })
    await after.leave()
  })
})

const claimsFor = (visit: TicketRequest) => ({
  aud: "room-ticket",
  ...visit,
  exp: Math.floor(Date.now() / 1_000) + 60,
  jti: crypto.randomUUID(),
})
