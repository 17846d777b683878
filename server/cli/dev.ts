import { onEndOfParent } from "#server/platform/parent.ts"
import { isForPeople } from "#server/platform/start-error.ts"
import { startEverything } from "./start-everything.ts"

/** npm run dev: as npm start, but from Vite, with every change shown at once. */
const stopping = new AbortController()
const requestStop = () => stopping.abort()
process.on("SIGINT", requestStop)
process.on("SIGTERM", requestStop)
onEndOfParent(requestStop)

try {
  process.exit(await startEverything(process.env, stopping.signal, { development: true }))
} catch (error) {
  console.error(isForPeople(error) ? `\n${error.message}\n` : error)
  process.exit(1)
}
