import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Figure } from "./figure.ts"
import { growthOf, growthTable } from "./growth.ts"
import { lastGrowth, lastKept } from "./results.ts"
import { cells } from "./table.ts"

const DOCUMENT = fileURLToPath(new URL("../../docs/performance.md", import.meta.url))
const [BEGIN, END] = ["<!-- figures: made by npm run bench -- --keep -->", "<!-- end of figures -->"]

/** Writes the newest kept figures into docs/performance.md, between its marks; what people wrote around them stays. */
export function writeDocument(): string {
  const text = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, "utf8") : `# Performance\n\n${BEGIN}\n${END}\n`
  const [head = "", rest = ""] = text.split(BEGIN)
  const tail = rest.split(END)[1] ?? ""
  writeFileSync(DOCUMENT, `${head}${BEGIN}\n\n${tables()}\n\n${grown()}${END}${tail}`)
  return DOCUMENT
}

function tables(): string {
  return [...lastKept()]
    .map(([name, { at, part, quick, loadAverage }]) => {
      const how = `${at.slice(0, 16).replace("T", " ")} UTC${quick ? ", --quick" : ""}, load average ${loadAverage}`
      const head = "| figure | value | ceiling | × ceiling | aim | others |\n|---|---:|---:|---:|---:|---|"
      const notes = (part.notes ?? []).map((note) => `\n${note}\n`).join("")
      return `### ${name}\n\n${how}\n\n${head}\n${part.figures.map(row).join("\n")}\n${notes}`
    })
    .join("\n")
    .trim()
}

const row = (figure: Figure) => `| ${[figure.name, ...cells(figure), figure.others ?? ""].join(" | ")} |`

function grown(): string {
  const growth = lastGrowth()
  if (!growth) return ""
  const at = growth.at.slice(0, 16).replace("T", " ")
  return `### growth\n\n${at} UTC, by \`npm run bench -- growth\`\n\n${growthTable(growthOf(growth.runs))}\n\n`
}
