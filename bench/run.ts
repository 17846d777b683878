import { parseArgs } from "node:util"
import { growth } from "./commands/growth.ts"
import { measure } from "./commands/measure.ts"
import { profile } from "./commands/profile.ts"
import { writeDocument } from "./report/document.ts"

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
    as: { type: "string", default: "now" },
    markets: { type: "string" },
    scale: { type: "string", default: "1" },
    "parent-pipe": { type: "boolean" },
  },
})
const file = values.markets ?? positionals.find((word) => word.endsWith(".csv"))
const words = positionals.filter((word) => word !== file)
const options = { quick: values.quick, file, scale: Number(values.scale), keep: values.keep }

async function run(): Promise<number> {
  const [command, what] = words
  if (values.report) {
    console.log(`Written: ${writeDocument()}`)
    return 0
  }
  if (command === "profile") return profile(what, { ...options, keep: values.keep ? values.as : undefined })
  if (command === "growth") return growth(options)
  return measure(words, options)
}

process.exit(await run())
