import type { RouteConfigEntry } from "@react-router/dev/routes"
import { describe, expect, it } from "vitest"
import routes from "#app/routes.ts"

/** Pages that anyone may open. A page that is neither here nor under a guarded layout fails this test. */
const PUBLIC = [
  "",
  "home",
  "see-order",
  "Welcome",
  "about",
  "faq",
  "terms",
  "JesusSaves",
  "login",
  "market",
  "express",
  "registration-photo",
  "admin",
  "forgotpassword",
  "newpassword",
  "email-confirmed",
  "this-device",
  "new-email",
  "email-change",
  "unsubscribe",
  "passkey-options",
  "logout",
  "goodbye",
  "offline",
  "manifest.webmanifest",
  "dev/ui",
  "*",
]

/** Layouts that guard: app/guards/*-pages.ts, each tested below to have a guard and a loader. */
const isGuard = (file: string) => /^guards\/[a-z-]+-pages\.ts$/.test(file)

describe("the table of URLs", () => {
  it("has no page outside of a guarded layout that is not public on purpose", {
    tags: ["GUARD-4"],
  }, async () => {
    const table = (await routes) as RouteConfigEntry[]
    const open = table.filter(({ file }) => !isGuard(file)).flatMap(paths)
    expect(open.filter((path) => !PUBLIC.includes(path))).toEqual([])
    expect(open.length).toBeGreaterThan(5)
  })

  it("has a guard and a loader in every guarded layout: client navigation runs the one through the other", {
    tags: ["GUARD-4"],
  }, async () => {
    const layouts = ((await routes) as RouteConfigEntry[]).map(({ file }) => file).filter(isGuard)
    expect(layouts.length).toBeGreaterThanOrEqual(4)
    for (const file of layouts) {
      const layout = (await import(/* @vite-ignore */ `../../app/${file}`)) as {
        middleware?: unknown[]
        loader?: unknown
      }
      expect([file, layout.middleware?.length, typeof layout.loader]).toEqual([file, 1, "function"])
    }
  })
})

/** Every path under an entry, relative to the site. */
function paths(entry: RouteConfigEntry): string[] {
  const own = entry.path ?? ""
  if (!entry.children) return [own]
  return entry.children.flatMap(paths).map((path) => [own, path].filter(Boolean).join("/"))
}
