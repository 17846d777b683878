import { rawRequest } from "#tests/support/raw-request.ts"
import { isPaidAlready } from "./postgres-restart.ts"
import type { BalancerKind } from "./world/balancer.ts"
import type { Cluster } from "./world/cluster.ts"
import { incident } from "./world/incident.ts"
import type { OpenPage } from "./world/pages.ts"
import { until } from "./world/program.ts"
import type { Failure } from "./world/shopping.ts"
import type { Notes, Verdict } from "./world/verdict.ts"

/** More than any balancer takes that was told nothing. */
const LARGE_FORM_BYTES = 2 * 1_048_576
/** As the samples say: so long a process is back before the next one goes. */
const BETWEEN_MS = 2_500

/**
 * The sample of a balancer's configuration at work, with TLS: people browse and buy, pages are live through it, and
 * every web process is replaced behind it. Nobody may see an error of nginx and HAProxy.
 */
export const behind =
  (kind: BalancerKind) =>
  async ({ quick = false } = {}): Promise<Verdict> => {
    // Nobody has signed the certificate of a name that is only this machine's.
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
 * Caddy 2.6, which Debian has, sends the next process a form without its body (“ContentLength=3 with Body length 0”), and
 * answers 502 then: counted and shown, and not held against the sample. Sent again, the form may have been paid already.
 */
const isLostForm = (failure: Failure) => failure.status === 502 || isPaidAlready(failure)

const allLive = (pages: Map<string, OpenPage>) =>
  [...pages.values()].every((page) => page.status() === "live")

/** What a balancer that is set up wrongly would break. */
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
  // The site has no such page, or takes no form there: whichever says so, it is not the rooms.
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
