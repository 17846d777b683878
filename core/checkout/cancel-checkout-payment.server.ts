import { eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { checkouts } from "#db/schema/index.ts"
import { cancelPayment } from "./cancel-payment.server.ts"
import { completeCheckout } from "./complete-checkout.server.ts"

/**
 * After a release: whatever could still be paid of this checkout is closed at the provider, and what was paid after
 * all is settled. The job of `checkout.released`.
 */
export async function cancelCheckoutPayment(
  ctx: SystemContext,
  { checkoutId }: { checkoutId: string },
): Promise<void> {
  const [checkout] = await ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  if (checkout?.status !== "released") return
  const settled = await cancelPayment(ctx, checkout)
  if (settled === "paid") await completeCheckout(ctx, { checkoutId })
}
