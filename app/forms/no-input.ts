import { z } from "zod"

/** The schema of a form that is no more than its button. */
export const noInput = z.object({})
