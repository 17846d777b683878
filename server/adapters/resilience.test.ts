import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CircuitBreaker, ProviderError, retry } from "./resilience.ts"

const down = () => new ProviderError("fake", "answered 503", true)
const rejected = () => new ProviderError("fake", "answered 403", false)

/** Runs `retry` against the given outcomes and records the delays between the attempts. */
async function retried(outcomes: (Error | string)[], random: () => number, attempts = 4) {
  const waits: number[] = []
  let calls = 0
  const operation = async () => {
    const outcome = outcomes[calls] ?? "done"
    calls += 1
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const sleep = async (ms: number) => {
    waits.push(ms)
  }
  const options = { attempts, baseDelayMs: 100, maxDelayMs: 1000, sleep, random }
  const result = await retry(operation, options).catch((error: Error) => error)
  return { result, waits, calls }
}

describe("retry", { tags: ["STRIPE-6"] }, () => {
  it("repeats transient failures until one succeeds", async () => {
    expect(await retried([down(), down(), "ok"], () => 0.5)).toEqual({
      result: "ok",
      waits: [50, 100],
      calls: 3,
    })
  })

  it("gives up after its attempts with the provider's own error", async () => {
    const { result, calls } = await retried([down(), down(), down(), down(), "never"], () => 0)
    expect(calls).toBe(4)
    expect(result).toMatchObject({ message: "fake: answered 503" })
  })

  it("does not repeat a rejection, nor an error of our own", async () => {
    expect((await retried([rejected(), "never"], () => 0)).calls).toBe(1)
    expect((await retried([new TypeError("bug"), "never"], () => 0)).calls).toBe(1)
  })

  it("waits as long as the provider asks, and ends when that is too long", async () => {
    const asking = (ms: number) => new ProviderError("fake", "answered 429", true, ms)
    expect((await retried([asking(700), "ok"], () => 0)).waits).toEqual([700])
    expect((await retried([asking(60_000), "never"], () => 0)).calls).toBe(1)
  })

  it("never waits longer than its bound, nor less than nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 0.999, noNaN: true }), async (draw) => {
        const { waits } = await retried(Array.from({ length: 8 }, down), () => draw, 8)
        expect(waits).toHaveLength(7)
        for (const [index, wait] of waits.entries()) {
          expect(wait).toBeGreaterThanOrEqual(0)
          expect(wait).toBeLessThanOrEqual(Math.min(1000, 100 * 2 ** index))
        }
      }),
    )
  })
})

describe("circuit breaker", { tags: ["STRIPE-6"] }, () => {
  function breaker() {
    const clock = { ms: 0 }
    const circuit = new CircuitBreaker({
      provider: "fake",
      failures: 3,
      openMs: 1000,
      now: () => clock.ms,
    })
    let calls = 0
    const call = (outcome: Error | string) =>
      circuit
        .run(async () => {
          calls += 1
          if (outcome instanceof Error) throw outcome
          return outcome
        })
        .catch((error: Error) => error.message)
    return { clock, call, circuit, calls: () => calls }
  }

  it("opens after three failures in a row and then asks nobody", async () => {
    const { call, calls } = breaker()
    for (let index = 0; index < 3; index += 1) await call(down())
    expect(await call("ok")).toBe("fake: circuit open")
    expect(calls()).toBe(3)
  })

  it("stays closed while successes or rejections come in between", async () => {
    const { call, calls } = breaker()
    for (let index = 0; index < 4; index += 1) {
      await call(down())
      await call(down())
      await call(index % 2 ? rejected() : "ok")
    }
    expect(calls()).toBe(12)
  })

  it("lets one call try after its time, and closes when that succeeds", async () => {
    const { clock, call } = breaker()
    for (let index = 0; index < 3; index += 1) await call(down())
    clock.ms = 1000
    expect(await call("ok")).toBe("ok")
    expect(await call(down())).toBe("fake: answered 503")
    expect(await call("ok")).toBe("ok")
  })

  it("opens again at once when the trial fails", async () => {
    const { clock, call, calls } = breaker()
    for (let index = 0; index < 3; index += 1) await call(down())
    clock.ms = 1000
    await call(down())
    expect(await call("ok")).toBe("fake: circuit open")
    expect(calls()).toBe(4)
  })

  it("rejects the others while one tries", async () => {
    const { clock, call, circuit } = breaker()
    for (let index = 0; index < 3; index += 1) await call(down())
    clock.ms = 1000
    let finish: (value: string) => void = () => undefined
    const trial = circuit.run(() => new Promise<string>((resolve) => (finish = resolve)))
    expect(await call("ok")).toBe("fake: circuit open")
    finish("ok")
    expect(await trial).toBe("ok")
    expect(await call("ok")).toBe("ok")
  })
})
