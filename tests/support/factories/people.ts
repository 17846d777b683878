import type { Database } from "#db/client.ts"
import { couriers, customers, memberships, users } from "#db/schema/index.ts"

let count = 0
/** Returns a number that no other row of this run has, for emails and names. */
export const next = () => ++count

/** A confirmed customer, without a password. */
export async function aCustomer(db: Database, facts: { firstName?: string; email?: string } = {}) {
  const number = next()
  const firstName = facts.firstName ?? "Rosa"
  const email = facts.email ?? `customer-${number}-${crypto.randomUUID().slice(0, 8)}@example.test`
  const [user] = await db
    .insert(users)
    .values({ name: `${firstName} Parks`, email, emailVerified: true })
    .returning()
  await db.insert(memberships).values({ userId: user!.id, role: "customer" })
  await db.insert(customers).values({ userId: user!.id, firstName, lastName: "Parks" })
  return { userId: user!.id, email, actor: { role: "customer" as const, userId: user!.id } }
}

/** A confirmed courier who may take deliveries, unless the facts say otherwise. */
export async function aCourier(
  db: Database,
  facts: Partial<Pick<typeof couriers.$inferInsert, "approval" | "onboarded" | "stripeAccountId">> = {},
) {
  const number = next()
  const email = `deliverer-${number}-${crypto.randomUUID().slice(0, 8)}@example.test`
  const [user] = await db
    .insert(users)
    .values({ name: "Dora Wheeler", email, emailVerified: true })
    .returning()
  await db.insert(memberships).values({ userId: user!.id, role: "deliverer" })
  await db.insert(couriers).values({
    userId: user!.id,
    firstName: "Dora",
    lastName: "Wheeler",
    address: "1 Light St",
    city: "Baltimore",
    state: "MD",
    zip: "21202",
    phone: "4105550100",
    approval: "approved",
    onboarded: true,
    ...facts,
  })
  return { userId: user!.id, email, actor: { role: "deliverer" as const, userId: user!.id } }
}
