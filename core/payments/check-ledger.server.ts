import { sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"

export type LedgerFault = { orderId: string; expectedCents: number; bookedCents: number }

/**
 * Checks the ledger's invariant: an order's entries add up to what the customer paid less the processor's fee and
 * refunds, or to minus that fee once the customer's bank took back the rest. Returns the orders that violate it; an
 * empty list means that the books are correct.
 */
export async function checkLedger(ctx: Pick<Context, "db">): Promise<LedgerFault[]> {
  const { rows } = await ctx.db.execute<{ order_id: string; expected: string; booked: string }>(sql`
    select o.id as order_id, o.expected, coalesce(sum(e.amount_cents), 0) as booked
    from (
      select id, case when charged_back_at is null
          then total_cents - coalesce((select sum(amount_cents) from refunds where order_id = orders.id), 0)
          else 0 end - processor_fee_cents as expected
      from orders
    ) o
    left join ledger_entries e on e.order_id = o.id
      and e.kind in ('sale', 'delivery', 'tip', 'tax', 'processor_fee', 'platform_fee', 'refund', 'chargeback')
    group by o.id, o.expected
    having coalesce(sum(e.amount_cents), 0) <> o.expected`)
  return rows.map((row) => ({
    orderId: row.order_id,
    expectedCents: Number(row.expected),
    bookedCents: Number(row.booked),
  }))
}
