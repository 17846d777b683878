import { rawRequest } from "#tests/support/raw-request.ts"
import { incident } from "./world/incident.ts"
import type { Verdict } from "./world/verdict.ts"

const OF_SERVERS = ["/api/v1/live", "/api/v1/health", "/api/v1/ready"]
const OF_ROOMS = ["/live", "/health", "/ready"]
/** What is asked within the process is waited for at most 900 ms. */
const WITHIN_MS = 2_000
const PAUSE_MS = 200

/** Requests as load balancers send them that were told nothing but a path, and one with a Host that is no name. */
const HEADS = [
  (path: string) => `GET ${path} HTTP/1.0`,
  (path: string) => `GET ${path} HTTP/1.1\r\nHost:`,
  (path: string) => `GET ${path} HTTP/1.1\r\nHost: a b`,
]

/** Every process is asked how it is by requests without a Host, while people browse and buy. */
export async function healthWithoutHost({ quick = false } = {}): Promise<Verdict> {
  return incident({
    quick,
    async breakIt({ cluster, notes }) {
      const asked = [
        ...[...cluster.web, ...cluster.workers].map(({ name, url }) => ({ name, url, paths: OF_SERVERS })),
        ...cluster.parties.map(({ name, url }) => ({ name, url, paths: OF_ROOMS })),
      ]
      const times: number[] = []
      let wrong = 0
      const until = Date.now() + (quick ? 5_000 : 30_000)
      while (Date.now() < until) {
        for (const { name, url, paths } of asked)
          for (const path of paths)
            for (const head of HEADS) {
              const begun = performance.now()
              const { status, body } = await rawRequest(url, head(path))
              times.push(performance.now() - begun)
              // Ready is for alarms: on a busy machine it may say that something is late, in its own words.
              const isWell = status === 200 || (status === 503 && path.endsWith("/ready"))
              if (isWell && body.startsWith('{"status"')) continue
              wrong += 1
              notes.expect(false, `${name} answered ${JSON.stringify(head(path))} with ${status}: ${body}`)
            }
        await Bun.sleep(PAUSE_MS)
      }
      const slowest = Math.round(Math.max(...times))
      notes.expect(slowest < WITHIN_MS, `The slowest answer took ${slowest} ms`)
      notes.note({
        "health checks without a Host": times.length,
        "that were not well": wrong,
        "slowest answer": `${slowest} ms`,
      })
    },
  })
}
