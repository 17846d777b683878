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

/** One of several jobs that are done together. */
export type SetItem<J extends JobName> = { readonly id: string; readonly payload: JobPayload<J> }

/** Does several jobs of one name at a time, each for itself. Answers how each of them ended, in their order. */
export type SetHandler<J extends JobName> = (
  ctx: SystemContext,
  jobs: readonly SetItem<J>[],
) => Promise<PromiseSettledResult<void>[]>
