import { and, asc, eq, isNull } from "drizzle-orm"
import type { AdminContext } from "#core/context.ts"
import type { Executor } from "#db/client.ts"
import { marketChanges, markets } from "#db/schema/index.ts"

const MOST = 100

/** Names, addresses and time zones that wait for an admin's decision, oldest first. */
export function listMarketChanges(ctx: AdminContext) {
  return ctx.db
    .select({
      ...changeColumns,
      sellerId: markets.userId,
      market: {
        name: markets.name,
        address: markets.address,
        city: markets.city,
        state: markets.state,
        zip: markets.zip,
        timeZone: markets.timeZone,
      },
    })
    .from(marketChanges)
    .innerJoin(markets, eq(markets.id, marketChanges.marketId))
    .where(isNull(marketChanges.decidedAt))
    .orderBy(asc(marketChanges.createdAt), asc(marketChanges.id))
    .limit(MOST)
}

export type WaitingChange = Awaited<ReturnType<typeof listMarketChanges>>[number]

/** The pending changes of one market. */
export function openMarketChanges(db: Executor, marketId: string) {
  return db
    .select(changeColumns)
    .from(marketChanges)
    .where(and(eq(marketChanges.marketId, marketId), isNull(marketChanges.decidedAt)))
    .orderBy(asc(marketChanges.createdAt))
}

export type OpenChange = Awaited<ReturnType<typeof openMarketChanges>>[number]

const changeColumns = {
  id: marketChanges.id,
  kind: marketChanges.kind,
  wanted: marketChanges.wanted,
  createdAt: marketChanges.createdAt,
}
