import { z } from "zod"
import { fromDollars, isWholeCents, ZERO } from "#core/money.ts"
import { fromDollarText } from "#core/plain-number.ts"
import { readableText } from "#core/typed-text.ts"
import { REFUND_REASON_KEYS, type RefundInput } from "./refund.ts"
import { REFUND_BEARERS } from "./refund-states.ts"

const AMOUNT = "Enter an amount in dollars and cents, like 4.50."

const dollarsField = z
  .preprocess(
    fromDollarText,
    z
      .number({ error: AMOUNT })
      .min(0, { error: AMOUNT, abort: true })
      .max(50_000, { error: AMOUNT, abort: true })
      .refine(isWholeCents, "An amount has at most two decimals.")
      .transform(fromDollars)
      .optional(),
  )
  .optional()

const quantityField = z.coerce.number({ error: "Choose how many." }).int().min(0).max(1000)

/** The admin's form for a partial refund. Lists every line of the order, even those with nothing to refund. */
export const refundFormInput = z
  .object({
    orderId: z.string({ error: "Which order?" }),
    lines: z.array(z.object({ lineId: z.string(), quantity: quantityField })).default([]),
    fee: dollarsField,
    tip: dollarsField,
    amount: dollarsField,
    reason: z.enum(REFUND_REASON_KEYS, { error: "Choose a reason." }),
    sentence: z.string().overwrite(readableText).max(300, "At most 300 characters.").default(""),
    bearer: z.enum(REFUND_BEARERS, { error: "Choose who pays for it." }),
    /** The refund amount that the review page showed; undefined before the review. */
    reviewedCents: z.coerce.number().int().optional(),
    /** The remainder of the order that the review page showed. */
    reviewedLeftCents: z.coerce.number().int().optional(),
    /** The seller's share that the review page showed. */
    reviewedSellerCents: z.coerce.number().int().optional(),
  })
  .refine(({ reason, sentence }) => reason !== "other" || sentence.length >= 5, {
    path: ["sentence"],
    message: "Say in a sentence why.",
  })

export function refundOf({
  lines,
  fee,
  tip,
  amount,
  reviewedCents: _,
  reviewedLeftCents: _left,
  reviewedSellerCents: _seller,
  ...rest
}: z.output<typeof refundFormInput>): RefundInput {
  return {
    ...rest,
    lines: lines.filter(({ quantity }) => quantity > 0),
    feeCents: fee ?? ZERO,
    tipCents: tip ?? ZERO,
    amountCents: amount ?? ZERO,
  }
}
