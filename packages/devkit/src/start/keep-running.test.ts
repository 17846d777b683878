import { beforeEach, expect, it, type MockInstance, vi } from "vitest"
import { keepRunning } from "./keep-running.ts"

let said: MockInstance<typeof console.error>
beforeEach(() => {
  said = vi.spyOn(console, "error").mockImplementation(() => {})
})

/** Children that live so long each, in milliseconds, and then end with this code; the last one lives on. */
function children(lives: readonly number[], code = 137) {
  let started = 0
  const start = async () => {
    const life = lives[started++]
    const exited = new Promise<number>((resolve) => {
      if (life !== undefined) setTimeout(() => resolve(code), life)
    })
    return { pid: started, exited, stop: async () => {} }
  }
  return { start, started: () => started }
}

const PACE = { waitMs: 1, quickMs: 40, mostQuick: 3 }

it("starts a child again that died, until it is asked to stop", { tags: ["START-13"] }, async () => {
  const { start, started } = children([60, 60, 60, 60, 60])
  const stop = new AbortController()
  const running = keepRunning(await start(), start, stop.signal, PACE)
  await expect.poll(started).toBe(6)
  stop.abort()
  expect(await running).toBe("stopped")
  expect(said).toHaveBeenCalledWith("The server ended unexpectedly (code 137) and is started again.")
})

it("gives up on one that dies again and again right after its start", { tags: ["START-13"] }, async () => {
  const { start, started } = children([0, 0, 0, 0, 0, 0], 7)
  expect(await keepRunning(await start(), start, new AbortController().signal, PACE)).toBe(7)
  expect(started()).toBe(3)
})

it("counts a start that fails as one more death", { tags: ["START-13"] }, async () => {
  const { start } = children([0])
  const first = await start()
  const fails = () => Promise.reject(new Error("did not start"))
  expect(await keepRunning(first, fails, new AbortController().signal, PACE)).toBe(1)
})
