import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { percentile } from "../world/load.ts"
import { capacityTable, costsOf } from "./capacity.ts"
import { CAPACITY, capacityPage, DOCUMENT, performancePage } from "./document.ts"
import { change, distance, type Figure, isReached } from "./figure.ts"
import { growthOf, growthProblems, growthTable } from "./growth.ts"
import { amount, cells, table } from "./table.ts"

const rate = (value: number, ceiling?: number): Figure => ({
  name: "pages",
  value,
  unit: "/s",
  better: "more",
  aim: 100,
  ...(ceiling ? { ceiling: { name: "bare", value: ceiling } } : {}),
})
const cost = (value: number, name = "CPU"): Figure => ({ name, value, unit: "ms", better: "less", aim: 8 })

it("tells how far a figure is from its ceiling, whichever way better is", { tags: ["BENCH-1"] }, () => {
  expect(distance(rate(50, 200))).toBe(4)
  expect(distance({ ...cost(6), ceiling: { name: "bare", value: 2 } })).toBe(3)
  expect(distance(cost(6))).toBeUndefined()
})

it("reaches an aim from its own side, and by equality", { tags: ["BENCH-1"] }, () => {
  expect([rate(100), rate(99), cost(8), cost(8.1)].map(isReached)).toEqual([true, false, true, false])
  expect(isReached({ name: "memory", value: 1, unit: "MB", better: "less" })).toBeUndefined()
  const beside = (most: number): Figure => ({ ...cost(6), ceiling: { name: "bare", value: 2 }, most })
  expect([beside(3), beside(2.9)].map(isReached)).toEqual([true, false])
  expect(cells(beside(2.9)).at(-1)).toBe("≤ 2.90× ✗")
})

it("compares ratios where there are ceilings, so that a machine that is half as fast changes nothing", {
  tags: ["BENCH-1"],
}, () => {
  expect(change(rate(50, 200), rate(100, 400))).toBe(1)
  expect(change(rate(200), rate(100))).toBe(2)
  expect(change(cost(4), cost(2))).toBe(0.5)
})

it("takes percentiles from sorted waits, the last one for the highest", { tags: ["BENCH-1"] }, () => {
  const waits = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([0.5, 0.99, 1].map((share) => percentile(waits, share))).toEqual([51, 100, 100])
  expect(percentile([], 0.5)).toBeNaN()
})

it("writes three digits that matter, and a dash for what could not be measured", {
  tags: ["BENCH-1"],
}, () => {
  const units = { unit: "ms" } as const
  expect([1234.5, 12.34, 0.126, Number.NaN].map((value) => amount(value, units))).toEqual([
    "1235 ms",
    "12.3 ms",
    "0.13 ms",
    "–",
  ])
})

it("puts value, ceiling, ratio, aim and the run before into one row", { tags: ["BENCH-1"] }, () => {
  expect(cells(rate(50, 200))).toEqual(["50.0/s", "200/s (bare)", "4.00×", "≥ 100/s ✗"])
  const before = new Map([["home", { part: { part: "home", figures: [cost(4)] } }]])
  const [, , row] = table([{ part: "home", figures: [cost(2)] }], before).split("\n")
  expect(row?.trim().split(/\s{2,}/)).toEqual(["CPU", "2.00 ms", "≤ 8.00 ms ✓", "4.00 ms", "2.00×"])
})

it("fails a figure that is more than one and a half times worse with ten times the data", {
  tags: ["BENCH-1"],
}, () => {
  const run = (scale: number, ...figures: Figure[]) => ({ scale, parts: [{ part: "home", figures }] })
  const grown = growthOf([
    run(0.1, cost(2), cost(2, "p50"), cost(2, "p99")),
    run(1, cost(2), cost(2, "p50"), cost(2, "p99")),
    run(10, cost(3.2), cost(2.9, "p50"), cost(9, "p99")),
  ])
  expect(growthProblems(grown)).toEqual(["home: CPU is 1.60× worse with ten times the data"])
  expect(growthTable(grown)).toContain("| home: CPU | 2.00 ms | 2.00 ms | 3.20 ms | 1.60× ✗ |")
})

it("multiplies what was measured: ten times the load, ten times the cores and the disk, two processes at least", {
  tags: ["BENCH-3"],
}, () => {
  const measured = {
    "page home: statements": 4,
    "page cart: statements": 6,
    "page home: CPU of the web process": 10,
    "page home: CPU of the database": 2,
    "page home: over the line, compressed": 10,
    "order: statements": 100,
    "order: CPU of the web process": 20,
    "order: CPU of the database": 40,
    "order: CPU of the workers": 30,
    "order: write-ahead log": 60,
    "order: disk for good": 4,
    "order: disk for 90 days": 1,
    "order: disk for 7 days": 2,
    "sign-in: CPU to check a password": 50,
    "hold that comes to nothing: disk, until it is deleted": 1,
    "open page: memory of the rooms": 20,
  }
  const figures = Object.entries(measured).map(([name, value]) => cost(value, name))
  const rows = capacityTable(costsOf({ part: "costs", figures }))
    .split("\n")
    .map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))
  const of = (name: string) => rows.find(([first]) => first === name)?.slice(1)
  expect(of("orders a day")).toEqual(["6,000", "60,000", "600,000"])
  expect(of("cores busy: web")).toEqual(["1.1", "11", "110"])
  expect(of("worker processes")).toEqual(["2", "2", "2"])
  expect(of("statements a second")).toEqual(["517", "5,167", "51,667"])
  // 6,000 orders a day, each with 4 kB that are never deleted, 104 kB-days and two holds of 30 kB-days.
  expect(of("disk for good, each year")).toEqual(["8.4 GB", "84 GB", "835 GB"])
  expect(of("disk of what is deleted after its time")).toEqual(["0.94 GB", "9.4 GB", "94 GB"])
})

it("has the committed page as the committed results make it: npm run bench -- --report", () => {
  expect(readFileSync(DOCUMENT, "utf8")).toBe(performancePage())
  const capacity = readFileSync(CAPACITY, "utf8")
  expect(capacity).toBe(capacityPage(capacity))
})
