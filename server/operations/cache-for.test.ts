import { afterEach, expect, it, vi } from "vitest"
import { cacheFor } from "./cache-for.ts"

afterEach(() => vi.restoreAllMocks())

/** A function that `cacheFor` calls at most every 3 s, and the clock it uses. */
function asked(...answers: (() => Promise<number>)[]) {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1_000)
  const at = (milliseconds: number) => clock.mockReturnValue(milliseconds)
  const question = vi.fn(() => answers[question.mock.calls.length - 1]!())
  return { at, question, ask: cacheFor(3_000, question) }
}

it("loads once for all callers at a time, and again when the result is old", {
  tags: ["OPS-24"],
}, async () => {
  const { at, question, ask } = asked(
    async () => 1,
    async () => 2,
  )
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  at(3_999)
  expect(await ask()).toBe(1)
  at(4_000)
  expect(await ask()).toBe(2)
  expect(question).toHaveBeenCalledTimes(2)
})

it("loads again at once after a failure", { tags: ["OPS-24"] }, async () => {
  const { ask } = asked(
    () => Promise.reject(new Error("gone")),
    async () => 2,
  )
  await expect(ask()).rejects.toThrow("gone")
  expect(await ask()).toBe(2)
})
