import { eq, getTableColumns, getTableName, inArray, like, type SQL } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { type TextOwner, TYPED_TEXTS } from "#core/privacy/typed-texts.server.ts"
import type { Executor } from "#db/client.ts"
import {
  checkouts,
  couriers,
  customers,
  idempotencyKeys,
  markets,
  orders,
  products,
} from "#db/schema/index.ts"

const PROFILES = { customer: customers, seller: markets, courier: couriers }
const OWNERS: readonly TextOwner[] = ["person", "customer", "seller", "courier"]

type Listed = (typeof TYPED_TEXTS)[number]
/** A text that was written to a person's rows, and the role in which these rows are theirs. */
export type FilledText = { readonly text: Listed; readonly role: TextOwner; readonly trace: string }

/** The name of a text, such as "orders.note". */
export const nameOfText = ({ table, name }: Pick<Listed, "table" | "name">) =>
  `${getTableName(table)}.${name}`

/**
 * Writes a unique value into each listed text of every row that belongs to the person in some role, for example their
 * orders as a customer and as a seller. The values look like email addresses, so that each column takes them.
 */
export async function fillTexts(
  db: Executor,
  userId: string,
  texts: readonly Listed[] = TYPED_TEXTS,
): Promise<FilledText[]> {
  const filled: FilledText[] = []
  for (const text of texts)
    for (const role of OWNERS) {
      const rows = rowsOf(db, text.table, role, userId)
      if (!rows) continue
      const trace = `${nameOfText(text)}.${role}.${userId}@life.test`.toLowerCase()
      const value = text.column.columnType === "PgJsonb" ? { text: trace } : trace
      const { rowCount } = await db
        .update(text.table)
        .set({ [text.name]: value })
        .where(rows)
      if (rowCount) filled.push({ text, role, trace })
    }
  return filled
}

/** Empties each listed text of the person's own rows, if its column can be empty. */
export async function emptyTexts(db: Executor, userId: string): Promise<void> {
  for (const { column, name, owner, table } of TYPED_TEXTS) {
    const rows = rowsOf(db, table, owner, userId)
    if (rows && !column.notNull)
      await db
        .update(table)
        .set({ [name]: null })
        .where(rows)
  }
}

/** Returns which rows of a table are the person's in a role; undefined if none can be. */
function rowsOf(db: Executor, table: PgTable, role: TextOwner, userId: string): SQL | undefined {
  if (table === idempotencyKeys)
    return role === "person" ? like(idempotencyKeys.scope, `%${userId}`) : undefined
  const profile = Object.values(PROFILES).find((one) => one === table)
  if (profile) return role !== "person" && PROFILES[role] === profile ? eq(profile.userId, userId) : undefined
  const {
    id,
    userId: owner,
    customerId,
    marketId,
    orderId,
    checkoutId,
    productId,
    courierId,
  } = getTableColumns(table) as Partial<Record<string, Listed["column"]>>
  if (getTableName(table) === "users" && id) return role === "person" ? eq(id, userId) : undefined
  if (owner) return role === "person" ? eq(owner, userId) : undefined
  const market = db.select({ id: markets.id }).from(markets).where(eq(markets.userId, userId))
  const [bought, sold] = [eq(orders.customerId, userId), inArray(orders.marketId, market)].map((whose) =>
    db.select({ id: orders.id }).from(orders).where(whose),
  )
  const paid = db.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.customerId, userId))
  const offered = db.select({ id: products.id }).from(products).where(inArray(products.marketId, market))
  if (role === "courier") return courierId && eq(courierId, userId)
  if (role === "customer")
    return (
      (customerId && eq(customerId, userId)) ??
      (orderId && inArray(orderId, bought!)) ??
      (checkoutId && inArray(checkoutId, paid))
    )
  if (role === "seller")
    return (
      (marketId && inArray(marketId, market)) ??
      (orderId && inArray(orderId, sold!)) ??
      (productId && inArray(productId, offered))
    )
  return undefined
}
