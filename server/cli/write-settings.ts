import { join } from "node:path"
import { envExample, withSettingsTable } from "#server/config/settings-docs.ts"

/** npm run settings: regenerates the settings table of docs/operations.md and .env.example. */
const root = join(import.meta.dirname, "..", "..")
const document = join(root, "docs", "operations.md")
await Bun.write(document, withSettingsTable(await Bun.file(document).text()))
await Bun.write(join(root, ".env.example"), envExample())
console.log("docs/operations.md and .env.example are written.")
