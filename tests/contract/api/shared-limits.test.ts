import { expect, it, vi } from "vitest"
import { composeCallCounter } from "#server/api/call-counter.ts"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hasRedis, startRedis } from "#tests/support/private-redis.ts"

/** Longer than Redis takes to respond on a busy machine. */
const PATIENCE_MS = 10_000

const database = useDatabase()

it("counts a person's calls in a window, and begins again when it is over", {
  tags: ["API-10"],
}, async () => {
  const calls = composeCallCounter({})
  const used = async (who: string, windowMs: number) => (await calls.count(who, windowMs)).used
  expect([await used("ada", 60_000), await used("ada", 60_000)]).toEqual([1, 2])
  expect([await used("bob", -1), await used("bob", -1)]).toEqual([1, 1])
})

it("looks at no more keys for a call however many there are, and forgets those that are over", {
  tags: ["API-68"],
}, async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const steps = vi.spyOn(Object.getPrototypeOf(new Map().entries()) as Iterator<unknown>, "next")
  const forgotten = vi.spyOn(Map.prototype, "delete")
  try {
    const calls = composeCallCounter({})
    for (let key = 0; key < 20_000; key += 1) await calls.count(`key ${key}`, 60_000)
    const stepsOf = async (key: string) => {
      steps.mockClear()
      expect((await calls.count(key, 60_000)).used).toBe(1)
      expect(steps).toHaveBeenCalled()
      return steps.mock.calls.length
    }
    expect(await stepsOf("one more")).toBeLessThanOrEqual(4)
    vi.advanceTimersByTime(60_001)
    expect(await stepsOf("another")).toBeLessThanOrEqual(4)
    forgotten.mockClear()
    for (let key = 0; key < 10_000; key += 1) await calls.count(`new key ${key}`, 60_000)
    const over = forgotten.mock.calls.filter(([key]) => /^key /.test(String(key)))
    expect(over.length).toBeGreaterThan(19_990)
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

// Includes Redis only if it is installed.
if (hasRedis)
  it("counts over two web processes on one Redis, and goes on counting in each while Redis is gone", {
    tags: ["API-10"],
  }, async () => {
    const redis = await startRedis()
    const processes = [1, 2].map(() => {
      const apiCalls = composeCallCounter({ REDIS_URL: redis.url }, PATIENCE_MS)
      return { apiCalls, api: createTestApi(database, { requestsPerMinute: 6, apiCalls }) }
    })
    const customer = await aCustomer(database.db)
    const cookie = await processes[0]!.api.signedIn(customer.actor)
    const callOften = async (times: number) => {
      const statuses: number[] = []
      for (let n = 0; n < times; n++)
        statuses.push((await processes[n % 2]!.api.call("GET", "/badges", undefined, { cookie })).status)
      return statuses
    }
    await expect.poll(() => areConnected(processes), { timeout: 20_000 }).toBe(true)
    expect(await callOften(8)).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    await redis.kill()
    expect(await callOften(14)).toEqual([...Array(12).fill(200), 429, 429])
    for (const { apiCalls } of processes) apiCalls.close()
    await redis.close()
  })

/** Until the first connection is open, each process counts by itself. */
async function areConnected(processes: { apiCalls: ReturnType<typeof composeCallCounter> }[]) {
  const who = crypto.randomUUID()
  const counts = await Promise.all(processes.map(({ apiCalls }) => apiCalls.count(who, 60_000)))
  return counts.reduce((sum, { used }) => sum + used, 0) === 3
}
