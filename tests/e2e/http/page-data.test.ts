import { readFileSync } from "node:fs"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { UNSAFE_decodeViaTurboStream } from "react-router"
import { beforeAll, describe, expect, it } from "vitest"
import routes from "#app/routes.ts"
import { fieldsOf, keepFound } from "#tests/support/allowed-fields.ts"
import { useServer } from "#tests/support/server.ts"
import { createNormalizer } from "../../baseline/normalize.ts"
import { PATHS } from "../../baseline/page-paths.ts"
import { type WorldBuilder, worldBuilder } from "../../baseline/page-world.ts"
import { aPageWorld, type PageWorld } from "../../baseline/pages-of-people.ts"
import { pauseWebhooks } from "../../baseline/sandbox.ts"
import { aVisitor, RECORDED_SERVER, type Visitor } from "../../baseline/visitor.ts"
import { STATE_PATHS, VISITS } from "../../baseline/visits.ts"

const LIST = "tests/e2e/http/page-fields.txt"
/** Each role goes through a whole shop and every state of its people. */
const TIME = 180_000

/** What everybody signed in can open. */
const SIGNED_IN = ["/account", "/api-tokens", "/account/delete"]

describe("the data that pages send", { tags: ["PRIV-10"] }, () => {
  const server = useServer(RECORDED_SERVER)
  let build: WorldBuilder
  let world: PageWorld
  /** The fields of each page by its reader: "customer /order". */
  const found = new Map<string, Set<string>>()

  beforeAll(async () => {
    build = worldBuilder(server, createNormalizer({ [server.url]: "site" }))
    await pauseWebhooks(server)
    world = await aPageWorld(build)
    await build.query("update orders set note = 'Ripe ones, please', replacement = 'refund'")
  }, TIME)

  async function read(reader: string, visitor: Visitor, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const { pathname } = new URL(path, server.url)
      for (const [route, data] of await dataOf(visitor, path))
        note(route === "root" ? `${reader} every page` : `${reader} ${pathname}`, data)
    }
  }

  function note(page: string, data: unknown): void {
    const fields = found.get(page) ?? new Set()
    for (const field of fieldsOf(data)) fields.add(field)
    found.set(page, fields)
  }

  it.each(["customer", "seller", "deliverer", "admin"] as const)(
    "to a %s holds the listed fields alone",
    async (role) => {
      await read(role, await build.signedIn(role, world.fresh[role]), SIGNED_IN)
      const typical = await build.signedIn(role, world.typical[role])
      await read(role, typical, Object.values(VISITS[role](world)).flat())
      if (role === "seller" || role === "deliverer")
        for (const person of Object.values(world.states[role]))
          await read(role, await build.signedIn(role, person), STATE_PATHS[role])
      if (role === "deliverer")
        for (const courier of Object.values(world.couriers))
          await read(role, await build.signedIn(role, courier), PATHS.deliverer)
      if (role === "admin") await read(role, typical, ["/ops"])
      expectListed(role)
    },
    TIME,
  )

  it(
    "to nobody holds the listed fields alone",
    async () => {
      for (const path of PATHS.public) await read("nobody", aVisitor(server.url), [path])
      expectListed("nobody")
    },
    TIME,
  )

  it("was read of every page that has data", async () => {
    const listed = [...blocksOf(readFileSync(LIST, "utf8")).keys()].map((page) => page.split(" ")[1])
    const pages = pagesOf((await routes) as RouteConfigEntry[])
    expect(pages.filter((path) => !listed.includes(path))).toEqual(WITHOUT_DATA)
  })

  /** Fields that are listed and were not found are no fault: they depend on the hour. */
  function expectListed(reader: string): void {
    const allowed = blocksOf(readFileSync(LIST, "utf8"))
    const all = [...found].sort(([one], [other]) => (one < other ? -1 : 1))
    const now = keepFound(
      LIST,
      all.map(([page, fields]) => [page, ...[...fields].sort()].join("\n  ")).join("\n\n"),
    )
    const beyond = all
      .filter(([page]) => page.startsWith(`${reader} `))
      .flatMap(([page, fields]) =>
        [...fields].filter((field) => !allowed.get(page)?.has(field)).map((field) => `${page}: ${field}`),
      )
    expect(
      beyond,
      `These fields are not in ${LIST}. If the page shows them to its reader, write them there (${now} has what was found); else let the loader leave them.`,
    ).toEqual([])
  }
})

/** What sends nothing, only leads on, or is not asked here: / is the page of /home. */
const WITHOUT_DATA = [
  "/",
  "/see-order",
  "/about",
  "/faq",
  "/JesusSaves",
  "/goodbye",
  "/offline",
  "/requirement",
  "/thankyou",
  "/requirement-express",
  "/thank-you",
  "/dev/ui",
  "/*",
]

function blocksOf(list: string): Map<string, Set<string>> {
  const blocks = list.split("\n\n").map((block) => block.trim().split(/\n\s*/))
  return new Map(blocks.map(([page = "", ...fields]) => [page, new Set(fields)]))
}

/** What each route of a page sends to the browser, read as React Router does; nothing of a redirect or an error. */
async function dataOf(visitor: Visitor, path: string): Promise<[string, unknown][]> {
  const [pathname, search] = path.split("?")
  const { headers, text } = await visitor.get(
    `${pathname === "/" ? "/_root" : pathname}.data${search ? `?${search}` : ""}`,
  )
  if (!headers.get("content-type")?.startsWith("text/x-script")) return []
  const { value } = await UNSAFE_decodeViaTurboStream(new Response(text).body!, globalThis as never)
  const answers = (await value) as Record<string, { data?: unknown } | undefined>
  return Object.entries(answers).flatMap(([route, answer]) => (answer?.data ? [[route, answer.data]] : []))
}

/** The addresses that show a page, not those that only answer a call. */
function pagesOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.children) return pagesOf(entry.children)
    return entry.file.endsWith(".tsx") ? [`/${entry.path ?? ""}`] : []
  })
}
