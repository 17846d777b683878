import type { RouteConfigEntry } from "@react-router/dev/routes"
import { beforeAll, describe, expect, it } from "vitest"
import routes from "#app/routes.ts"
import { useServer } from "../support/server.ts"
import { startFixedClock } from "./fixed-clock.ts"
import { createNormalizer, type Normalizer } from "./normalize.ts"
import {
  adminsForms,
  applicantsForms,
  couriersForms,
  customersForms,
  nobodysForms,
  sellersForms,
} from "./page-forms.ts"
import { ALL_PATHS } from "./page-paths.ts"
import { pageRecorder } from "./page-recorder.ts"
import { type Role, type WorldBuilder, worldBuilder } from "./page-world.ts"
import { aPageWorld, type PageWorld } from "./pages-of-people.ts"
import { recordedText } from "./recorded-text.ts"
import { recordingsOf } from "./recordings.ts"
import { pauseWebhooks } from "./sandbox.ts"
import { aVisitor, RECORDED_SERVER } from "./visitor.ts"
import { NOBODYS, STATE_PATHS, VISITS } from "./visits.ts"

describe("pages", () => {
  const clock = startFixedClock()
  const server = useServer({ ...clock, env: { ...clock.env, ...RECORDED_SERVER.env } })
  const recordings = recordingsOf("pages")
  let normalizer: Normalizer
  let build: WorldBuilder
  let world: PageWorld

  beforeAll(async () => {
    normalizer = createNormalizer({ [server.url]: "site" })
    build = worldBuilder(server, normalizer)
    await pauseWebhooks(server)
    world = await aPageWorld(build)
  })

  const compare = (name: string, recorder: ReturnType<typeof pageRecorder>) =>
    recordings.compare(name, recordedText(recorder.entries, normalizer))

  it("are all in the list of those that are recorded", async () => {
    const listed = ALL_PATHS.map((path) => path.replace(/[\da-f-]{36}/, ":id"))
    expect(pathsOf((await routes) as RouteConfigEntry[]).filter((path) => !listed.includes(path))).toEqual([
      "/*",
    ])
  })

  it("for nobody", async () => {
    const recorder = pageRecorder()
    const visitor = () => aVisitor(server.url)
    for (const path of [...ALL_PATHS, ...NOBODYS]) await recorder.visit(visitor(), [path])
    await compare("nobody", recorder)
  })

  it.each(["customer", "seller", "deliverer", "admin"] as const)(
    "for a new %s, of every role",
    async (role) => {
      const recorder = pageRecorder()
      const visitor = await build.signedIn(role, world.fresh[role])
      await recorder.visit(
        visitor,
        ALL_PATHS.filter((path) => !SAME_FOR_ALL.includes(path)),
      )
      await compare(`${role}-new`, recorder)
    },
  )

  it.each(Object.keys(VISITS) as Role[])("for a typical %s", async (role) => {
    const visitor = await build.signedIn(role, world.typical[role])
    for (const [name, paths] of Object.entries(VISITS[role](world))) {
      const recorder = pageRecorder()
      await recorder.visit(visitor, paths)
      await compare(`${role}-${name}`, recorder)
    }
  })

  it("of sellers and couriers in every state of their status card", async () => {
    for (const role of ["seller", "deliverer"] as const) {
      const recorder = pageRecorder()
      for (const [state, person] of Object.entries(world.states[role])) {
        const visitor = await build.signedIn(role, person)
        await recorder.visit(visitor, STATE_PATHS[role], `${state}: `)
      }
      await compare(`${role}-states`, recorder)
    }
  })

  // Forms come last, because they change data.
  it.each(Object.keys(FORMS))("that answer %s", async (name) => {
    const recorder = await FORMS[name]?.({ build, server, normalizer })
    await compare(`forms-${name}`, recorder ?? pageRecorder())
  })

  recordings.done()
})

const FORMS = {
  nobody: nobodysForms,
  applicants: applicantsForms,
  customer: customersForms,
  seller: sellersForms,
  deliverer: couriersForms,
  admin: adminsForms,
} as Record<string, typeof nobodysForms>

/** Pages that are the same for everyone are recorded once, signed out. */
const SAME_FOR_ALL = ["/faq", "/terms", "/JesusSaves", "/dev/ui", "/goodbye"]

function pathsOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => (entry.children ? pathsOf(entry.children) : [`/${entry.path ?? ""}`]))
}
