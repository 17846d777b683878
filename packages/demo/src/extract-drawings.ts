/**
 * Extracts the drawings that the demo uses from @iconify-json/fluent-emoji (MIT, © Microsoft Corporation; 104 MB, so a
 * devDependency) into packages/demo/src/drawings.json.gz. Run `npm run drawings` in packages/demo after naming a new
 * drawing in the catalog, and commit its output.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { gzipSync } from "node:zlib"
import { CATALOGUE } from "./catalogue/catalogue.ts"
import { OWN_DRAWINGS } from "./own-drawings.ts"

const require = createRequire(import.meta.url)
const source = JSON.parse(readFileSync(require.resolve("@iconify-json/fluent-emoji/icons.json"), "utf8")) as {
  icons: Record<string, { body: string }>
}

const names = new Set(CATALOGUE.map((item) => item.drawing).filter((name) => !OWN_DRAWINGS[name]))
const drawings = Object.fromEntries([...names].sort().map((name) => [name, bodyOf(name)]))
writeFileSync(new URL("drawings.json.gz", import.meta.url), gzipSync(JSON.stringify(drawings), { level: 9 }))

function bodyOf(name: string): string {
  const icon = source.icons[name]
  if (!icon) throw new Error(`fluent-emoji has no drawing "${name}"`)
  return icon.body
}
