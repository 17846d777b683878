import { rawRequest } from "#tests/support/raw-request.ts"
import { incident } from "./world/incident.ts"
import type { Verdict } from "./world/verdict.ts"

const OF_SERVERS = ["/api/v1/live", "/api/v1/health", "/api/v1/ready"]
const OF_ROOMS = ["/live", "/health", "/ready"]
/** Above the 900 ms that a process waits at most for its own checks. */
const WITHIN_MS = 2_000
const PAUSE_MS = 200

/** Requests of load balancers that are configured with nothing but a path, and one with an invalid Host. */
const HEADS = [
  (path: string) => `GET ${path} HTTP/1.0`,
  (path: string) => `GET ${path} HTTP/1.1\r\nHost:`,
  (path: string) => `GET ${path} HTTP/1.1\r\nHost: a b`,
]

/** Checks every process's health by requests without a Host, while people browse and buy. */
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
              // The ready endpoint is for alarms. On a busy machine it may report a delay, with a 503 and its own
              // message.
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
