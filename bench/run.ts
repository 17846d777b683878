import { parseArgs } from "node:util"
import { measure } from "./commands/measure.ts"
import { profile } from "./commands/profile.ts"

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    as: { type: "string", default: "now" },
    markets: { type: "string" },
    scale: { type: "string", default: "1" },
    "parent-pipe": { type: "boolean" },
  },
})
const file = values.markets ?? positionals.find((word) => word.endsWith(".csv"))
const words = positionals.filter((word) => word !== file)
const options = { quick: values.quick, file, scale: Number(values.scale), keep: values.keep }

process.exit(
  words[0] === "profile"
    ? await profile(words[1], { ...options, keep: values.keep ? values.as : undefined })
    : await measure(words, options),
)
