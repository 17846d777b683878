import { readFileSync } from "node:fs"
import { createSessions } from "#server/auth/sessions.ts"
import { cookieHeader } from "#tests/support/api.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { type Cluster, openCluster } from "./world/cluster.ts"
import { newVerdict, type Verdict } from "./world/verdict.ts"

/** 300 bytes that cost an SVG renderer nine seconds and 270 MB. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000">
  <filter id="f" x="0" y="0" width="100%" height="100%"><feTurbulence type="turbulence" baseFrequency="0.05" numOctaves="2"/></filter>
  <rect width="7000" height="7000" filter="url(#f)"/></svg>`
const AT_ONCE = 6

/**
 * A courier whom the admins denied repeatedly sends images that are costly to render, six at once, while somebody else
 * signs in. Each image is rejected, and the sign-in is hardly slower.
 */
export async function hostileUploads({ quick = false } = {}): Promise<Verdict> {
  const notes = newVerdict()
  const cluster = await openCluster({ web: 1, workers: 1, parties: 1, redis: false })
  try {
    const { db } = cluster.database
    const { email } = await aPersonWithPassword(db, ["customer"])
    const { actor } = await aCourier(db, { approval: "denied" })
    const sessions = createSessions({ db, secret: cluster.authSecret })
    const cookie = cookieHeader(await sessions.open(new Request(cluster.site), actor))
    const rounds = quick ? 5 : 20
    const before = { signIn: await slowestSignIn(cluster, email, rounds), memory: memoryOf(cluster) }
    let goesOn = true
    const statuses = new Map<number, number>()
    const attackers = Array.from({ length: AT_ONCE }, async () => {
      while (goesOn) {
        const status = await sendSvg(cluster, cookie)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    })
    const during = { signIn: await slowestSignIn(cluster, email, rounds), memory: memoryOf(cluster) }
    goesOn = false
    await Promise.all(attackers)
    notes.expect(statuses.size > 0, "No picture was answered.")
    for (const status of statuses.keys())
      notes.expect(status >= 400 && status < 500, `A picture was answered with ${status}.`)
    notes.note({
      "pictures sent": [...statuses].map(([status, times]) => `${times} × ${status}`).join(", "),
      "slowest sign-in before": `${before.signIn} ms`,
      "slowest sign-in meanwhile": `${during.signIn} ms`,
      "memory before and meanwhile": `${before.memory} MB, ${during.memory} MB`,
    })
    return notes.verdict
  } finally {
    await cluster.close()
  }
}

async function slowestSignIn({ site }: Cluster, email: string, rounds: number): Promise<number> {
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const answer = await fetch(`${site}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: site },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    await answer.text()
    if (!answer.ok) throw new Error(`The sign-in was answered with ${answer.status}`)
    slowest = Math.max(slowest, performance.now() - began)
  }
  return Math.round(slowest)
}

async function sendSvg({ site }: Cluster, cookie: string): Promise<number> {
  const form = new FormData()
  form.set("id", new File([SVG], "door.jpg", { type: "image/jpeg" }))
  form.set("shippingID", crypto.randomUUID())
  const answer = await fetch(`${site}/api/v1/pushcartexpress/delivered`, {
    method: "POST",
    headers: { cookie, origin: site, "idempotency-key": crypto.randomUUID() },
    body: form,
  })
  await answer.text()
  return answer.status
}

/** Resident memory of the web process in megabytes, from Linux. */
function memoryOf({ web }: Cluster): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${web[0]?.pid()}/status`, "utf8"))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
