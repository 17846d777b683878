import { redacted } from "../../../../core/redacted.ts"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { isForPeople } from "../../../../server/config/start-error.ts"
import { startEverything } from "./start-everything.ts"

/** npm start and npm run dev: starts everything, prints the addresses, and stops everything at the end. */
const development = process.argv.includes("--dev")
const stopping = new AbortController()
const requestStop = () => stopping.abort()
process.on("SIGINT", requestStop)
process.on("SIGTERM", requestStop)
onEndOfParent(requestStop)

try {
  process.exit(await startEverything(process.env, stopping.signal, { development }))
} catch (error) {
  console.error(isForPeople(error) ? `\n${error.message}\n` : redacted(error))
  process.exit(1)
}
