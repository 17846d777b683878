import { expect, it } from "vitest"
import { EVENTS } from "#core/outbox/events.ts"
import { useDatabase } from "#tests/support/database.ts"
import { describeSchedule, followUps } from "./events/follow-ups.ts"
import { IDS, PAYLOADS } from "./events/payloads.ts"
import { createNormalizer } from "./normalize.ts"
import { recordingsOf } from "./recordings.ts"

const { compare, done } = recordingsOf("events")
const database = useDatabase({ connections: 2 })
const { name, normalize } = createNormalizer()
for (const [title, id] of Object.entries(IDS)) name(id, title)

const HEAD = `What follows from every event, for each kind of payload: the jobs that it queues and the live messages that it sends.
Each event goes through the outbox.
`

it("records every event", () => {
  expect(Object.keys(PAYLOADS).sort()).toEqual(Object.keys(EVENTS).sort())
})

it("causes the same jobs and live messages", async () => {
  const lines = [HEAD]
  for (const [event, cases] of Object.entries(PAYLOADS)) {
    lines.push(`== ${event}\n`)
    for (const [title, payload] of Object.entries(cases)) {
      const followed = await followUps(database.db, event, payload)
      lines.push(`${title}: ${JSON.stringify(payload)}`, ...followed.map((line) => `    ${line}`), "")
    }
  }
  await compare("follow-ups", normalize(lines.join("\n")))
})

it("tries every job as often, and does as often what is done by the clock", async () => {
  await compare("schedule", describeSchedule())
})
done()
