import { z } from "zod"

/** A market that takes no orders. */
export const openingAlertInput = z.object({ marketId: z.uuid() })
export type OpeningAlertInput = z.output<typeof openingAlertInput>
