import { redirect } from "react-router"
import { submitForm } from "#app/forms/submit-form.ts"
import { flash } from "#app/ui/flash.ts"
import type { ApplicantRole } from "#core/approvals/applicants.ts"
import { decideApplicant } from "#core/approvals/decide-applicant.server.ts"
import { decisionInput } from "#core/approvals/decision-input.ts"
import type { AdminContext } from "#core/context.ts"

/** The action of both review pages: decides, and goes back to the dashboard. */
export function decide(
  ctx: AdminContext,
  sent: Request | FormData,
  applicant: { role: ApplicantRole; userId: string },
) {
  return submitForm(sent, decisionInput, async ({ decision, seen: approval, lastDecision, reason }) => {
    const choice = decision === "approve" ? { approve: true as const } : { approve: false as const, reason }
    await decideApplicant(ctx, { ...applicant, ...choice }, { approval, lastDecision })
    const text =
      decision === "approve" ? "Approved. We've emailed them." : "Denied. We've emailed them your reason."
    return redirect("/admin-dashboard", { headers: flash(text) })
  })
}
