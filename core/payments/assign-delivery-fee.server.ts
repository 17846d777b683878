import { and, desc, eq, isNotNull, sql } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries, orders, refunds } from "#db/schema/index.ts"
import { cents, negate } from "../money.ts"
import { bookBeyond } from "./book-refund.server.ts"

type FeeOwner = { party: "platform"; userId: null } | { party: "seller" | "deliverer"; userId: string }

/**
 * Moves the delivery fee and the tip to the person who delivers. The platform holds them after payment; starting, taking and giving
 * back a delivery each move them by pairs of entries that add up to zero. A courier gets all of both, even if some of
 * it was refunded while nobody delivered; a seller who delivers gets them less what they pay of such refunds. The caller
 * must hold the lock on the order's row.
 *
 * While the customer's bank holds the money nobody earns them: each pair is reversed by a second pair until the bank
 * returns the money.
 */
export async function assignDeliveryFee(tx: Transaction, orderId: string, to: FeeOwner): Promise<void> {
  const disputeId = await openDispute(tx, orderId)
  for (const kind of ["delivery", "tip"] as const) await assign(tx, { orderId, disputeId, kind }, to)
  if (!disputeId) await bookBeyond(tx, orderId)
}

type Assigned = { orderId: string; disputeId: string | null; kind: "delivery" | "tip" }

async function assign(tx: Transaction, { orderId, disputeId, kind }: Assigned, to: FeeOwner): Promise<void> {
  const held = await owners(tx, orderId, kind)
  const moves = held.filter((entry) => entry.amountCents > 0 && entry.userId !== to.userId)
  const refundedCents = to.party === "seller" ? await refundedWhileHeld(tx, orderId, kind) : 0
  for (const from of moves) {
    const moved = from.party === "platform" ? Math.max(0, from.amountCents - refundedCents) : from.amountCents
    if (moved === 0) continue
    const pair = [
      { party: from.party, userId: from.userId, amountCents: negate(cents(moved)), way: "out" },
      { ...to, amountCents: cents(moved), way: "in" },
    ]
    const step = `${kind}:${from.entries}:${to.party}`
    await tx.insert(ledgerEntries).values(
      pair.map(({ way, ...entry }) => ({
        ...entry,
        orderId,
        kind,
        part: kind,
        reference: `order:${orderId}:${step}:${way}`,
      })),
    )
    if (disputeId)
      await tx.insert(ledgerEntries).values(
        pair.map(({ way, amountCents, ...entry }) => ({
          ...entry,
          amountCents: negate(amountCents),
          orderId,
          disputeId,
          kind: "chargeback" as const,
          part: kind,
          reference: `order:${orderId}:chargeback:${step}:${way}`,
        })),
      )
  }
}

/** Returns the dispute in which the bank holds the order's money, or null. */
async function openDispute(tx: Transaction, orderId: string): Promise<string | null> {
  const [taken] = await tx
    .select({ disputeId: ledgerEntries.disputeId })
    .from(orders)
    .innerJoin(ledgerEntries, eq(ledgerEntries.orderId, orders.id))
    .where(and(eq(orders.id, orderId), isNotNull(orders.chargedBackAt), isNotNull(ledgerEntries.disputeId)))
    .orderBy(desc(ledgerEntries.id))
    .limit(1)
  return taken?.disputeId ?? null
}

/** Cents of the fee, or of the tip, that were refunded while the platform held it and that the seller pays for. */
async function refundedWhileHeld(tx: Transaction, orderId: string, part: Assigned["kind"]): Promise<number> {
  const [row] = await tx
    .select({ cents: sql`coalesce(-sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .innerJoin(ledgerEntries, eq(ledgerEntries.refundId, refunds.id))
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.bearer, "seller"),
        eq(ledgerEntries.party, "platform"),
        eq(ledgerEntries.part, part),
      ),
    )
  return row?.cents ?? 0
}

/** Who holds how much of an order's delivery fee or tip; `entries`, the number of such entries, numbers the next pair. */
async function owners(tx: Transaction, orderId: string, kind: Assigned["kind"]) {
  return tx
    .select({
      party: ledgerEntries.party,
      userId: ledgerEntries.userId,
      amountCents: sql`sum(${ledgerEntries.amountCents})`.mapWith(Number),
      entries: sql`sum(count(*)) over ()`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, kind)))
    .groupBy(ledgerEntries.party, ledgerEntries.userId)
}
