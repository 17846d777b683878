import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RING_SIZE } from "#party/message-log.ts"
import { signCall } from "#party/server-call.ts"
import { mintTicket, signClaims } from "#party/ticket.ts"
import { remoteRooms } from "#server/adapters/rooms/remote-rooms.ts"
import { HOSTS, type RunningHost, SECRET } from "./hosts.ts"
import { enter, knock, ownRoom, roomUrl, Visitor } from "./visitor.ts"

describe.each(HOSTS)("a live room on $name", ({ start }) => {
  let host: RunningHost
  beforeAll(async () => {
    host = await start()
  }, 60_000)
  afterAll(() => host?.stop())

  let people = 0
  const someone = () => ownRoom(`user-${++people}`)
  const rooms = () => remoteRooms({ secret: SECRET, partyHost: host.origin })
  const tell = (
    visit: { party: "customer"; room: string } | ReturnType<typeof ownRoom>,
    id: string,
    data: unknown = id,
  ) => rooms().publish({ party: visit.party, room: visit.room, id, type: "changed", data })

  it("refuses a missing, forged, expired or foreign ticket before the socket opens", {
    tags: ["LIVE-2"],
  }, async () => {
    const visit = someone()
    const { ticket } = await mintTicket(SECRET, visit)
    const forged = await mintTicket(`${SECRET}-not`, visit)
    const expired = await mintTicket(SECRET, visit, -1)
    const foreign = await mintTicket(SECRET, someone())
    const otherParty = await mintTicket(SECRET, { ...visit, party: "seller", role: "seller" })
    const tampered = `${btoa(JSON.stringify({ ...visit, exp: Date.now() + 60_000, jti: "x" }))}.${ticket.split(".")[1]}`
    const knockWith = (with_?: string) => knock(roomUrl(host.origin, visit, with_))
    expect(await knockWith()).toEqual({ status: 401, reason: "ticket missing" })
    expect(await knockWith("garbage")).toEqual({ status: 401, reason: "ticket forged" })
    expect(await knockWith(forged.ticket)).toEqual({ status: 401, reason: "ticket forged" })
    expect(await knockWith(tampered)).toEqual({ status: 401, reason: "ticket forged" })
    expect(await knockWith(expired.ticket)).toEqual({ status: 401, reason: "ticket expired" })
    expect(await knockWith(foreign.ticket)).toEqual({ status: 401, reason: "ticket for another room" })
    expect(await knockWith(otherParty.ticket)).toEqual({ status: 401, reason: "ticket for another room" })
    expect((await knockWith(ticket)).status).toBe(101)
  })

  it("refuses a signed ticket for a room that its holder does not belong to", {
    tags: ["LIVE-2"],
  }, async () => {
    const claims = {
      party: "deliverer",
      room: "waiting",
      userId: "c1",
      role: "customer",
      sessionId: "s1",
    } as const
    const ticket = await signClaims(SECRET, { ...claims, exp: Date.now() + 60_000, jti: "j" })
    expect(await knock(roomUrl(host.origin, claims, ticket))).toEqual({
      status: 401,
      reason: "ticket for another room",
    })
  })

  it("refuses what is signed and is no ticket", { tags: ["LIVE-2"] }, async () => {
    const visit = someone()
    for (const odd of [null, {}, [], 7, { ...visit, exp: "never", jti: "j" }]) {
      const ticket = await signClaims(SECRET, odd as never)
      expect(await knock(roomUrl(host.origin, visit, ticket))).toEqual({
        status: 401,
        reason: "ticket forged",
      })
    }
  })

  it("ignores claims that the client itself sends along", { tags: ["LIVE-2"] }, async () => {
    const visit = someone()
    const { visitor } = await enter(host.origin, visit)
    const answer = await fetch(roomUrl(host.origin, visit).replace("ws", "http"), {
      method: "POST",
      headers: { "x-room-claims": JSON.stringify({ ...visit, exp: Date.now() + 60_000, jti: "z" }) },
      body: JSON.stringify({ id: "1", type: "changed", data: null }),
    })
    expect(answer.status).toBe(401)
    await visitor.leave()
  })

  it("lets a ticket in once", { tags: ["LIVE-2"] }, async () => {
    const visit = someone()
    const { ticket } = await mintTicket(SECRET, visit)
    const first = new Visitor(roomUrl(host.origin, visit, ticket))
    await first.next()
    const second = new Visitor(roomUrl(host.origin, visit, ticket))
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
      fetch(host.origin + path, {
        method: "POST",
        headers: authorization ? { authorization } : {},
        body: sent,
      })
    const otherRoom = await signCall(SECRET, { method: "POST", path: `${path}x`, body })
    const otherKey = await signCall(`${SECRET}-not`, { method: "POST", path, body })
    const right = await signCall(SECRET, { method: "POST", path, body })
    const { ticket } = await mintTicket(SECRET, visit)
    const { visitor, hello } = await enter(host.origin, visit)
    for (const refused of [
      await post(),
      await post(otherRoom),
      await post(otherKey),
      await post(`Bearer ${ticket}`),
      await post(right.replace(/\d+/, (at) => String(Number(at) - 3_600_000))),
      await post(right, body.replace("null", "1")),
    ])
      expect(refused.status).toBe(401)
    expect(await (await post(right)).json()).toEqual({ epoch: hello.epoch, seq: 1, duplicate: false })
    expect(await visitor.next()).toEqual({ epoch: hello.epoch, seq: 1, type: "changed", data: null })
    await visitor.leave()
  })

  it("numbers messages and delivers them in order to every socket of the room and to no other", {
    tags: ["LIVE-1"],
  }, async () => {
    const visit = someone()
    const bystander = await enter(host.origin, someone())
    const inside = await Promise.all(
      Array.from({ length: 25 }, () => enter(host.origin, ownRoom(visit.userId))),
    )
    for (let n = 1; n <= 10; n++) await tell(visit, `m${n}`)
    for (const { visitor, hello } of inside)
      for (let n = 1; n <= 10; n++)
        expect(await visitor.next()).toEqual({ epoch: hello.epoch, seq: n, type: "changed", data: `m${n}` })
    bystander.visitor.say("ping")
    expect(await bystander.visitor.nextText()).toBe("pong")
    await Promise.all([bystander, ...inside].map(({ visitor }) => visitor.leave()))
  })

  it("delivers a message that is published twice once", { tags: ["LIVE-1"] }, async () => {
    const visit = someone()
    const { visitor } = await enter(host.origin, visit)
    await Promise.all([tell(visit, "same"), tell(visit, "same"), tell(visit, "same")])
    await tell(visit, "after")
    expect(await visitor.next()).toMatchObject({ seq: 1, data: "same" })
    expect(await visitor.next()).toMatchObject({ seq: 2, data: "after" })
    await visitor.leave()
  })

  it("replays exactly what a socket missed", { tags: ["LIVE-1"] }, async () => {
    const visit = someone()
    const first = await enter(host.origin, visit)
    await tell(visit, "seen")
    const seen = await first.visitor.next()
    await first.visitor.leave()
    await tell(visit, "missed-1")
    await tell(visit, "missed-2")
    const back = await enter(host.origin, visit, { since: `${seen.epoch}:${seen.seq}` })
    expect(back.hello).toMatchObject({ control: "hello", resync: false, seq: 3 })
    expect(await back.visitor.next()).toMatchObject({ seq: 2, data: "missed-1" })
    expect(await back.visitor.next()).toMatchObject({ seq: 3, data: "missed-2" })
    await tell(visit, "live")
    expect(await back.visitor.next()).toMatchObject({ seq: 4, data: "live" })
    await back.visitor.leave()
  })

  it("loses and doubles nothing for sockets that join while messages are being published", {
    tags: ["LIVE-1"],
  }, async () => {
    const visit = someone()
    const { hello, visitor } = await enter(host.origin, visit)
    const publishing = (async () => {
      for (let n = 1; n <= 60; n++) await tell(visit, `n${n}`)
    })()
    const joining = await Promise.all(
      Array.from({ length: 10 }, () =>
        enter(host.origin, ownRoom(visit.userId), { since: `${hello.epoch}:0` }),
      ),
    )
    await publishing
    for (const joined of [...joining, { visitor }])
      for (let n = 1; n <= 60; n++)
        expect(await joined.visitor.next()).toMatchObject({ seq: n, data: `n${n}` })
    await Promise.all([...joining, { visitor }].map((joined) => joined.visitor.leave()))
  })

  it("asks for a reload when more was missed than it keeps", { tags: ["LIVE-4"] }, async () => {
    const visit = someone()
    const { hello, visitor } = await enter(host.origin, visit)
    for (let n = 0; n <= RING_SIZE; n++) await tell(visit, `n${n}`)
    const tooLate = await enter(host.origin, visit, { since: `${hello.epoch}:0` })
    expect(tooLate.hello).toMatchObject({ resync: true, seq: RING_SIZE + 1 })
    const justInTime = await enter(host.origin, visit, { since: `${hello.epoch}:1` })
    expect(justInTime.hello.resync).toBe(false)
    for (let n = 2; n <= RING_SIZE + 1; n++) expect((await justInTime.visitor.next()).seq).toBe(n)
    await Promise.all([visitor, tooLate.visitor, justInTime.visitor].map((left) => left.leave()))
  })

  it("asks for a reload for a cursor that it cannot know", { tags: ["LIVE-4"] }, async () => {
    const visit = someone()
    const { hello, visitor } = await enter(host.origin, visit)
    for (const since of [
      "other:0",
      `${hello.epoch}:7`,
      `${hello.epoch}:-1`,
      `${hello.epoch}:x`,
      "nonsense",
    ]) {
      const lost = await enter(host.origin, visit, { since })
      expect(lost.hello.resync).toBe(true)
      await lost.visitor.leave()
    }
    await visitor.leave()
  })

  it("tells a newcomer how old the newest message is", { tags: ["LIVE-8"] }, async () => {
    const visit = someone()
    const first = await enter(host.origin, visit)
    expect(first.hello.age).toBeNull()
    await tell(visit, "now")
    const second = await enter(host.origin, visit)
    expect(second.hello.age).toBeLessThan(5_000)
    await Promise.all([first.visitor.leave(), second.visitor.leave()])
  })

  it("closes a socket when its ticket ends, and no other", { tags: ["LIVE-2"] }, async () => {
    const visit = someone()
    const short = await enter(host.origin, visit, { lifetimeMs: 1_500 })
    const long = await enter(host.origin, visit)
    expect(await short.visitor.closed).toEqual({ code: 4408, reason: "ticket expired" })
    await tell(visit, "still-open")
    expect(await long.visitor.next()).toMatchObject({ data: "still-open" })
    await long.visitor.leave()
  })

  it("answers a ping", { tags: ["LIVE-8"] }, async () => {
    const { visitor } = await enter(host.origin, someone())
    visitor.say("ping")
    expect(await visitor.nextText()).toBe("pong")
    await visitor.leave()
  })

  it("counts a room's sockets for the server only", { tags: ["LIVE-9"] }, async () => {
    const visit = someone()
    const path = `/parties/${visit.party}/${visit.room}`
    const here = await Promise.all([enter(host.origin, visit), enter(host.origin, visit)])
    expect((await fetch(host.origin + path)).status).toBe(401)
    const authorization = await signCall(SECRET, { method: "GET", path, body: "" })
    const count = await fetch(host.origin + path, { headers: { authorization } })
    expect(await count.json()).toMatchObject({ sockets: 2, seq: 0 })
    await Promise.all(here.map(({ visitor }) => visitor.leave()))
  })

  it("knows no other party and no odd room", { tags: ["LIVE-9"] }, async () => {
    for (const path of ["/parties/guest/u1", "/parties/customer/a%2Fb", "/parties/customer/"])
      expect((await fetch(host.origin + path)).status).toBeGreaterThanOrEqual(400)
  })

  it("asks for a reload after a restart, and closes nothing silently", {
    timeout: 30_000,
    tags: ["LIVE-4"],
  }, async () => {
    const visit = someone()
    const before = await enter(host.origin, visit)
    await tell(visit, "before")
    const seen = await before.visitor.next()
    await host.restart()
    expect((await before.visitor.closed).code).not.toBe(1000)
    const after = await enter(host.origin, visit, { since: `${seen.epoch}:${seen.seq}` })
    expect(after.hello).toMatchObject({ resync: true, seq: 0 })
    expect(after.hello.epoch).not.toBe(seen.epoch)
    await tell(visit, "after")
    expect(await after.visitor.next()).toMatchObject({ seq: 1, data: "after" })
    await after.visitor.leave()
  })
})
