import { parseArgs } from "node:util"
import { copyTemplate } from "#tests/support/copy-template.ts"
import { openTestDatabase } from "#tests/support/database.ts"
import { startTestServer } from "#tests/support/server.ts"
import { testPostgresUrl } from "#tests/support/start-postgres.ts"
import { openBrowser } from "../../bench/world/open-browser.ts"
import { oddestRows, readDirectory } from "./directory-rows.ts"
import { SMALLEST, walkRow } from "./walk-row.ts"

/** npm run odd-rows -- PATH [--rows 100]: takes the oddest rows of the USDA's directory through the shop. */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--parent-pipe"),
  options: { rows: { type: "string", default: "100" } },
  allowPositionals: true,
})
const [file] = positionals
if (!file) {
  console.error("Name the directory's CSV file: npm run odd-rows -- PATH [--rows 100]")
  process.exit(1)
}
const rows = oddestRows(readDirectory(file), Number(values.rows))
const chromium = await openBrowser()
if (!chromium) throw new Error("Chromium is not installed: apt-get install chromium, or set CHROMIUM_PATH")
const databaseUrl = await copyTemplate(await testPostgresUrl(), { zips: true })
const server = await startTestServer({ openDatabase: async () => openTestDatabase(databaseUrl, 4) })
let failed = 0
try {
  const page = await chromium.newPage({ baseURL: server.url, viewport: SMALLEST, serviceWorkers: "block" })
  for (const [index, row] of rows.entries()) {
    const { failure, askedAgain } = await walkRow(server, page, row, index)
    if (failure) failed += 1
    const again = askedAgain.length > 0 ? `, asked again for ${askedAgain.join(", ")}` : ""
    console.log(`${failure ? "FAILED" : "ok"} ${row.id} ${JSON.stringify(row.name)}${again}`)
    if (failure) console.log(`  ${failure}`)
  }
} finally {
  await server.stop()
  await chromium.close()
}
console.log(`${rows.length} rows, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
