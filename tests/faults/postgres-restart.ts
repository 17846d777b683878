import { incident, statusOf } from "./world/incident.ts"
import { ask, type Failure, Rejected } from "./world/shopping.ts"
import type { Verdict } from "./world/verdict.ts"

/** Text of every error page, and of the card form script's response. */
export const SAYS_SO = "This is a problem on our side. Nothing you did was lost or charged twice."

/** Whether a second payment was rejected without a charge, because the webhook had completed the checkout. */
export const isPaidAlready = ({ text }: Failure): boolean => text.includes("you weren't charged twice.")

export const isApology = ({ status, text }: Failure): boolean => status === 503 && text.includes(SAYS_SO)

/**
 * PostgreSQL is restarted: people see that the problem is on our side and can continue when it is back; no process
 * restarts.
 */
export async function postgresRestart({ quick = false } = {}): Promise<Verdict> {
  return incident({
    quick,
    isTold: (failure) => isApology(failure) || isPaidAlready(failure),
    async breakIt({ cluster, town, notes }) {
      await cluster.postgres.stop()
      const [web] = cluster.web
      const health = await statusOf(`${web?.url}/api/v1/health`)
      notes.expect(health.status === 200, `health says ${health.status}, and nobody would be asked`)
      const ready = await statusOf(`${web?.url}/api/v1/ready`)
      notes.expect(ready.status === 503 && ready.body.includes("database"), `ready says ${ready.body}`)
      for (const cookie of ["", town.buyers[0]?.cookie ?? ""]) {
        const failure = await ask(cluster, "home", "/home", { cookie }).then(() => null, failureOf)
        const who = cookie ? "signed in" : "a stranger"
        notes.expect(
          failure !== null && isApology(failure),
          `${who} read ${failure?.status} ${failure?.text}`,
        )
        notes.note({ [`${who} reads`]: `${failure?.status} “${failure?.text.slice(0, 60)}…”` })
      }
      await Bun.sleep(quick ? 2_000 : 8_000)
      await cluster.postgres.start()
    },
  })
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Rejected) return error.failure
  throw error
}
