import { afterEach, expect, it, vi } from "vitest"
import { rarely } from "./rarely.ts"

afterEach(() => vi.restoreAllMocks())

/** A function that `rarely` calls at most every 3 s, and the clock it uses. */
function asked(...answers: (() => Promise<number>)[]) {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1_000)
  const at = (milliseconds: number) => clock.mockReturnValue(milliseconds)
  const question = vi.fn(() => answers[question.mock.calls.length - 1]!())
  return { at, question, ask: rarely(3_000, question) }
}

it("asks once for all that want to know at a time, and again when the answer is old", {
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

it("asks again at once when asking failed", { tags: ["OPS-24"] }, async () => {
  const { ask } = asked(
    () => Promise.reject(new Error("gone")),
    async () => 2,
  )
  await expect(ask()).rejects.toThrow("gone")
  expect(await ask()).toBe(2)
})
