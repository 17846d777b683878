/** The store of half-filled forms. Each kind defines what its drafts contain and how long they are kept. */
import { and, eq, gt, inArray, lte } from "drizzle-orm"
import type { Executor, Transaction } from "#db/client.ts"
import { drafts, images } from "#db/schema/index.ts"

type Row = typeof drafts.$inferSelect

export type DraftKind<Data> = {
  kind: Row["kind"]
  /** A draft expires this long after its last change. */
  keptMs: number
  /** Fills in what is missing in the stored data. */
  read: (stored: Partial<Data>) => Data
}

/** Identifies a draft. `name` is unique; `userId` is null for a draft of somebody without an account. */
export type DraftKey<Data> = { kind: DraftKind<Data>; name: string; userId: string | null }

/** `step` is the furthest step that may be opened. */
export type Draft<Data> = Pick<Row, "id" | "step" | "passwordHash"> & { data: Data }

/** Returns null if there is no draft or it has expired. */
export async function findDraft<Data>(
  db: Executor,
  now: Date,
  key: DraftKey<Data>,
): Promise<Draft<Data> | null> {
  const [row] = await db.select().from(drafts).where(current(now, key))
  return row ? draftOf(key, row) : null
}

/** Locks the draft until the transaction ends: of two concurrent changes, the second sees the first one's data. */
export async function lockDraft<Data>(
  tx: Transaction,
  now: Date,
  key: DraftKey<Data>,
): Promise<Draft<Data> | null> {
  const [row] = await tx.select().from(drafts).where(current(now, key)).for("update")
  return row ? draftOf(key, row) : null
}

/** Creates an empty draft. If another tab creates it at the same time, waits and returns that one, locked. */
export async function beginDraft<Data>(
  tx: Transaction,
  now: Date,
  key: DraftKey<Data>,
): Promise<Draft<Data>> {
  const { kind, name, userId } = key
  const expiresAt = draftExpiry(now, kind)
  // Deletes an expired draft that the sweep has not deleted yet, because it would block the new one.
  await tx.delete(drafts).where(and(eq(drafts.secretHash, name), lte(drafts.expiresAt, now)))
  const [row] = await tx
    .insert(drafts)
    .values({ kind: kind.kind, userId, secretHash: name, expiresAt, createdAt: now })
    .onConflictDoUpdate({ target: drafts.secretHash, set: { expiresAt } })
    .returning()
  if (!row) throw new Error("A draft was not written.")
  return draftOf(key, row)
}

/** The caller has locked the draft. `data` replaces all of its stored data. */
export async function writeDraft<Data>(
  tx: Transaction,
  draftId: string,
  { data, ...columns }: Partial<Omit<Draft<Data>, "id">> & { expiresAt?: Date },
): Promise<void> {
  await tx
    .update(drafts)
    .set({ ...columns, ...(data && { data: data as Record<string, unknown> }) })
    .where(eq(drafts.id, draftId))
}

export async function deleteDraft(tx: Transaction, draftId: string): Promise<void> {
  await tx.delete(drafts).where(eq(drafts.id, draftId))
}

/** The sweep deletes these images at the given time, unless somebody becomes their owner first. */
export async function expireDraftImages(
  tx: Transaction,
  imageIds: readonly string[],
  at: Date,
): Promise<void> {
  if (imageIds.length > 0)
    await tx
      .update(images)
      .set({ deleteAfter: at })
      .where(inArray(images.id, [...imageIds]))
}

export const draftExpiry = (now: Date, { keptMs }: { keptMs: number }) => new Date(now.getTime() + keptMs)

const draftOf = <Data>({ kind }: DraftKey<Data>, row: Row): Draft<Data> => ({
  id: row.id,
  step: row.step,
  passwordHash: row.passwordHash,
  data: kind.read(row.data as Partial<Data>),
})

const current = <Data>(now: Date, { kind, name, userId }: DraftKey<Data>) =>
  and(
    eq(drafts.secretHash, name),
    eq(drafts.kind, kind.kind),
    userId === null ? undefined : eq(drafts.userId, userId),
    gt(drafts.expiresAt, now),
  )
