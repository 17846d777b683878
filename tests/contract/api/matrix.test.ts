import { beforeAll, describe, expect, it } from "vitest"
import { ROLES, type Role } from "#core/identity/roles.ts"
import { createTestApi } from "#tests/support/api.ts"
import { type DocumentedCall, documentedCalls } from "#tests/support/api-document.ts"
import { useDatabase } from "#tests/support/database.ts"
import { hearLog } from "#tests/support/log.ts"
import { fingerprints } from "./fingerprint.ts"
import { aSample, aWorld, type World } from "./world.ts"

/**
 * Calls every operation of the document as everyone, and with every input, that it must reject. A new operation is
 * included automatically.
 */
describe("every call of the API", { tags: ["API-6"] }, () => {
  const database = useDatabase({ zips: true })
  let world: World
  let prints: ReturnType<typeof fingerprints>
  let cookies: Record<Role, string>
  /** One API for all tests, like a process: sessions are cached starting with the second call. */
  let served: ReturnType<typeof createTestApi> | undefined
  const api = () => {
    served ??= createTestApi(database, { ports: world.ports })
    return served
  }

  beforeAll(async () => {
    world = await aWorld(database.db)
    prints = fingerprints(database.db)
    const { signedIn } = api()
    const cookie = async (role: Role) => signedIn({ userId: world.people[role], role })
    const entries = await Promise.all(ROLES.map(async (role) => [role, await cookie(role)] as const))
    cookies = Object.fromEntries(entries) as Record<Role, string>
  })

  const guarded = documentedCalls.filter(({ roles }) => roles !== "anyone")
  const withBody = documentedCalls.filter(({ body }) => body)

  it("is in the document", { tags: ["API-2"] }, () => {
    expect(documentedCalls.length).toBeGreaterThan(70)
  })

  it.each(guarded.map((call) => [nameOf(call), call] as const))("%s: 401 to nobody", async (_name, call) => {
    const answer = await unchanged(() => send(call))
    expect(answer.status).toBe(401)
  })

  it.each(guarded.map((call) => [nameOf(call), call] as const))(
    "%s: 403 to wrong roles",
    async (_name, call) => {
      for (const role of ROLES.filter((one) => !call.roles.includes(one))) {
        const answer = await unchanged(() => send(call, { cookie: cookies[role] }))
        expect([role, answer.status]).toEqual([role, 403])
      }
    },
  )

  const aboutThings = guarded.filter((call) =>
    JSON.stringify([call.parameters, call.body?.schema]).includes("x-thing"),
  )
  it.each(aboutThings.map((call) => [nameOf(call), call] as const))(
    "%s: a stranger's id and one of nobody are not found",
    async (_name, call) => {
      // Applicants and catalogs have no owner: anyone with read access may read a stranger's.
      const things = isForReaders(call) ? [world.nobodys] : [world.strangers, world.nobodys]
      for (const ids of things) {
        const answer = await unchanged(() => send(call, { cookie: cookieOf(call) }, ids))
        expect(answer.status).toBe(404)
      }
    },
  )

  it.each(withBody.map((call) => [nameOf(call), call] as const))(
    "%s: 400, 413, 415 for bodies that are none",
    async (_name, call) => {
      const cookie = call.roles === "anyone" ? "" : cookieOf(call)
      const type = call.body!.types[0]!
      const { largestBytes } = call.body!
      const statusOf = async (headers: Record<string, string>, body: BodyInit) =>
        (await unchanged(() => raw(call, { cookie, ...headers }, body))).status
      const broken = type === "application/json" ? '{"broken"' : "no boundary, no form"
      expect(await statusOf({ "content-type": type }, broken)).toBe(400)
      expect(await statusOf({ "content-type": "text/plain" }, "hello")).toBe(415)
      expect(await statusOf({ "content-type": "application/xml" }, "<a/>")).toBe(415)
      expect(await statusOf({ "content-type": type }, new Uint8Array(largestBytes + 1).fill(32))).toBe(413)
      if (type === "application/json") {
        expect(await statusOf({ "content-type": type }, "[1]")).toBe(400)
      }
    },
  )

  it("is refused to a page of another site wherever it changes something, signed in or not", {
    tags: ["ACCT-28", "SEC-32"],
  }, async () => {
    const lines = hearLog()
    const changing = documentedCalls.filter(({ method }) => method !== "GET")
    for (const call of changing) {
      const cookie = call.roles === "anyone" ? "" : cookieOf(call)
      const answer = await unchanged(() => send(call, { cookie, origin: "https://evil.test" }))
      expect([nameOf(call), answer.status]).toEqual([nameOf(call), 403])
    }
    const told = lines.filter(({ event }) => event === "call.from_another_site")
    expect(told).toHaveLength(changing.length)
  })

  it("logs who called what is for another role", { tags: ["SEC-32"] }, async () => {
    const lines = hearLog()
    const forAdmins = guarded.find(({ roles }) => roles.length === 1 && roles[0] === "admin")!
    expect((await send(forAdmins, { cookie: cookies.customer })).status).toBe(403)
    expect((await send(forAdmins, { authorization: "Bearer of-nobody" })).status).toBe(401)
    expect(lines).toMatchObject([
      { event: "access.denied", role: "customer", userId: world.people.customer },
      { event: "api_token.failed", role: "anonymous" },
    ])
    expect(JSON.stringify(lines)).not.toContain("of-nobody")
  })

  const cookieOf = (call: DocumentedCall) => cookies[(call.roles as Role[])[0]!]

  async function send(call: DocumentedCall, headers: Record<string, string> = {}, ids = world.own) {
    const sample = aSample(call, ids)
    return api().call(call.method, sample.path, sample.body, headers)
  }

  async function raw(call: DocumentedCall, headers: Record<string, string>, body: BodyInit) {
    return api().raw(call.method, aSample(call, world.own).path, body, headers)
  }

  const unchanged = (work: () => Promise<Response>) => prints.unchanged(work)
})

const nameOf = ({ method, path }: DocumentedCall) => `${method} ${path}`

/** Data that every customer, or every admin, may read. */
function isForReaders({ path }: DocumentedCall): boolean {
  return (
    path.startsWith("/admin/") ||
    /marketinfo|getMarket|getCalendar|getWindows|getProductBasedbyCategory|GetCurrentProduct\/|createtransaction/.test(
      path,
    )
  )
}
