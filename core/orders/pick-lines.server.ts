import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { packLine } from "./pack-line.server.ts"
import type { PickLines } from "./pick-list.ts"

/**
 * Checks lines of the pick list off as ordered, or opens them again. Each line is a command of its own: one that another
 * phone dealt with differently, or whose order was packed meanwhile, stays as it is and stops no other. Returns why
 * those stayed, each reason once. Throws `not_found` for another market's line.
 */
export async function pickLines(
  ctx: SellerContext,
  { lineIds }: PickLines,
  { isPicked }: { isPicked: boolean },
): Promise<{ reasons: string[] }> {
  const reasons = new Set<string>()
  for (const lineId of lineIds) {
    try {
      await packLine(
        ctx,
        isPicked ? { lineId, packedQuantity: "as ordered", seen: null } : { lineId, packedQuantity: null },
      )
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === "not_found") throw error
      reasons.add(error.message)
    }
  }
  return { reasons: [...reasons] }
}
