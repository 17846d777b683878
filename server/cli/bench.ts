import { readdirSync } from "node:fs"
import { join } from "node:path"
import { buildIfChanged } from "#server/platform/build.ts"
import { onEndOfParent } from "#server/platform/parent.ts"
import { root } from "./start-everything.ts"

/** npm run bench -- [names]: measures what was promised; each file of bench/ is a measurement of its own. */
const known = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".ts") && !file.startsWith("bare-"))
  .map((file) => file.replace(/\.ts$/, ""))
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith("--"))
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no measurement called ${unknown.join(" or ")}. There are: ${known.join(", ")}.`)
  process.exit(1)
}

await buildIfChanged(root, process.env)
let failed = 0
for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n== ${name}`)
  const bench = Bun.spawn([process.execPath, join(root, "bench", `${name}.ts`)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  })
  onEndOfParent(() => bench.kill())
  if ((await bench.exited) !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
