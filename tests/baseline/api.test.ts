import { beforeAll, describe, it } from "vitest"
import { useServer } from "../support/server.ts"
import { apiRecorder } from "./api-recorder.ts"
import { type Callers, callsByTag, rejectionsOf } from "./api-refusals.ts"
import { apiCallers } from "./api-world.ts"
import { startFixedClock } from "./fixed-clock.ts"
import { createNormalizer, type Normalizer } from "./normalize.ts"
import { type WorldBuilder, worldBuilder } from "./page-world.ts"
import { type Entry, recordedText } from "./recorded-text.ts"
import { recordingsOf } from "./recordings.ts"
import { pauseWebhooks } from "./sandbox.ts"
import { SCENARIOS } from "./scenarios.ts"
import { aVisitor, RECORDED_SERVER } from "./visitor.ts"

describe("the API", () => {
  const clock = startFixedClock()
  const server = useServer({ ...clock, env: { ...clock.env, ...RECORDED_SERVER.env } })
  const recordings = recordingsOf("api")
  let normalizer: Normalizer
  let build: WorldBuilder
  let callers: Callers

  beforeAll(async () => {
    normalizer = createNormalizer({ [server.url]: "site" })
    build = worldBuilder(server, normalizer)
    await pauseWebhooks(server)
    callers = await apiCallers(server, build, normalizer)
  })

  const compare = (name: string, entries: readonly Entry[]) =>
    recordings.compare(name, recordedText(entries, normalizer))

  it("has its document and its docs", async () => {
    const recorder = apiRecorder()
    const visitor = aVisitor(server.url)
    await recorder.all("nobody", visitor, ["GET /openapi.json", "GET /docs"])
    await compare("document", recorder.entries)
  })

  // Lists of everybody come first, so that data of later scenarios does not change their recording.
  it.each(Object.keys(SCENARIOS))("answers what is asked of %s", async (name) => {
    const recorder = apiRecorder()
    await SCENARIOS[name]?.({ recorder, build, server, normalizer })
    await compare(name, recorder.entries)
  })

  it.each([...callsByTag()].map(([tag, calls]) => [tag, calls] as const))(
    "rejects wrong people and wrong requests: %s",
    async (tag, calls) => {
      const entries: Entry[] = []
      for (const call of calls) entries.push(...(await rejectionsOf(call, callers)))
      if (entries.length > 0)
        await compare(`refusals-${tag.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`, entries)
    },
  )

  recordings.done()
})
