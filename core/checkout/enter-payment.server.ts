import { and, desc, eq, getTableColumns, sql } from "drizzle-orm"
import type { z } from "zod"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { checkoutMarkets, checkouts, markets } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { CHECKOUT_MOVES, type CheckoutStatus } from "./checkout-moves.ts"
import { holdUntil } from "./hold-time.ts"
import type { billingInput } from "./inputs.ts"
import { type CheckoutRow, isLive } from "./live-checkout.server.ts"

/** `extraMinutes`: how long beyond its end the hold may last on the provider's own page. */
export type Entering = { billing?: z.output<typeof billingInput>; holdMinutes: number; extraMinutes?: number }

/** A checkout that is being paid, with the email of the customer's account. */
export type PayingCheckout = CheckoutRow & { accountEmail: string }

/**
 * Moves the customer's live checkout to `paying` and holds its stock at least so many minutes more, but not beyond the
 * hold's end. From here on only the provider knows whether money moves. Throws `hold_expired` and `market_closed`.
 */
export async function enterPayment(
  ctx: CustomerContext,
  { billing, holdMinutes, extraMinutes = 0 }: Entering,
): Promise<PayingCheckout> {
  const paying = await transaction(ctx.db, async (tx) => {
    const [entering] = await entered(tx).execute({
      customerId: ctx.actor.userId,
      billing: billing ? JSON.stringify(billing) : null,
      until: holdUntil(ctx.now(), holdMinutes).toISOString(),
      extraMinutes,
      now: ctx.now().toISOString(),
    })
    if (!entering) return null
    const { from, ...checkout } = entering
    // Pay Now once more renews the hold of a checkout that is being paid already: that is no move.
    if (from === "open")
      await recordMoves(ctx, tx, "checkout", [{ id: checkout.id, move: "pay", from, to: checkout.status }])
    return checkout
  })
  return paying ?? reject(ctx)
}

const isOfCustomer = eq(checkouts.customerId, sql.placeholder("customerId"))

const accountEmail = sql<string>`(select email from users where id = ${sql.placeholder("customerId")})`

const entered = prepared((db) => {
  const paid = db.$with("paid").as(
    marketsPaid(db)
      .where(and(isOfCustomer, isLive))
      // A seller who deletes the account locks this row: they go first, or find this payment under way.
      .for("key share", { of: markets }),
  )
  const before = db
    .select({ id: checkouts.id, from: sql<CheckoutStatus>`${checkouts.status}`.as("from_status") })
    .from(checkouts)
    .where(and(isOfCustomer, isLive))
    .for("no key update")
    .as("before")
  const end = sql`${checkouts.holdEndsAt} + make_interval(mins => ${sql.placeholder("extraMinutes")}::int)`
  return db
    .with(paid)
    .update(checkouts)
    .set({
      status: CHECKOUT_MOVES.pay.to,
      // With the account's own email, as the form shows it. Without an address the one that is known stays.
      billing: sql`coalesce(${sql.placeholder("billing")}::jsonb || jsonb_build_object('email', ${accountEmail}), ${checkouts.billing})`,
      holdExpiresAt: sql`greatest(${checkouts.holdExpiresAt}, least(${sql.placeholder("until")}::timestamptz, ${end}))`,
      updatedAt: sql`${sql.placeholder("now")}::timestamptz`,
    })
    .from(before)
    .where(
      and(
        eq(checkouts.id, before.id),
        sql`${end} > ${sql.placeholder("now")}::timestamptz`,
        sql`not exists (select from ${paid} where ${paid.canSell} is not true)`,
      ),
    )
    .returning({ ...getTableColumns(checkouts), accountEmail, from: before.from })
    .prepare("payment_entered")
})

/** The markets that a checkout pays. */
const marketsPaid = (db: Executor) =>
  db
    .select({ name: markets.name, canSell: markets.canSell })
    .from(checkouts)
    .innerJoin(checkoutMarkets, eq(checkoutMarkets.checkoutId, checkouts.id))
    .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))

async function reject(ctx: CustomerContext): Promise<never> {
  const markets = await marketsPaid(ctx.db).where(and(eq(checkouts.customerId, ctx.actor.userId), isLive))
  const closed = markets.find(({ canSell }) => !canSell)
  if (!closed) throw (await wasPaidLast(ctx)) ? holdRanOut(PAID_ALREADY) : holdRanOut()
  throw new DomainError(
    "market_closed",
    `${closed.name} has just stopped selling. Nothing was charged. Go back to your shopping cart and take its products out.`,
  )
}

const PAID_ALREADY = "This is already paid. Check your orders; you weren't charged twice."

/** The webhook may have completed what the customer, who saw an error, tries once more. */
async function wasPaidLast(ctx: CustomerContext): Promise<boolean> {
  const [last] = await ctx.db
    .select({ status: checkouts.status })
    .from(checkouts)
    .where(eq(checkouts.customerId, ctx.actor.userId))
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  return last?.status === "completed"
}

export const holdRanOut = (
  message = "Your reservation expired. Nothing was charged. Go back to your shopping cart to try again.",
) => new DomainError("hold_expired", message)
