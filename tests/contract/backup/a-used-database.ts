import { migrateDatabase } from "#db/migrate.ts"
import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts"
import type { startDebianPostgres } from "#tests/support/debian-postgres.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

export type Cluster = Awaited<ReturnType<typeof startDebianPostgres>>

/** A migrated database in which someone bought three times, from a market whose seller is returned. */
export async function aUsedDatabase(
  cluster: Cluster,
  name: string,
): Promise<{ database: TestDatabase; sellerId: string }> {
  const url = await cluster.create(name, { ready: true })
  await migrateDatabase(url)
  const database = openTestDatabase(url, 4)
  const { db } = database
  const market = await aMarket(db)
  const sold = { customer: await aCustomer(db), market, product: await aProduct(db, market) }
  for (let orders = 0; orders < 3; orders += 1) await anOrder(db, sold)
  return { database, sellerId: market.userId }
}
