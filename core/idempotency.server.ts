import { createHash } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { idempotencyKeys } from "#db/schema/index.ts"
import type { Context } from "./context.ts"
import { DomainError } from "./errors.ts"

type Keyed = { scope: string; command: string; key: string | undefined; request: unknown }

/**
 * Runs `work` in a transaction, once per key: asked again with the same request it answers what it answered then;
 * with another request under the same key it throws `idempotency_conflict`. Without a key it just runs.
 * Two callers at once: the second waits for the first. `work` must answer with plain JSON.
 */
export async function once<R>(ctx: Context, keyed: Keyed, work: (tx: Transaction) => Promise<R>): Promise<R> {
  const { scope, command, key } = keyed
  if (!key) return ctx.db.transaction(work)
  const requestHash = createHash("sha256").update(stableJson(keyed.request)).digest("base64url")
  return ctx.db.transaction(async (tx) => {
    const claimed = await tx
      .insert(idempotencyKeys)
      .values({ scope, command, key, requestHash, createdAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key })
    const mine = and(
      eq(idempotencyKeys.scope, scope),
      eq(idempotencyKeys.command, command),
      eq(idempotencyKeys.key, key),
    )
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

const conflict = () =>
  new DomainError("idempotency_conflict", "This key was used for a different request. Please try again.")

/** JSON with sorted keys, so that the same request hashes the same however it was built. */
function stableJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
