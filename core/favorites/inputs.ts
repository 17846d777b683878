import { z } from "zod"

/** A market that a heart stands at. */
export const favoriteInput = z.object({ marketId: z.uuid() })
export type FavoriteInput = z.output<typeof favoriteInput>
