import { z } from "zod"

/** The schema of a form that has only a button. */
export const noInput = z.object({})
