import { createHash } from "node:crypto"
import { and, eq, isNull, lt, sql } from "drizzle-orm"
import { MINUTE_MS } from "#core/durations.ts"
import type { Transaction } from "#db/client.ts"
import { idempotencyKeys } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { Context } from "./context.ts"
import { DomainError } from "./errors.ts"

export type Keyed = { scope: string; command: string; key: string | undefined; request: unknown }

/**
 * Runs `work` in a transaction, once per key. Repeated with the same request, it returns the first result; with another
 * request under the same key it throws `idempotency_conflict`. Without a key it just runs. Of two concurrent callers,
 * the second waits for the first. `work` must return plain JSON.
 */
export async function once<R>(ctx: Context, keyed: Keyed, work: (tx: Transaction) => Promise<R>): Promise<R> {
  const { scope, command, key } = keyed
  if (!key) return transaction(ctx.db, work)
  const requestHash = createHash("sha256").update(stableJson(keyed.request)).digest("base64url")
  return transaction(ctx.db, async (tx) => {
    const claimed = await tx
      .insert(idempotencyKeys)
      .values({ scope, command, key, requestHash, createdAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key })
    const mine = rowOf({ ...keyed, key })
    if (claimed.length === 0) {
      const [earlier] = await tx.select().from(idempotencyKeys).where(mine)
      if (earlier?.requestHash !== requestHash) throw conflict()
      return earlier.response as R
    }
    const response = await work(tx)
    await tx
      .update(idempotencyKeys)
      .set({ response: sql`${JSON.stringify(response ?? null)}::jsonb` })
      .where(mine)
    return response
  })
}

type KeptAnswer<A> = { answer: A; repeated: boolean }

/** Work without a result after this long counts as lost with its process: the next caller does it. */
const ABANDONED_MS = MINUTE_MS

/**
 * Runs `work` outside of any transaction, once per key, and stores its result: for requests that call outside services
 * or run several commands. `keepRejection` turns a rejection into a result to store, or null if a second attempt may
 * end differently. Repeated with the same request, it returns the same result; it throws `idempotency_conflict` with
 * another request, or while the first is still running. `work` must return plain JSON.
 */
export async function answerOnce<A>(
  ctx: Context,
  keyed: Keyed & { key: string },
  work: () => Promise<A>,
  keepRejection: (error: unknown) => Promise<A | null>,
): Promise<KeptAnswer<A>> {
  const requestHash = createHash("sha256").update(stableJson(keyed.request)).digest("base64url")
  const earlier = await claim<A>(ctx, keyed, requestHash)
  if (earlier) return { answer: earlier, repeated: true }
  try {
    const answer = await work()
    await keep(ctx, keyed, answer)
    return { answer, repeated: false }
  } catch (error) {
    const kept = await keepRejection(error)
    if (!kept) {
      await ctx.db.delete(idempotencyKeys).where(rowOf(keyed))
      throw error
    }
    await keep(ctx, keyed, kept)
    return { answer: kept, repeated: false }
  }
}

/** Returns the stored result; null if this caller has to do the work. */
async function claim<A>(
  ctx: Context,
  keyed: Keyed & { key: string },
  requestHash: string,
): Promise<A | null> {
  const { scope, command, key } = keyed
  const now = ctx.now()
  const abandoned = lt(idempotencyKeys.createdAt, new Date(now.getTime() - ABANDONED_MS))
  const claimed = await ctx.db
    .insert(idempotencyKeys)
    .values({ scope, command, key, requestHash, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.command, idempotencyKeys.key],
      set: { createdAt: now },
      setWhere: and(
        isNull(idempotencyKeys.response),
        eq(idempotencyKeys.requestHash, requestHash),
        abandoned,
      ),
    })
    .returning({ key: idempotencyKeys.key })
  if (claimed.length > 0) return null
  const [earlier] = await ctx.db.select().from(idempotencyKeys).where(rowOf(keyed))
  if (earlier?.requestHash !== requestHash) throw conflict()
  if (earlier.response === null)
    throw new DomainError("idempotency_conflict", "The first request with this key is still being processed.")
  return earlier.response as A
}

const keep = (ctx: Context, keyed: Keyed & { key: string }, answer: unknown) =>
  ctx.db
    .update(idempotencyKeys)
    .set({ response: sql`${JSON.stringify(answer)}::jsonb` })
    .where(rowOf(keyed))

const rowOf = ({ scope, command, key }: Keyed & { key: string }) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.command, command), eq(idempotencyKeys.key, key))

const conflict = () =>
  new DomainError("idempotency_conflict", "This key was used for a different request. Please try again.")

/** Returns JSON with sorted keys, so that equal requests have equal hashes. */
function stableJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
