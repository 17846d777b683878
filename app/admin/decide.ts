import { redirect } from "react-router"
import type { z } from "zod"
import { flash } from "#app/ui/flash.ts"
import type { ApplicantRole } from "#core/approvals/applicants.ts"
import { decideApplicant } from "#core/approvals/decide-applicant.server.ts"
import type { decisionInput } from "#core/approvals/decision-input.ts"
import type { AdminContext } from "#core/context.ts"

/** Decides on an applicant, and redirects to the dashboard. */
export async function decide(
  ctx: AdminContext,
  { decision, seen: approval, lastDecision, reason }: z.output<typeof decisionInput>,
  applicant: { role: ApplicantRole; userId: string },
) {
  const choice = decision === "approve" ? { approve: true as const } : { approve: false as const, reason }
  await decideApplicant(ctx, { ...applicant, ...choice }, { approval, lastDecision })
  const text =
    decision === "approve" ? "Approved. We've emailed them." : "Denied. We've emailed them your reason."
  return redirect("/admin-dashboard", { headers: flash(text) })
}
