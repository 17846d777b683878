import { createHash, randomBytes } from "node:crypto"
import { and, eq, gt, inArray, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import { digestOf, keepImage } from "#core/images/keep-image.server.ts"
import { ownImages, saveImage } from "#core/images/save-image.server.ts"
import type { ImageContainer } from "#core/ports/images.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { drafts, images } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

/** A half-filled registration is deleted this long after its last step. */
export const DRAFT_HOURS = 4

export type DraftKind = "seller" | "deliverer"

/** An uploaded file that passed the checks; `name` is its name on the person's own device. */
export type DraftFile = { readonly imageId: string; readonly name: string; readonly digest: string }

/** A wizard's half-filled form. `step` is the furthest step that may be opened. */
export type Draft = {
  readonly id: string
  readonly step: number
  readonly values: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, DraftFile>>
  readonly passwordHash: string | null
}

/** Identifies a draft: its kind, and the secret in the browser's cookie. */
export type DraftOwner = { readonly kind: DraftKind; readonly secret: string | null }

/** The browser's draft; null when it has none or it has expired. */
export async function readDraft(ctx: Context, owner: DraftOwner): Promise<Draft | null> {
  return findDraft(ctx.db, ctx.now(), owner)
}

/** Locks the draft until the transaction ends: of two requests that finish it at once, the second sees what is left. */
export async function lockDraft(tx: Transaction, now: Date, owner: DraftOwner): Promise<Draft | null> {
  if (!owner.secret) return null
  await tx.select({ id: drafts.id }).from(drafts).where(alive(now, owner)).for("update")
  return findDraft(tx, now, owner)
}

/**
 * Adds a step's answers to the draft, or creates one, and returns the secret to store in the browser. Two tabs that
 * save at once both keep their answers.
 */
export async function saveDraft(
  ctx: Context,
  owner: DraftOwner,
  step: { reached: number; values: Record<string, string>; passwordHash?: string },
): Promise<string> {
  const { passwordHash } = step
  const expiresAt = expiry(ctx)
  const values = JSON.stringify(step.values)
  const [kept] = owner.secret
    ? await ctx.db
        .update(drafts)
        .set({
          data: sql`jsonb_set(${drafts.data}, '{values}', coalesce(${drafts.data}->'values', '{}') || ${values}::jsonb)`,
          step: sql`greatest(${drafts.step}, ${step.reached})`,
          expiresAt,
          ...(passwordHash ? { passwordHash } : {}),
        })
        .where(alive(ctx.now(), owner))
        .returning({ id: drafts.id })
    : []
  if (kept && owner.secret) return owner.secret
  const secret = randomBytes(32).toString("base64url")
  await ctx.db.insert(drafts).values({
    kind: owner.kind,
    secretHash: hashOf(secret),
    step: step.reached,
    data: { values: step.values },
    passwordHash: passwordHash ?? null,
    expiresAt,
    createdAt: ctx.now(),
  })
  return secret
}

/** `address` is the sender's network address, by which uploads of people without an account are counted. */
export type DraftUpload = {
  field: string
  container: ImageContainer
  name: string
  bytes: Uint8Array
  address: string
}

/**
 * Checks an uploaded image and stores it with the draft in place of the previous one; does nothing where there is no
 * draft. Throws what `keepImage` throws.
 */
export async function keepDraftFile(ctx: Context, owner: DraftOwner, upload: DraftUpload): Promise<void> {
  const begun = await readDraft(ctx, owner)
  if (!begun) return
  const { address } = upload
  const kept = await keepImage(ctx, upload.container, upload.bytes, {
    sender: { address },
    counted: [
      ["upload to a registration", begun.id],
      ["upload to registrations from an address", address],
    ],
  })
  await transaction(ctx.db, async (tx) => {
    const draft = await lockDraft(tx, ctx.now(), owner)
    // The image has no owner: the sweep deletes it unless a registration takes it over first.
    const imageId = await saveImage(tx, kept, { ownerId: null, deleteAfter: expiry(ctx) })
    if (!draft) return
    const before = draft.files[upload.field]
    if (before) await expireImages(tx, ctx.now(), [before.imageId])
    await setFiles(tx, draft, {
      ...draft.files,
      [upload.field]: { imageId, name: upload.name.slice(0, 120), digest: digestOf(upload.bytes) },
    })
  })
}

/** Removes the chosen files when the person goes back from the files step. */
export async function clearDraftFiles(ctx: Context, owner: DraftOwner): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const draft = await lockDraft(tx, ctx.now(), owner)
    if (!draft) return
    const chosen = Object.values(draft.files).map((file) => file.imageId)
    if (chosen.length > 0) await expireImages(tx, ctx.now(), chosen)
    await setFiles(tx, draft, {})
  })
}

/** Makes a finished draft's images the person's own, and deletes the draft. */
export async function finishDraft(tx: Transaction, draft: Draft, ownerId: string): Promise<void> {
  const chosen = Object.values(draft.files).map((file) => file.imageId)
  if (chosen.length > 0) await ownImages(tx, chosen, ownerId)
  await tx.delete(drafts).where(eq(drafts.id, draft.id))
}

/** Identifies a draft in idempotency keys: the secret itself stays in the cookie. */
export const draftScope = (secret: string): string => hashOf(secret)

async function findDraft(db: Executor, now: Date, owner: DraftOwner): Promise<Draft | null> {
  if (!owner.secret) return null
  const [row] = await db.select().from(drafts).where(alive(now, owner))
  if (!row) return null
  const { values = {}, files = {} } = row.data as Partial<Pick<Draft, "values" | "files">>
  return { id: row.id, step: row.step, values, files, passwordHash: row.passwordHash }
}

const alive = (now: Date, { kind, secret }: DraftOwner) =>
  and(eq(drafts.secretHash, hashOf(secret ?? "")), eq(drafts.kind, kind), gt(drafts.expiresAt, now))

async function setFiles(tx: Transaction, draft: Draft, files: Draft["files"]): Promise<void> {
  await tx
    .update(drafts)
    .set({ data: sql`jsonb_set(${drafts.data}, '{files}', ${JSON.stringify(files)}::jsonb)` })
    .where(eq(drafts.id, draft.id))
}

async function expireImages(tx: Transaction, now: Date, ids: string[]): Promise<void> {
  await tx.update(images).set({ deleteAfter: now }).where(inArray(images.id, ids))
}

const expiry = (ctx: Context) => new Date(ctx.now().getTime() + DRAFT_HOURS * HOUR_MS)

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url")
