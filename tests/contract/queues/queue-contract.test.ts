import { type Job, type Processor, UnrecoverableError, type Worker } from "bullmq"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts"
import { BACKENDS, type BackendUnderTest } from "#tests/support/queue-backends.ts"

const PATIENCE = { timeout: 20_000 }
/** A worker that does not renew its lock for one second loses its job. */
const LOCK = { lockDuration: 1_000, stalledInterval: 500, maxStalledCount: 5 }

describe.each(BACKENDS)("queues on %s", (_name, begin) => {
  let database: TestDatabase
  let under: BackendUnderTest
  let backend: QueueBackend
  let name = ""
  const workers: Worker[] = []
  beforeAll(async () => {
    database = await createTestDatabase({ connections: 4 })
    under = await begin(database)
    backend = await under.open()
  })
  beforeEach(() => {
    name = `q-${crypto.randomUUID().slice(0, 8)}`
  })
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close(true)))
    await backend.close()
    await under.close()
    await database.close()
  })

  const queue = async () => (await backend.queue(name)).on("error", () => {})
  async function work(processor: Processor, options = {}): Promise<Worker> {
    const worker = await backend.worker(name, processor, { ...LOCK, ...options })
    worker.on("error", () => {})
    workers.push(worker)
    return worker
  }

  it("do a job once under its id, however often it is handed over, also after it is done", {
    tags: ["JOB-3"],
  }, async () => {
    const done: unknown[] = []
    const jobs = await queue()
    const same = {
      name: "letter",
      data: { n: 1 },
      opts: { jobId: "ob-1-letter", removeOnComplete: { age: 60 } },
    }
    await jobs.addBulk([same, same])
    await work(async (job) => void done.push(job.data))
    await expect.poll(() => done, PATIENCE).toEqual([{ n: 1 }])
    await jobs.addBulk([same, { ...same, data: { n: 2 }, opts: { jobId: "ob-2-letter" } }])
    await expect.poll(() => done, PATIENCE).toEqual([{ n: 1 }, { n: 2 }])
    await jobs.close()
  })

  it("try again what failed, and give up at once what would always fail, until somebody starts it again", {
    tags: ["JOB-3"],
  }, async () => {
    const tries: string[] = []
    const jobs = await queue()
    let isFixed = false
    await work(async (job: Job) => {
      tries.push(job.name)
      if (job.name === "rejected" && !isFixed) throw new UnrecoverableError("not_found")
      if (job.name === "flaky" && job.attemptsMade < 2) throw new Error("later")
    })
    const opts = { attempts: 5, backoff: { type: "fixed", delay: 20 } }
    await jobs.add("flaky", {}, { ...opts, jobId: "ob-1-flaky" })
    await jobs.add("rejected", {}, { ...opts, jobId: "ob-1-rejected" })
    const counts = () => jobs.getJobCounts("completed", "failed", "waiting", "active", "delayed")
    await expect
      .poll(counts, PATIENCE)
      .toEqual({ completed: 1, failed: 1, waiting: 0, active: 0, delayed: 0 })
    expect([...tries].sort()).toEqual(["flaky", "flaky", "flaky", "rejected"])
    const [failed] = await jobs.getFailed(0, 10)
    expect(failed).toMatchObject({ id: "ob-1-rejected", name: "rejected", failedReason: "not_found" })
    isFixed = true
    await failed?.retry("failed")
    await expect.poll(counts, PATIENCE).toMatchObject({ completed: 2, failed: 0 })
    await jobs.close()
  })

  it("give a worker's job to another when it dies in the middle", { tags: ["JOB-4"] }, async () => {
    const began: string[] = []
    const jobs = await queue()
    const dying = await work(() => new Promise(() => began.push("dying")), { concurrency: 1 })
    await jobs.add("transfer", {}, { jobId: "ob-1-transfer", attempts: 3 })
    await expect.poll(() => began, PATIENCE).toEqual(["dying"])
    await dying.close(true)
    await work(async () => void began.push("heir"))
    await expect.poll(() => began, PATIENCE).toEqual(["dying", "heir"])
    await expect
      .poll(() => jobs.getJobCounts("completed", "failed"), PATIENCE)
      .toEqual({ completed: 1, failed: 0 })
    await jobs.close()
  })

  it("let a worker that stops end the job under way, and take no other", { tags: ["JOB-4"] }, async () => {
    const ended: number[] = []
    const jobs = await queue()
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let began = 0
    const worker = await work(
      async ({ data }) => {
        began += 1
        await gate
        ended.push(data.n)
      },
      { concurrency: 1 },
    )
    await jobs.addBulk([1, 2].map((n) => ({ name: "job", data: { n } })))
    await expect.poll(() => began, PATIENCE).toBe(1)
    const stopped = worker.close()
    open()
    await stopped
    expect(ended).toEqual([1])
    expect(await jobs.getJobCounts("completed", "waiting")).toEqual({ completed: 1, waiting: 1 })
    await jobs.close()
  })

  it("keep one clock for a sweep, however many processes schedule it, and none when it is taken away", {
    tags: ["JOB-5"],
  }, async () => {
    const two = [await queue(), await queue()]
    for (const jobs of two) await jobs.upsertJobScheduler("sweep", { every: 50 }, { name: "sweep" })
    expect((await two[0]!.getJobSchedulers()).map(({ key }) => key)).toEqual(["sweep"])
    let runs = 0
    await work(async () => {
      runs += 1
    })
    await expect.poll(() => runs, PATIENCE).toBeGreaterThan(3)
    await two[1]!.removeJobScheduler("sweep")
    expect(await two[0]!.getJobSchedulers()).toEqual([])
    await Promise.all(two.map((jobs) => jobs.close()))
  })

  it("go on by themselves after what they live in broke down", { tags: ["JOB-5"] }, async () => {
    const done: number[] = []
    const jobs = await queue()
    await work(async ({ data }) => void done.push(data.n))
    await jobs.add("job", { n: 1 })
    await expect.poll(() => done, PATIENCE).toEqual([1])
    await under.breakDown()
    const add = () => jobs.add("job", { n: 2 }, { jobId: "ob-2-job" }).then(Boolean, () => false)
    await expect.poll(add, PATIENCE).toBe(true)
    await expect.poll(() => done, PATIENCE).toEqual([1, 2])
    await jobs.close()
  })
})
