import { expect, it } from "vitest"
import { limitAtOnce, limitEachAtOnce } from "./limit-at-once.ts"

const LONG = 60_000
const full = () => new Error("full")

/** Tasks that run until the test ends them, and the names of those that started. */
function works() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<void>((end) => ends.set(name, end))
  }
  return { started, work, end: (name: string) => ends.get(name)?.() }
}

it("runs so many at once, lets so many wait in order, and rejects the next without starting it", {
  tags: ["IMAGE-14"],
}, async () => {
  const { started, work, end } = works()
  const limited = limitAtOnce({ atOnce: 2, waiting: 2, waitMs: LONG, full })
  const done = ["1", "2", "3", "4"].map((name) => limited(work(name)))
  await expect(limited(work("5"))).rejects.toThrow("full")
  expect(started).toEqual(["1", "2"])
  end("2")
  await expect.poll(() => started).toEqual(["1", "2", "3"])
  end("1")
  end("3")
  await expect.poll(() => started).toEqual(["1", "2", "3", "4"])
  end("4")
  await Promise.all(done)
})

it("gives the place of a work that failed to the next", { tags: ["IMAGE-14"] }, async () => {
  const limited = limitAtOnce({ atOnce: 1, waiting: 1, waitMs: LONG, full })
  const failed = limited(() => Promise.reject(new Error("broken")))
  const next = limited(async () => "done")
  await expect(failed).rejects.toThrow("broken")
  expect(await next).toBe("done")
  expect(await limited(async () => "again")).toBe("again")
})

it("rejects who has waited too long without starting it, and gives its waiting place to others", {
  tags: ["IMAGE-14"],
}, async () => {
  const { started, work, end } = works()
  const limited = limitAtOnce({ atOnce: 1, waiting: 1, waitMs: 20, full })
  const first = limited(work("first"))
  await expect(limited(work("late"))).rejects.toThrow("full")
  await expect(limited(work("later"))).rejects.toThrow("full")
  end("first")
  await first
  expect(await limited(async () => "again")).toBe("again")
  expect(started).toEqual(["first"])
})

it("starts who waits in the first lane before everybody of the second, who take none of its waiting places", {
  tags: ["IMAGE-18"],
}, async () => {
  const { started, work, end } = works()
  const limited = limitAtOnce({ atOnce: 1, waiting: 2, waitMs: LONG, full })
  const done = ["v1", "v2", "v3"].map((name) => limited(work(name), 1))
  await expect(limited(work("v4"), 1)).rejects.toThrow("full")
  done.push(limited(work("m1"), 0), limited(work("m2"), 0))
  for (const name of ["v1", "m1", "m2", "v2", "v3"]) {
    await expect.poll(() => started.at(-1)).toBe(name)
    end(name)
  }
  await Promise.all(done)
})

it("limits each key by itself, some to more, and forgets those of which nothing runs", {
  tags: ["IMAGE-18"],
}, async () => {
  const { started, work, end } = works()
  const limited = limitEachAtOnce({ atOnce: 1, waiting: 0, waitMs: LONG, full })
  const done = [limited("a", 1, work("a")), limited("b", 2, work("b1")), limited("b", 2, work("b2"))]
  await expect(limited("a", 1, work("a2"))).rejects.toThrow("full")
  await expect(limited("b", 2, work("b3"))).rejects.toThrow("full")
  for (const name of ["a", "b1", "b2"]) end(name)
  await Promise.all(done)
  expect(started).toEqual(["a", "b1", "b2"])
  expect(await limited("a", 1, async () => "again")).toBe("again")
})
