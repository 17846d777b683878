import { eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { cartLines } from "#db/schema/index.ts"
import { type Removal, takeOut } from "./take-out.server.ts"

/**
 * Takes a line out of the cart; with the last one what was held for it goes back. A line that is gone already, or is
 * someone else's, changes nothing. Until the next removal `putBack` puts it back.
 */
export const removeLine = (ctx: CustomerContext, { lineId }: { lineId: string }): Promise<Removal | null> =>
  takeOut(ctx, eq(cartLines.id, lineId))
