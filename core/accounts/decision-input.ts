import { z } from "zod"
import { APPROVALS } from "./states.ts"

const SHORTEST_REASON = 5
const LONGEST_REASON = 500

/** An admin's decision as its form sends it. `seen` is what the page showed: another admin may have been faster. */
export const decisionInput = z
  .object({
    decision: z.enum(["approve", "deny"], { error: "Approve or deny?" }),
    seen: z.enum(APPROVALS, { error: "Reload the page, please." }),
    reason: z.string().trim().max(LONGEST_REASON, `At most ${LONGEST_REASON} characters.`).default(""),
  })
  .refine(({ decision, reason }) => decision === "approve" || reason.length >= SHORTEST_REASON, {
    path: ["reason"],
    error: "Tell the applicant why.",
  })
