import { expect, it } from "vitest"
import { rowByRow } from "./row-by-row.ts"

it("does every row although one fails, and says so at the end", { tags: ["OPS-20"] }, async () => {
  const done: number[] = []
  const work = async (row: number) => {
    if (row % 2 === 0) throw new Error(`row ${row} is bad`)
    done.push(row)
    return row * 10
  }
  await expect(rowByRow([1, 2, 3, 4, 5], work)).rejects.toThrow("2 of 5 rows failed, the first: row 2 is bad")
  expect(done).toEqual([1, 3, 5])
  expect(await rowByRow([1, 3], work)).toEqual([10, 30])
})

it("has a failure written into its row, and says nothing at the end", { tags: ["OPS-20"] }, async () => {
  const noted: string[] = []
  const work = async (row: number) => {
    if (row === 2) throw new Error("row 2 is bad")
    return row
  }
  const note = async (row: number, error: unknown) => noted.push(`${row}: ${error}`)
  expect(await rowByRow([1, 2, 3], work, note)).toEqual([1, 3])
  expect(noted).toEqual(["2: Error: row 2 is bad"])
})

it("takes rows as they come", { tags: ["OPS-20"] }, async () => {
  async function* pages() {
    yield* [1, 2]
  }
  expect(await rowByRow(pages(), async (row) => row)).toEqual([1, 2])
})
