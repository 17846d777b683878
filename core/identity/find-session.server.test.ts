import { and, eq } from "drizzle-orm"
import { expect, it } from "vitest"
import type { PersonInRole } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import { apiTokens, memberships, sessions } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { API_TOKEN_PREFIX, hashOfToken } from "../api-tokens/create-api-token.server.ts"
import { findApiToken } from "../api-tokens/find-api-token.server.ts"
import { findSession } from "./find-session.server.ts"

const database = useDatabase()

/** The actors of a session and of an API token of the person, in this order. */
async function actors({ userId, role }: PersonInRole) {
  const { db } = database
  const [token, secret] = [crypto.randomUUID(), API_TOKEN_PREFIX + crypto.randomUUID()]
  await db.insert(sessions).values({ userId, role, token, expiresAt: new Date(Date.now() + HOUR_MS) })
  await db.insert(apiTokens).values({ userId, role, name: "Script", tokenHash: hashOfToken(secret) })
  const anyone = ctxFor(database, { role: "anonymous" })
  const found = [await findSession(anyone, { token }), await findApiToken(anyone, secret)]
  return found.map((session) => session?.actor ?? null)
}

it("has sellers act for their own market, by a session as by a token, and nobody else for one", {
  tags: ["GUARD-13"],
}, async () => {
  const { db } = database
  const [, { actor }] = [await aMarket(db), await aMarket(db), await aMarket(db)]
  expect(await actors(actor)).toEqual([actor, actor])
  // The same person, who also shops.
  await db.insert(memberships).values({ userId: actor.userId, role: "customer" })
  const customer = { userId: actor.userId, role: "customer" as const }
  expect(await actors(customer)).toEqual([customer, customer])
})

it("knows nobody as a seller who has no market", { tags: ["GUARD-13"] }, async () => {
  const { userId } = await aCustomer(database.db)
  await database.db.insert(memberships).values({ userId, role: "seller" })
  expect(await actors({ userId, role: "seller" })).toEqual([null, null])
})

it("knows somebody in the role the session was opened in, until that role is taken away", async () => {
  const { userId } = await aCustomer(database.db)
  await database.db.insert(memberships).values({ userId, role: "seller" })
  const token = crypto.randomUUID()
  const expiresAt = new Date(Date.now() + HOUR_MS)
  await database.db.insert(sessions).values({ userId, role: "customer", token, expiresAt })
  const find = () => findSession(ctxFor(database, { role: "anonymous" }), { token })
  expect(await find()).toMatchObject({ actor: { userId, role: "customer" } })

  const customers = and(eq(memberships.userId, userId), eq(memberships.role, "customer"))
  await database.db.delete(memberships).where(customers)
  expect(await find()).toBeNull()
})
