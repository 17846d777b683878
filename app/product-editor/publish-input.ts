import { z } from "zod"

/** The draft's id: submitted twice or from two tabs, it becomes one product. */
export const publishInput = z.object({ draftId: z.string() })
