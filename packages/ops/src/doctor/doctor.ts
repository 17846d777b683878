import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { examine } from "./examine.ts"
import type { Finding } from "./finding.ts"

/**
 * npm run doctor: sends one harmless request to every configured service, and prints for each whether it works and what
 * to do.
 */
const MARKS: Record<Finding["state"], string> = { works: "ok   ", off: "–    ", wrong: "WRONG" }
const SERVICE_WIDTH = 18

onEndOfParent(() => process.exit(1))
const findings = await examine(process.env)
for (const { state, service, says, todo } of findings) {
  console.log(`${MARKS[state]} ${service.padEnd(SERVICE_WIDTH)} ${says}`)
  if (todo) console.log(`${" ".repeat(SERVICE_WIDTH + 7)}→ ${todo}`)
}
const count = findings.filter(({ state }) => state === "wrong").length
console.log(
  count === 0
    ? "Nothing is wrong."
    : `${count} ${count === 1 ? "thing is" : "things are"} wrong; → says what to do.`,
)
process.exit(count === 0 ? 0 : 1)
