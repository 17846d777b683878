import type { SystemContext } from "#core/context.ts"
import type { JobName, JobPayload } from "#core/events.ts"

/**
 * Does one job, by one call of a core command. It runs at least once: being run again must change nothing.
 * `job.id` names this piece of work and stays the same over its tries.
 */
export type Handler<J extends JobName> = (
  ctx: SystemContext,
  payload: JobPayload<J>,
  job: { readonly id: string },
) => Promise<void>
