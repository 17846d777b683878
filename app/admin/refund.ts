import { parseWithZod } from "@conform-to/zod/v4"
import type { z } from "zod"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import type { AdminContext } from "#core/context.ts"
import { formatMoney } from "#core/money.ts"
import { quoteRefund, type RefundQuote } from "#core/payments/quote-refund.server.ts"
import { refundFormInput, refundOf } from "#core/payments/refund-form.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { REVIEW } from "./refund-review.ts"

/** Has a `quote` after a review; nothing is refunded yet. */
export type RefundAnswer = FormAnswer & { quote?: RefundQuote }

/**
 * Calculates the refund that the query parameters describe; nothing is refunded. The form keeps its values. Returns
 * null if no review is requested.
 */
export async function reviewRefund(ctx: AdminContext, params: URLSearchParams): Promise<RefundAnswer | null> {
  if (!params.has(REVIEW.name)) return null
  const form = new FormData()
  for (const [name, value] of params) form.append(name, value)
  const answer = await submitForm(form, refundFormInput, async (input) => ({
    quote: await quoteRefund(ctx, refundOf(input)),
    lastResult: parseWithZod(form, { schema: refundFormInput }).reply(),
  }))
  return "quote" in answer ? answer : answer.data
}

/**
 * Makes exactly the refund that was reviewed; if the amounts have changed since, it returns a new review. Returns the
 * text to show.
 */
export async function makeRefund(
  ctx: AdminContext,
  input: z.output<typeof refundFormInput>,
  idempotencyKey?: string,
): Promise<string> {
  const { reviewedCents, reviewedLeftCents, reviewedSellerCents } = input
  const reviewed = { ...refundOf(input), reviewedCents, reviewedLeftCents, reviewedSellerCents }
  const { amountCents } = await refundOrder(ctx, reviewed, idempotencyKey)
  return `${formatMoney(amountCents)} is on its way back. We've emailed the customer and the market.`
}
