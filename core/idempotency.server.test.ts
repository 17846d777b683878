import { expect, it } from "vitest"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { answerOnce, once } from "./idempotency.server.ts"

const database = useDatabase()

it("keeps the answers of two people apart who use the same key", async () => {
  const ctx = systemCtx(database)
  const key = crypto.randomUUID()
  const asked = (person: string) => ({ scope: person, command: "order", key, request: { quantity: 1 } })
  const answers: string[] = []
  for (const person of ["Ines", "Omar", "Ines", "Omar"]) {
    const inTransaction = await once(ctx, asked(person), async () => `${person}'s order`)
    const { answer } = await answerOnce(
      ctx,
      { ...asked(person), command: "pay" },
      async () => `${person}'s payment`,
      async () => null,
    )
    answers.push(inTransaction, answer)
  }
  const both = ["Ines's order", "Ines's payment", "Omar's order", "Omar's payment"]
  expect(answers).toEqual([...both, ...both])
})
