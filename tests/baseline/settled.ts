import type { TestServer } from "#tests/support/server.ts"

const METRICS_TOKEN = "a token that only the baseline knows"
/** Settings of a server whose background work can be watched. */
export const WATCHED = { METRICS_TOKEN }

const PATIENCE_MS = 60_000
const POLL_MS = 10
/** Metrics of unfinished work. Sweeps always wait for their next run, and failed jobs are kept. */
const OPEN =
  /^pushcart_(outbox_events|payment_webhooks\{state="open"|queue_jobs\{.*state="(waiting|active|delayed)")/
const NEXT_SWEEPS = 'queue_jobs{queue="sweeps",state="delayed"}'

/** Waits until a server has no background work left: events, jobs, webhooks. Reads its metrics as Prometheus does. */
export async function untilSettled({ url }: Pick<TestServer, "url">): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  // Checks twice in a row, because an event that moves from the outbox into a queue may be missing from both counts in
  // one response.
  for (let quiet = 0; quiet < 2; ) {
    const open = await openWork(url)
    quiet = open.length === 0 ? quiet + 1 : 0
    if (Date.now() > deadline) throw new Error(`The server did not settle:\n${open.join("\n")}`)
    if (quiet === 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function openWork(url: string): Promise<string[]> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  if (!response.ok) throw new Error(`/metrics answers ${response.status}`)
  const lines = (await response.text()).split("\n")
  return lines.filter((line) => OPEN.test(line) && !line.includes(NEXT_SWEEPS) && !line.endsWith(" 0"))
}
