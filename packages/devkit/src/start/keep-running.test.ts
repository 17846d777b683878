import { beforeEach, expect, it, type MockInstance, vi } from "vitest"
import { keepAllRunning, keepRunning, startKept } from "./keep-running.ts"

let said: MockInstance<typeof console.error>
beforeEach(() => {
  said = vi.spyOn(console, "error").mockImplementation(() => {})
})

/** Children that each run for this many milliseconds and then exit with this code; the last one keeps running. */
function children(lives: readonly number[], code = 137) {
  let started = 0
  const start = async () => {
    const life = lives[started++]
    const exited = new Promise<number>((resolve) => {
      if (life !== undefined) setTimeout(() => resolve(code), life)
    })
    return { pid: started, exited, stop: async () => {} }
  }
  const kept = () => startKept("The server", start, () => {})
  return { kept, started: () => started }
}

const PACE = { waitMs: 1, quickMs: 40, mostQuick: 3 }

it("starts a child again that died, until it is asked to stop", { tags: ["START-13"] }, async () => {
  const { kept, started } = children([60, 60, 60, 60, 60])
  const stop = new AbortController()
  const running = keepRunning(await kept(), stop.signal, PACE)
  await expect.poll(started).toBe(6)
  stop.abort()
  expect(await running).toBe("stopped")
  expect(said).toHaveBeenCalledWith("The server ended unexpectedly (code 137) and is started again.")
})

it("gives up on one that dies again and again right after its start", { tags: ["START-13"] }, async () => {
  const { kept, started } = children([0, 0, 0, 0, 0, 0], 7)
  expect(await keepRunning(await kept(), new AbortController().signal, PACE)).toBe(7)
  expect(started()).toBe(3)
})

it("counts a start that fails as one more death", { tags: ["START-13"] }, async () => {
  const first = await children([0]).kept()
  const kept = { ...first, startAgain: () => Promise.reject(new Error("did not start")) }
  expect(await keepRunning(kept, new AbortController().signal, PACE)).toBe(1)
})

it("stops one that is just being started again once it has started", { tags: ["START-13"] }, async () => {
  const atEnd: (() => Promise<void>)[] = []
  const begun = Promise.withResolvers<void>()
  const slow = Promise.withResolvers<void>()
  const stopped: number[] = []
  let starts = 0
  const start = async () => {
    const number = ++starts
    if (number === 2) {
      begun.resolve()
      await slow.promise
    }
    const exited = number === 1 ? Promise.resolve(137) : new Promise<number>(() => {})
    return { exited, stop: async () => void stopped.push(number) }
  }
  const stop = new AbortController()
  const kept = await startKept("The database", start, (step) => atEnd.push(step))
  const running = keepRunning(kept, stop.signal, PACE)
  await begun.promise
  stop.abort()
  expect(await running).toBe("stopped")
  const ended = Promise.all(atEnd.map((step) => step()))
  slow.resolve()
  await ended
  expect(stopped).toEqual([2])
})

it("starts nothing again once one of several cannot be kept, and names that one", {
  tags: ["START-13"],
}, async () => {
  const end = Promise.withResolvers<number>()
  const other = children([])
  const hopeless = {
    name: "The database",
    first: { exited: Promise.resolve(7) },
    startAgain: () => Promise.reject(new Error("x")),
  }
  const ended = keepAllRunning(
    [{ ...(await other.kept()), first: { exited: end.promise } }, hopeless],
    new AbortController().signal,
    { ...PACE, mostQuick: 1 },
  )
  expect(await ended).toEqual({ name: "The database", code: 7 })
  end.resolve(137)
  await end.promise
  expect(other.started()).toBe(1)
})
