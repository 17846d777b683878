import { expect, it } from "vitest"
import { limitAtOnce } from "./limit-at-once.ts"

const full = () => new Error("full")

it("runs so many at once, lets so many wait in order, and rejects the next without starting it", {
  tags: ["IMAGE-14"],
}, async () => {
  const started: number[] = []
  const ends: (() => void)[] = []
  const limited = limitAtOnce({ atOnce: 2, waiting: 2, full })
  const work = (name: number) =>
    limited(() => {
      started.push(name)
      return new Promise<void>((end) => ends.push(end))
    })
  const done = [1, 2, 3, 4].map(work)
  await expect(work(5)).rejects.toThrow("full")
  expect(started).toEqual([1, 2])
  ends[1]?.()
  await expect.poll(() => started).toEqual([1, 2, 3])
  ends[0]?.()
  ends[2]?.()
  await expect.poll(() => started).toEqual([1, 2, 3, 4])
  ends[3]?.()
  await Promise.all(done)
})

it("gives the place of a work that failed to the next", { tags: ["IMAGE-14"] }, async () => {
  const limited = limitAtOnce({ atOnce: 1, waiting: 1, full })
  const failed = limited(() => Promise.reject(new Error("broken")))
  const next = limited(async () => "done")
  await expect(failed).rejects.toThrow("broken")
  expect(await next).toBe("done")
  expect(await limited(async () => "again")).toBe("again")
})
