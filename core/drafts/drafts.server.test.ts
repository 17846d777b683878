import { expect, it } from "vitest"
import { beginDraft, findDraft, writeDraft } from "#core/drafts/drafts.server.ts"
import { readDraft, saveDraft } from "#core/registration/drafts.server.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"

const database = useDatabase({ connections: 4 })
const clock = testClock()
const ctx = () => ctxFor(database, { role: "anonymous" }, { now: clock.now })

const NOTE = {
  kind: "product" as const,
  keptMs: 60_000,
  read: ({ lines = [] }: { lines?: string[] }) => ({ lines }),
}
const key = { kind: NOTE, name: "a note", userId: null }
const inOneTransaction: typeof database.db.transaction = (work) => database.db.transaction(work)

it("keeps what both of two tabs saved at the same time", { tags: ["REG-8"] }, async () => {
  const secret = await saveDraft(
    ctx(),
    { kind: "seller", secret: null },
    { reached: 2, values: { city: "Troy" } },
  )
  const owner = { kind: "seller" as const, secret }
  const fields = Array.from({ length: 8 }, (_, index) => `field ${index}`)
  await Promise.all(
    fields.map((field, index) => saveDraft(ctx(), owner, { reached: index, values: { [field]: "typed" } })),
  )
  const draft = await readDraft(ctx(), owner)
  expect(Object.keys(draft!.values).sort()).toEqual(["city", ...fields])
  expect(draft!.step).toBe(7)
})

it("begins an empty draft in place of one that expired, also before the sweep", {
  tags: ["REG-14", "LIST-11"],
}, async () => {
  await inOneTransaction(async (tx) => {
    const old = await beginDraft(tx, clock.now(), key)
    await writeDraft(tx, old.id, { data: { lines: ["old"] }, step: 3, passwordHash: "a hash" })
  })
  clock.advance({ minutes: 2 })
  expect(await findDraft(database.db, clock.now(), key)).toBeNull()
  const begun = await inOneTransaction((tx) => beginDraft(tx, clock.now(), key))
  expect(begun).toMatchObject({ data: { lines: [] }, step: 1, passwordHash: null })
})

it("is one draft for two tabs that begin it at the same time", { tags: ["LIST-10"] }, async () => {
  const same = { ...key, name: "begun twice" }
  const begun = await Promise.all(
    [1, 2, 3].map(() => inOneTransaction((tx) => beginDraft(tx, clock.now(), same))),
  )
  expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
})
