import { z } from "zod"
import { fromDollars, isWholeCents, ZERO } from "#core/money.ts"
import { fromDollarText } from "#core/plain-number.ts"
import { readableText } from "#core/typed-text.ts"
import { REFUND_REASON_KEYS, type RefundInput } from "./refund.ts"
import { REFUND_BEARERS } from "./refund-states.ts"

const AMOUNT = "Enter an amount in dollars and cents, like 4.50."

/** An amount that may be left out. */
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

/** The admin's form of a refund in part. Lines stand in the order's own order, those of which nothing goes back too. */
export const refundFormInput = z
  .object({
    orderId: z.string({ error: "Which order?" }),
    lines: z.array(z.object({ lineId: z.string(), quantity: quantityField })).default([]),
    fee: dollarsField,
    amount: dollarsField,
    reason: z.enum(REFUND_REASON_KEYS, { error: "Choose a reason." }),
    sentence: z.string().overwrite(readableText).max(300, "At most 300 characters.").default(""),
    bearer: z.enum(REFUND_BEARERS, { error: "Choose who pays for it." }),
    /** What the page said that goes back; missing before it has said anything. */
    reviewedCents: z.coerce.number().int().optional(),
    /** What the page said that is left of the order afterwards. */
    reviewedLeftCents: z.coerce.number().int().optional(),
    /** What the page said that the seller bears. */
    reviewedSellerCents: z.coerce.number().int().optional(),
  })
  .refine(({ reason, sentence }) => reason !== "other" || sentence.length >= 5, {
    path: ["sentence"],
    message: "Say in a sentence why.",
  })

/** The refund that a form asks for. */
export function refundOf({
  lines,
  fee,
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
    amountCents: amount ?? ZERO,
  }
}
