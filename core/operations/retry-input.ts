import { z } from "zod"

/** The failed jobs to retry: one, or all of a queue. */
export const retryInput = z.object({
  queue: z.string({ error: "Which queue?" }).min(1).max(60),
  jobId: z.string().max(200).optional(),
})
