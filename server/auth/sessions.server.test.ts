import { expect, it } from "vitest"
import { findSession } from "#core/accounts/find-session.server.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { createSessions } from "./sessions.ts"

const database = useDatabase()
const asking = (cookie: string) => new Request("http://localhost/", { headers: { cookie } })

it("believes a signed cookie each time, none that was changed, and no session that was closed", {
  tags: ["ACCT-24"],
}, async () => {
  const sessions = createSessions({ db: database.db, secret: "s".repeat(32) })
  const other = createSessions({ db: database.db, secret: "t".repeat(32) })
  const { actor } = await aCustomer(database.db)
  const set = await sessions.open(asking(""), { userId: actor.userId, role: "customer" })
  const cookie = set.map((one) => one.split(";")[0]).join("; ")
  const token = await sessions.token(asking(cookie))
  expect(token).toBeTruthy()
  expect(await sessions.token(asking(cookie))).toBe(token)
  const changed = cookie.replace(encodeURIComponent(token!), encodeURIComponent(`${token!.slice(0, -1)}~`))
  expect(changed).not.toBe(cookie)
  for (let times = 0; times < 2; times++) {
    expect(await sessions.token(asking(changed))).toBeNull()
    expect(await other.token(asking(cookie))).toBeNull()
  }
  const anyone = ctxFor(database, { role: "anonymous" })
  expect(await findSession(anyone, { token: token! })).toMatchObject({ userId: actor.userId })
  await sessions.close(asking(cookie))
  expect(await sessions.token(asking(cookie))).toBe(token)
  expect(await findSession(anyone, { token: token! })).toBeNull()
})
