import type { SystemContext } from "#core/context.ts"
import type { OutboxJob } from "#core/hand-over.server.ts"
import type { Handler, SetHandler } from "#workers/handler.ts"
import { handlers } from "#workers/handlers/index.ts"
import { setHandlers } from "#workers/handlers/sets.ts"

export type WaitingJob = OutboxJob & { tries: number }

/** The queues as a list: a job that is there already under its id is left alone, and stays until it is done. */
export class JobQueue {
  readonly waiting = new Map<string, WaitingJob>()

  add(jobs: readonly OutboxJob[]): void {
    for (const job of jobs) if (!this.waiting.has(job.id)) this.waiting.set(job.id, { ...job, tries: 0 })
  }

  /** Does one job, or several of one name together where they are made for that. Answers what failed. */
  async run(ctx: SystemContext, jobs: readonly WaitingJob[]): Promise<{ job: WaitingJob; error: unknown }[]> {
    const [first] = jobs
    if (!first) return []
    for (const job of jobs) job.tries += 1
    const together = (setHandlers as { readonly [name: string]: SetHandler<never> })[first.name]
    const handler = handlers[first.name] as Handler<never>
    const outcomes =
      jobs.length > 1 && together
        ? await together(ctx, jobs as readonly never[])
        : await Promise.allSettled([handler(ctx, first.payload as never, { id: first.id })])
    return jobs.flatMap((job, index) => {
      const outcome = outcomes[index]
      if (outcome?.status === "rejected") return [{ job, error: outcome.reason as unknown }]
      this.waiting.delete(job.id)
      return []
    })
  }

  /** Whether jobs of this name can be done together. */
  static takesSets = (name: string): boolean => name in setHandlers
}
