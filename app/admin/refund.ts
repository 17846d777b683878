import { parseWithZod } from "@conform-to/zod/v4"
import type { z } from "zod"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import type { AdminContext } from "#core/context.ts"
import { formatMoney } from "#core/money.ts"
import { quoteRefund, type RefundQuote } from "#core/payments/quote-refund.server.ts"
import { refundFormInput, refundOf } from "#core/payments/refund-form.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { REVIEW } from "./refund-review.ts"

/** With a quote once a refund was reviewed: nothing is made yet. */
export type RefundAnswer = FormAnswer & { quote?: RefundQuote }

/**
 * Works out what the refund in the address gives back; nothing is made. The form stays as it was filled in. Null where
 * nothing is reviewed.
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

/** Makes the refund that was reviewed, and nothing else: what has changed since is reviewed again. Returns what to say. */
export async function makeRefund(
  ctx: AdminContext,
  input: z.output<typeof refundFormInput>,
  idempotencyKey?: string,
): Promise<string> {
  const { reviewedCents, reviewedLeftCents, reviewedSellerCents } = input
  const reviewed = { ...refundOf(input), reviewedCents, reviewedLeftCents, reviewedSellerCents }
  const { amountCents } = await refundOrder(ctx, reviewed, idempotencyKey)
  return `${formatMoney(amountCents)} is on its way back. We've emailed customer and market.`
}
