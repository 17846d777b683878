import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { expect, it } from "vitest"
import routes from "#app/routes.ts"

const APP = import.meta.dirname
const read = (file: string) => readFileSync(join(APP, file), "utf8")
const hydrateOf = (text: string) => /hydrate: "(\w+)"/.exec(text)?.[1]

function pagesOf(entries: readonly RouteConfigEntry[], layout?: string): { file: string; mode: string }[] {
  return entries.flatMap(({ file, children }) => {
    const text = read(file)
    const mode = hydrateOf(text) ?? layout
    if (children) return pagesOf(children, mode)
    return text.includes("useLive(") ? [{ file, mode: mode ?? "late" }] : []
  })
}

it("wakes every page that listens to rooms without waiting for a hand", { tags: ["LIVE-13"] }, async () => {
  const pages = pagesOf(await routes)
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter(({ mode }) => mode === "late" || mode === "never")).toEqual([])
})
