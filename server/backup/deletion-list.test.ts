import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { hearLog, type LogLine } from "#tests/support/log.ts"
import { fileDeletionList, readDeletionList } from "./deletion-list.ts"

const ADA = "0199aaaa-0000-7000-8000-000000000001"
const BOB = "0199aaaa-0000-7000-8000-000000000002"
let folder: string
let lines: LogLine[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pushcart-deletions-"))
  lines = hearLog("error")
})
afterEach(() => rmSync(folder, { recursive: true }))

it("keeps every id over restarts, each once, and whatever a kill left of a line", {
  tags: ["OPS-10"],
}, async () => {
  const file = join(folder, "data", "deletions.jsonl")
  expect(await readDeletionList(file)).toBeUndefined()
  await fileDeletionList(file).note(ADA)
  appendFileSync(file, '{"event":"account.erased","user')
  await fileDeletionList(file).note(BOB)
  await fileDeletionList(file).note(ADA)
  expect(await readDeletionList(file)).toEqual([ADA, BOB])
})

it("reads the same lines out of a log, where others stand between them", { tags: ["OPS-10"] }, async () => {
  const file = join(folder, "deletions.jsonl")
  await fileDeletionList(file).note(ADA)
  const log = join(folder, "worker.log")
  appendFileSync(log, `listening\n{"event":"listening","port":3000}\n${readFileSync(file, "utf8")}`)
  appendFileSync(log, `${JSON.stringify({ event: "job.done", userId: BOB })}\n`)
  expect(await readDeletionList(log)).toEqual([ADA])
  // The log is a second copy of the list, so this line is logged regardless of the log level.
  expect(lines).toMatchObject([{ event: "account.erased", userId: ADA }])
})
