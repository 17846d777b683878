import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { SWEEPS } from "./sweeps.ts"

it("runs every sweep that core/ defines, each under a name of its own", { tags: ["JOB-11"] }, () => {
  const defined = globSync("core/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bdefineSweep\(\s*"([^"]+)"/g)].map(([, name]) => name),
  )
  expect(defined.length).toBeGreaterThan(20)
  expect(defined.sort()).toEqual(Object.keys(SWEEPS).sort())
})
