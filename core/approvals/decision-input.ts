import { z } from "zod"
import { APPROVALS, type Approval } from "#core/identity/states.ts"
import { readableText } from "#core/typed-text.ts"

const SHORTEST_REASON = 5
const LONGEST_REASON = 500

export const reasonField = z
  .string()
  .overwrite(readableText)
  .max(LONGEST_REASON, `At most ${LONGEST_REASON} characters.`)
export const isReason = (reason: string) => reason.length >= SHORTEST_REASON
export const REASON_MISSING = "Tell the applicant why."

/** What an admin saw when deciding: another one may have been faster, more than once. */
export type SeenDecision = {
  approval: Approval
  /** The latest decision's line in the audit log; null where there was none. Left out, only the approval counts. */
  lastDecision?: string | null | undefined
}

/** What the form sends where nobody has decided yet: an empty field counts as one that is missing. */
export const NO_DECISION = "none"

/** An admin's decision as its form sends it, with what the page showed. */
export const decisionInput = z
  .object({
    decision: z.enum(["approve", "deny"], { error: "Approve or deny?" }),
    seen: z.enum(APPROVALS, { error: "Reload the page, please." }),
    lastDecision: z
      .string()
      .optional()
      .transform((id) => (id === NO_DECISION ? null : id)),
    reason: reasonField.default(""),
  })
  .refine(({ decision, reason }) => decision === "approve" || isReason(reason), {
    path: ["reason"],
    error: REASON_MISSING,
  })
