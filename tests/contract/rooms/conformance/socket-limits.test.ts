import { describe, expect, it } from "vitest"
import { HOSTS } from "../hosts.ts"
import { enter, ownRoom, useHost, type Visitor } from "../visitor.ts"

describe.each(HOSTS)("a live room on $name", (kind) => {
  const { host, someone, rooms, tell } = useHost(kind)

  it("closes the oldest socket of a session that has more than ten, and none of another session", {
    tags: ["LIVE-14"],
  }, async () => {
    const visit = someone()
    const other = await enter(host().origin, ownRoom(visit.userId))
    const first = await enter(host().origin, visit)
    const more: Visitor[] = []
    for (let tab = 2; tab <= 11; tab++) more.push(await enter(host().origin, visit))
    expect(await first.closed).toEqual({ code: 4409, reason: "too many sockets" })
    await tell(visit, "still-here")
    for (const one of [other, ...more]) expect((await one.next()).data).toBe("still-here")
  })

  it("closes a socket that says more than twenty things in a second", { tags: ["LIVE-14"] }, async () => {
    const visitor = await enter(host().origin, someone())
    for (let times = 0; times < 21; times++) visitor.say("ping")
    expect(await visitor.closed).toEqual({ code: 4429, reason: "too many messages" })
  })

  it("closes the sockets of a session that ended, or of all of a person's, and no other", {
    tags: ["LIVE-15"],
  }, async () => {
    const [visit, stranger] = [someone(), someone()]
    const phone = ownRoom(visit.userId)
    const inside = await Promise.all([visit, phone, stranger].map((one) => enter(host().origin, one)))
    const [laptop, onPhone, other] = inside
    const { party, room, userId, sessionId } = visit
    const end = (data: object) =>
      rooms().publish({ party, room, id: crypto.randomUUID(), type: "sessions-ended", data })
    await end({ userId, sessionId })
    await tell(visit, "to the phone")
    expect(await Promise.race([laptop!.closed, laptop!.next()])).toEqual({
      code: 4403,
      reason: "session ended",
    })
    expect((await onPhone!.next()).data).toBe("to the phone")
    await end({ userId })
    expect(await onPhone!.closed).toEqual({ code: 4403, reason: "session ended" })
    await tell(stranger, "to the stranger")
    expect((await other!.next()).data).toBe("to the stranger")
  })
})
