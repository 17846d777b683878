import { z } from "zod"

/** The market that the heart belongs to. */
export const favoriteInput = z.object({ marketId: z.uuid() })
export type FavoriteInput = z.output<typeof favoriteInput>
