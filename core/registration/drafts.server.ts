import { createHash, randomBytes } from "node:crypto"
import type { Context } from "#core/context.ts"
import {
  beginDraft,
  type DraftKey,
  deleteDraft,
  draftExpiry,
  expireDraftImages,
  findDraft,
  lockDraft,
  type Draft as StoredDraft,
  writeDraft,
} from "#core/drafts/drafts.server.ts"
import { HOUR_MS } from "#core/durations.ts"
import { imageDigest, keepImage } from "#core/images/keep-image.server.ts"
import { ownImages, saveImage } from "#core/images/save-image.server.ts"
import type { ImageContainer } from "#core/ports/images.ts"
import type { Transaction } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"

/** A half-filled registration is deleted this long after its last step. */
export const DRAFT_HOURS = 4

export type DraftKind = "seller" | "deliverer"

/** An uploaded file that passed the checks; `name` is its name on the person's own device. */
export type DraftFile = { readonly imageId: string; readonly name: string; readonly digest: string }

type DraftData = {
  readonly values: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, DraftFile>>
}

/** A wizard's half-filled form. `step` is the furthest step that may be opened. */
export type Draft = DraftData & {
  readonly id: string
  readonly step: number
  readonly passwordHash: string | null
}

/** Identifies a draft: its kind, and the secret in the browser's cookie. */
export type DraftOwner = { readonly kind: DraftKind; readonly secret: string | null }

/** The browser's draft; null when it has none or it has expired. */
export async function readDraft(ctx: Context, owner: DraftOwner): Promise<Draft | null> {
  return owner.secret
    ? registrationOf(await findDraft(ctx.db, ctx.now(), keyOf(owner.kind, owner.secret)))
    : null
}

/** Locks the draft until the transaction ends: of two concurrent requests that finish it, the second finds none. */
export async function lockRegistrationDraft(
  tx: Transaction,
  now: Date,
  owner: DraftOwner,
): Promise<Draft | null> {
  return owner.secret ? registrationOf(await lockDraft(tx, now, keyOf(owner.kind, owner.secret))) : null
}

/**
 * Adds a step's answers to the draft, or creates one, and returns the secret to store in the browser. If two tabs save
 * at the same time, the answers of both are kept.
 */
export async function saveDraft(
  ctx: Context,
  { kind, secret }: DraftOwner,
  step: { reached: number; values: Record<string, string>; passwordHash?: string },
): Promise<string> {
  const now = ctx.now()
  return transaction(ctx.db, async (tx) => {
    const begun = secret ? await lockDraft(tx, now, keyOf(kind, secret)) : null
    const keptSecret = begun && secret ? secret : randomBytes(32).toString("base64url")
    const draft = begun ?? (await beginDraft(tx, now, keyOf(kind, keptSecret)))
    await writeDraft<DraftData>(tx, draft.id, {
      data: { ...draft.data, values: { ...draft.data.values, ...step.values } },
      step: Math.max(draft.step, step.reached),
      passwordHash: step.passwordHash || draft.passwordHash,
      expiresAt: draftExpiry(now, REGISTRATION),
    })
    return keptSecret
  })
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
 * Checks an uploaded image and stores it with the draft in place of the previous one; does nothing if there is no
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
    const draft = await lockRegistrationDraft(tx, ctx.now(), owner)
    // The image has no owner: the sweep deletes it unless a registration takes it over first.
    const imageId = await saveImage(tx, kept, {
      ownerId: null,
      deleteAfter: draftExpiry(ctx.now(), REGISTRATION),
    })
    if (!draft) return
    const before = draft.files[upload.field]
    if (before) await expireDraftImages(tx, [before.imageId], ctx.now())
    await setFiles(tx, draft, {
      ...draft.files,
      [upload.field]: { imageId, name: upload.name.slice(0, 120), digest: imageDigest(upload.bytes) },
    })
  })
}

/** Removes the chosen files when the person goes back from the files step. */
export async function clearDraftFiles(ctx: Context, owner: DraftOwner): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const draft = await lockRegistrationDraft(tx, ctx.now(), owner)
    if (!draft) return
    const chosen = Object.values(draft.files).map((file) => file.imageId)
    await expireDraftImages(tx, chosen, ctx.now())
    await setFiles(tx, draft, {})
  })
}

/** Makes a finished draft's images the person's own, and deletes the draft. */
export async function finishDraft(tx: Transaction, draft: Draft, ownerId: string): Promise<void> {
  const chosen = Object.values(draft.files).map((file) => file.imageId)
  if (chosen.length > 0) await ownImages(tx, chosen, ownerId)
  await deleteDraft(tx, draft.id)
}

/** Identifies a draft in idempotency keys without its secret, which stays in the cookie. */
export const draftScope = (secret: string): string => hashOf(secret)

const REGISTRATION = {
  keptMs: DRAFT_HOURS * HOUR_MS,
  read: ({ values = {}, files = {} }: Partial<DraftData>): DraftData => ({ values, files }),
}

/** The secret itself is never stored. */
const keyOf = (kind: DraftKind, secret: string): DraftKey<DraftData> => ({
  kind: { kind, ...REGISTRATION },
  name: hashOf(secret),
  userId: null,
})

const registrationOf = (draft: StoredDraft<DraftData> | null): Draft | null => {
  if (!draft) return null
  const { data, ...row } = draft
  return { ...row, ...data }
}

const setFiles = (tx: Transaction, { id, values }: Draft, files: Draft["files"]) =>
  writeDraft<DraftData>(tx, id, { data: { values, files } })

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url")
