import { redirect } from "react-router"
import type { z } from "zod"
import { flash } from "#app/ui/flash.ts"
import type { AdminContext } from "#core/context.ts"
import { decideMarketChange } from "#core/market/decide-market-change.server.ts"
import type { changeDecisionInput } from "#core/market/market-changes.ts"

/** Decides on a seller's request for a new name, address or time zone, and redirects to the dashboard. */
export async function decideChange(
  ctx: AdminContext,
  { changeId, decision, reason }: z.output<typeof changeDecisionInput>,
) {
  const approve = decision === "approve"
  await decideMarketChange(ctx, approve ? { changeId, approve } : { changeId, approve, reason })
  const text = approve
    ? "Approved. Customers see it now, and we've emailed the seller."
    : "Denied. We've emailed the seller your reason."
  return redirect("/admin-dashboard", { headers: flash(text) })
}
