import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { expect, it } from "vitest"
import routes from "#app/routes.ts"

const APP = import.meta.dirname

type Page = { file: string; text: string; mode: string }

function pagesOf(entries: readonly RouteConfigEntry[], layout = "deferred"): Page[] {
  return entries.flatMap(({ file, children }) => {
    const text = readFileSync(join(APP, file), "utf8")
    const mode = /hydrate: "(\w+)"/.exec(text)?.[1] ?? layout
    return children ? pagesOf(children, mode) : [{ file, text, mode }]
  })
}

it("has every page that listens to rooms taken over by React", { tags: ["LIVE-13"] }, async () => {
  const pages = pagesOf(await routes).filter(({ text }) => text.includes("useLive("))
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter(({ mode }) => mode !== "deferred")).toEqual([])
})

it("has no page that loads React at once: that is for looking for a fault", {
  tags: ["WEAK-3"],
}, async () => {
  const pages = pagesOf(await routes)
  expect(new Set(pages.map(({ mode }) => mode))).toEqual(new Set(["deferred", "none"]))
})
