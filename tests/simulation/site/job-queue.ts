import type { SystemContext } from "#core/context.ts"
import type { OutboxJob } from "#core/outbox/outbox-relay.server.ts"
import { type Handler, JOBS } from "#workers/jobs.ts"

export type WaitingJob = OutboxJob & { tries: number }

/** The queues as a list. A job whose id is already waiting is ignored, and a job stays until it is done. */
export class JobQueue {
  readonly waiting = new Map<string, WaitingJob>()

  add(jobs: readonly OutboxJob[]): void {
    for (const job of jobs) if (!this.waiting.has(job.id)) this.waiting.set(job.id, { ...job, tries: 0 })
  }

  /** Runs one job. If it fails, returns the error, and the job waits again. */
  async run(ctx: SystemContext, job: WaitingJob): Promise<{ error: unknown } | undefined> {
    job.tries += 1
    const handler = JOBS[job.name].run as Handler<never>
    try {
      await handler(ctx, job.payload as never, job.id)
    } catch (error) {
      return { error }
    }
    this.waiting.delete(job.id)
  }
}
