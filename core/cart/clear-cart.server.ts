import type { CustomerContext } from "#core/context.ts"
import { type Removal, takeOut } from "./take-out.server.ts"

/**
 * Empties the customer's cart, and gives back what was held for it, unless it is paid. Until the next removal `putBack`
 * puts everything back.
 */
export const clearCart = (ctx: CustomerContext): Promise<Removal | null> => takeOut(ctx, undefined)
