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

/** The state that an admin saw when deciding: another admin may have decided since, more than once. */
export type SeenDecision = {
  approval: Approval
  /** Id of the latest decision in the audit log; null if there was none. If left out, only the approval is compared. */
  lastDecision?: string | null | undefined
}

/** The form's value if nobody has decided yet: an empty field would count as missing. */
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
