import { and, eq, inArray } from "drizzle-orm"
import type { AdminContext } from "#core/context.ts"
import { DAY_MS } from "#core/durations.ts"
import { DomainError, notFound } from "#core/errors.ts"
import type { Approval } from "#core/identity/states.ts"
import { isId } from "#core/ids.ts"
import { statusText } from "#core/orders/statuses.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { couriers, images, markets, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { pastDecisions } from "./applicant-record.server.ts"
import type { ApplicantRole } from "./applicants.ts"
import type { SeenDecision } from "./decision-input.ts"
import { ordersInHand } from "./orders-in-hand.server.ts"
import { recordAudit } from "./record-audit.server.ts"

/** The most orders that an error message lists. */
const MOST_NAMED = 5

/** Identity images are deleted this long after the decision. */
const KEEP_IDENTITY_DAYS = 90

export type Decision = { role: ApplicantRole; userId: string; approve: true } | Denial
type Denial = { role: ApplicantRole; userId: string; approve: false; reason: string }

/**
 * Approves or denies a seller or courier, notifies them, and records the decision in the audit log. A denied applicant
 * can be approved later, and vice versa. Throws `already_decided` (naming the decision and the admin) if another admin
 * has made a decision that this admin has not seen, and `illegal_move` for a denial, listing the person's open orders.
 */
export async function decideApplicant(
  ctx: AdminContext,
  decision: Decision,
  seen: SeenDecision,
): Promise<void> {
  if (!isId(decision.userId)) throw notFound("This applicant")
  const table = decision.role === "seller" ? markets : couriers
  const approval = decision.approve ? "approved" : "denied"
  await transaction(ctx.db, async (tx) => {
    const [stands] = await tx
      .select({ approval: table.approval })
      .from(table)
      .where(eq(table.userId, decision.userId))
      // A payment at this market and taking a delivery lock this row too: they either go first, or wait and see the
      // decision.
      .for("update")
    if (stands?.approval === approval || !(await isSeen(tx, decision, seen, stands?.approval)))
      throw await decidedBefore(tx, decision)
    if (!decision.approve) await rejectInHand(tx, decision)
    await tx
      .update(table)
      .set({
        approval,
        denialReason: decision.approve ? null : decision.reason,
        wasApproved: !decision.approve && stands?.approval === "approved",
        decidedAt: ctx.now(),
        decidedBy: ctx.actor.userId,
      })
      .where(eq(table.userId, decision.userId))
    await keepIdentityImagesUntil(ctx, tx, decision)
    await recordAudit(ctx, tx, {
      action: `${decision.role}.${approval}`,
      subjectType: decision.role,
      subjectId: decision.userId,
      details: decision.approve ? {} : { reason: decision.reason },
    })
    const { role, userId, approve: approved } = decision
    await emit(tx, "person.decided", { role, userId, approved })
  })
}

/** Rejects a denial while the person has open orders: nobody would deliver the goods or fulfill the paid orders. */
async function rejectInHand(tx: Transaction, denied: Denial): Promise<void> {
  const inHand = await ordersInHand(tx, denied)
  if (inHand.length === 0) return
  const named = inHand
    .slice(0, MOST_NAMED)
    .map(({ number, status }) => `${number} (${statusText(status)})`)
    .join(", ")
  const more = inHand.length > MOST_NAMED ? `, and ${inHand.length - MOST_NAMED} more` : ""
  throw new DomainError(
    "illegal_move",
    denied.role === "seller"
      ? `This market has open orders: ${named}${more}. Cancel them on their pages, or have the market hand them over first.`
      : `This courier has order ${named}${more}. Release or cancel it on its page first.`,
  )
}

/** Whether the current state is what the admin saw: every decision is logged in the transaction that makes it. */
async function isSeen(tx: Transaction, decision: Decision, seen: SeenDecision, approval?: Approval) {
  const { lastDecision } = seen
  if (seen.approval !== approval) return false
  if (lastDecision === undefined) return true
  const [latest] = await pastDecisions(tx, decision)
  return (latest?.id ?? null) === lastDecision
}

async function decidedBefore(tx: Transaction, decision: Decision): Promise<DomainError> {
  const table = decision.role === "seller" ? markets : couriers
  const [row] = await tx
    .select({ approval: table.approval, decidedBy: users.name })
    .from(table)
    .leftJoin(users, eq(users.id, table.decidedBy))
    .where(eq(table.userId, decision.userId))
  if (!row) return notFound("This applicant")
  if (row.approval === "waiting")
    return new DomainError("already_decided", "The applicant has sent new photos since. Review them first.")
  const by = row.decidedBy ? ` by ${row.decidedBy}` : ""
  return new DomainError("already_decided", `This application was already ${row.approval}${by}.`)
}

/** Applies to this application only: a person who also applied in the other role may still wait for that decision. */
async function keepIdentityImagesUntil(ctx: AdminContext, tx: Transaction, decision: Decision) {
  const deleteAfter = new Date(ctx.now().getTime() + KEEP_IDENTITY_DAYS * DAY_MS)
  const photos = await applicationImages(tx, decision)
  if (photos.length === 0) return
  await tx
    .update(images)
    .set({ deleteAfter })
    .where(and(inArray(images.id, photos), eq(images.container, "identity")))
}

async function applicationImages(tx: Transaction, { role, userId }: Decision): Promise<string[]> {
  const rows =
    role === "seller"
      ? await tx
          .select({ one: markets.ownerPhotoId, two: markets.certificateId })
          .from(markets)
          .where(eq(markets.userId, userId))
      : await tx.select({ one: couriers.photoId }).from(couriers).where(eq(couriers.userId, userId))
  return rows.flatMap((row) => Object.values(row)).filter((id) => id !== null)
}
