import { z } from "zod"

/** The draft's id: a draft that is submitted twice, or from two tabs, becomes one product. */
export const publishInput = z.object({ draftId: z.string() })
