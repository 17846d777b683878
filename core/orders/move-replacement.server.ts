import type { SQL } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import type { Context } from "#core/context.ts"
import { moveRows } from "#core/history/move-rows.server.ts"
import { requireMover } from "#core/history/moves.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { replacementOffers } from "#db/schema/index.ts"
import { REPLACEMENT_MOVES, type ReplacementMove } from "./replacement.ts"
import type { ReplacementOffer } from "./replacement-queries.server.ts"

type Offers = {
  move: Exclude<ReplacementMove, "offer">
  where: SQL | undefined
  set?: Omit<PgUpdateSetSource<typeof replacementOffers>, "status">
}

/** Applies one move to each of these offers that is open. Returns the offers that moved. */
export function moveOffers(
  ctx: Pick<Context, "actor" | "now">,
  tx: Transaction,
  { set, ...offers }: Offers,
): Promise<ReplacementOffer[]> {
  return moveRows(ctx, tx, {
    subject: "replacement",
    table: replacementOffers,
    moves: REPLACEMENT_MOVES,
    ...offers,
    set: { ...set, answeredAt: ctx.now() },
  })
}

/** Writes an open offer. */
export async function createOffer(
  ctx: Context,
  tx: Transaction,
  offer: Omit<typeof replacementOffers.$inferInsert, "status" | "answeredAt" | "answeredBy">,
): Promise<ReplacementOffer> {
  requireMover(REPLACEMENT_MOVES.offer, ctx.actor.role, "offer")
  const { to } = REPLACEMENT_MOVES.offer
  const [made] = await tx
    .insert(replacementOffers)
    .values({ ...offer, status: to })
    .returning()
  if (!made) throw new Error("An offer was not written.")
  await recordMoves(ctx, tx, "replacement", [{ id: made.id, move: "offer", from: null, to }])
  return made
}
