import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, it } from "vitest"
import { createNormalizer } from "#tests/baseline/normalize.ts"
import { ALL_PATHS } from "#tests/baseline/page-paths.ts"
import { type Role, worldBuilder } from "#tests/baseline/page-world.ts"
import { aPageWorld, type PageWorld } from "#tests/baseline/pages-of-people.ts"
import { NOBODYS, STATE_PATHS, VISITS } from "#tests/baseline/visits.ts"
import { useBrowser, VIEWPORTS } from "#tests/support/browser.ts"
import { useServer } from "#tests/support/server.ts"
import type { Person } from "#tests/support/sessions.ts"
import { signIn } from "#tests/support/sign-in.ts"

/**
 * `npm run shots`: takes a screenshot of every page in every state that the baseline records, at three widths, light
 * and dark, into shots/<width>-<light or dark>/. Nothing compares them; they are for people.
 */
const FOLDER = join(import.meta.dirname, "../../shots")
const server = useServer()
const browser = useBrowser()
let world: PageWorld

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true })
  world = await aPageWorld(worldBuilder(server, createNormalizer()))
}, 120_000)

interface Walk {
  name: string
  person?: Person
  paths: readonly string[]
}

function walks(): Walk[] {
  const roles = Object.keys(VISITS) as Role[]
  return [
    { name: "nobody", paths: [...ALL_PATHS, ...NOBODYS] },
    ...roles.map((role) => ({
      name: `${role}, new`,
      person: { role, userId: world.fresh[role].userId },
      paths: ALL_PATHS,
    })),
    ...roles.map((role) => ({
      name: role,
      person: { role, userId: userIdOf(world.typical[role]) },
      paths: Object.values(VISITS[role](world)).flat(),
    })),
    ...(["seller", "deliverer"] as const).flatMap((role) =>
      Object.entries(world.states[role]).map(([state, someone]) => ({
        name: `${role}, ${state}`,
        person: { role, userId: userIdOf(someone) },
        paths: STATE_PATHS[role],
      })),
    ),
  ]
}

const looks = Object.keys(VIEWPORTS).flatMap((viewport) =>
  (["light", "dark"] as const).map((scheme) => ({ viewport: viewport as keyof typeof VIEWPORTS, scheme })),
)

it.each(looks)("takes the pictures of a $viewport, $scheme", async ({ viewport, scheme }) => {
  // Error pages are photographed too.
  browser.expectProblem(/./)
  const folder = join(FOLDER, `${VIEWPORTS[viewport].width}-${scheme}`)
  mkdirSync(folder, { recursive: true })
  for (const { name, person, paths } of walks()) {
    const page = await browser.visit(server.url, { viewport, context: { colorScheme: scheme } })
    if (person) await signIn(page, server, person)
    for (const path of new Set(paths)) {
      // Downloads and streams have no page.
      const response = await page.goto(path).catch(() => null)
      if (!response?.headers()["content-type"]?.includes("text/html")) continue
      const file = `${name} ${path}`.replace(/[^\w.-]+/g, "-").slice(0, 120)
      await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
    }
    await page.context().close()
  }
})

const userIdOf = (someone: { userId: string } | { sellerId: string }) =>
  "userId" in someone ? someone.userId : someone.sellerId
