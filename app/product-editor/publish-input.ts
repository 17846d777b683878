import { z } from "zod"

/** Which draft is meant: sent from two tabs, or twice, it is one product. */
export const publishInput = z.object({ draftId: z.string() })
