import { rawRequest } from "#tests/support/raw-request.ts"
import { isPaidAlready } from "./postgres-restart.ts"
import type { BalancerKind } from "./world/balancer.ts"
import type { Cluster } from "./world/cluster.ts"
import { incident } from "./world/incident.ts"
import type { OpenPage } from "./world/pages.ts"
import { until } from "./world/program.ts"
import type { Failure } from "./world/shopping.ts"
import type { Notes, Verdict } from "./world/verdict.ts"

/** Larger than the request body that any balancer accepts by default. */
const LARGE_FORM_BYTES = 2 * 1_048_576
/** Time between two restarts, from the samples: a process is back for this long before the next one stops. */
const BETWEEN_MS = 2_500

/**
 * Runs a balancer's sample configuration with TLS: people browse and buy, pages get live updates through it, and every
 * web process behind it is replaced. Nobody may see an error with nginx and HAProxy.
 */
export const behind =
  (kind: BalancerKind) =>
  async ({ quick = false } = {}): Promise<Verdict> => {
    // The certificate is self-signed, for a name that exists only on this machine.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"
    return incident({
      quick,
      options: { parties: 1, balancer: kind },
      isTold: (failure) => kind === "caddy" && isLostForm(failure),
      async breakIt({ cluster, load, pages, notes }) {
        notes.note({ [kind]: cluster.balancer?.version ?? "" })
        await until("every page to be live through it", () => allLive(pages))
        await lookAround(cluster, notes)
        for (let round = 0; round < (quick ? 1 : 3); round += 1)
          for (const one of cluster.web) {
            const before = load.bought.length
            await one.stop()
            await one.start()
            await Bun.sleep(BETWEEN_MS)
            await until(`orders after ${one.name} was replaced`, () => load.bought.length > before + 2)
          }
        await until("every page to be live again", () => allLive(pages))
        notes.note({ "pages that are live": pages.size })
      },
    })
  }

/**
 * Caddy 2.6, which Debian has, sends the next process a form without its body (“ContentLength=3 with Body length 0”)
 * and returns 502. Such failures are counted and shown, but do not fail the sample. When the form is sent again, the
 * payment may already have been made.
 */
const isLostForm = (failure: Failure) => failure.status === 502 || isPaidAlready(failure)

const allLive = (pages: Map<string, OpenPage>) =>
  [...pages.values()].every((page) => page.status() === "live")

/** Checks what a misconfigured balancer would break. */
async function lookAround({ site, parties }: Cluster, notes: Notes): Promise<void> {
  const statusOf = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(site + path, { redirect: "manual", ...init })
    await answer.arrayBuffer()
    return answer.status
  }
  const form = (origin: string, bytes = 0) => ({
    method: "POST",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: `intent=password&email=nobody%40example.com&password=wrong&pad=${"x".repeat(bytes)}`,
  })
  const own = await statusOf("/login", form(site))
  notes.expect(own < 500 && own !== 403 && own !== 413, `a form of the site's own was answered with ${own}`)
  const other = await statusOf("/login", form("https://elsewhere.example"))
  notes.expect(other === 403, `a form of another site was answered with ${other}`)
  const large = await statusOf("/login", form(site, LARGE_FORM_BYTES))
  notes.expect(large !== 413 && large < 500, `a form of 2 MB was answered with ${large}`)
  const publish = await statusOf("/parties/customer/room", { method: "POST", body: "{}" })
  // The site returns 404 or 405 for this path; either status shows that the request did not reach the rooms.
  notes.expect([404, 405].includes(publish), `a call of the rooms from outside was answered with ${publish}`)
  const answer = await fetch(`${site}/about`)
  await answer.arrayBuffer()
  notes.expect(
    answer.headers.has("strict-transport-security"),
    "the site does not know that it is behind TLS",
  )
  const [rooms] = parties
  const inside = await rawRequest(rooms?.url ?? "", "GET /health HTTP/1.0")
  notes.expect(inside.status === 200, `the rooms answer ${inside.status}`)
}
