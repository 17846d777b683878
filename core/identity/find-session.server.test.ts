import { and, eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { HOUR_MS } from "#core/durations.ts"
import { memberships, sessions } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { findSession } from "./find-session.server.ts"

const database = useDatabase()

it("knows somebody in the role the session was opened in, until that role is taken away", async () => {
  const { userId } = await aCustomer(database.db)
  await database.db.insert(memberships).values({ userId, role: "seller" })
  const token = crypto.randomUUID()
  const expiresAt = new Date(Date.now() + HOUR_MS)
  await database.db.insert(sessions).values({ userId, role: "customer", token, expiresAt })
  const find = () => findSession(ctxFor(database, { role: "anonymous" }), { token })
  expect(await find()).toMatchObject({ userId, role: "customer" })

  const customers = and(eq(memberships.userId, userId), eq(memberships.role, "customer"))
  await database.db.delete(memberships).where(customers)
  expect(await find()).toBeNull()
})
