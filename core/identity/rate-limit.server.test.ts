import { describe, expect, it } from "vitest"
import { rateLimits } from "#db/schema/index.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { countTry, LIMITS, type Limit } from "./rate-limit.server.ts"

describe("a limit", () => {
  const database = useDatabase()
  const clock = testClock()
  const counts = (limit: Limit, subject: string) =>
    countTry(ctxFor(database, { role: "anonymous" }, { now: clock.now }), limit, subject)
  const countsOf = () => database.db.select().from(rateLimits)

  it.each(Object.entries(LIMITS))(
    "%s counts an IPv6 line by both of its networks, or a person once",
    {
      tags: ["SEC-20"],
    },
    async (name, { by }) => {
      const before = (await countsOf()).length
      await counts(name as Limit, "2001:db8:1:2::7")
      expect((await countsOf()).length - before).toBe(by === "address" ? 2 : 1)
    },
  )
})
