import type { RouteConfigEntry } from "@react-router/dev/routes"
import { expect, it } from "vitest"
import routes from "#app/routes.ts"
import { aPersonWithPassword, signInAt } from "#tests/support/people.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()

/** Where someone of another role is redirected. */
const GUARDS = {
  customer: { file: "guards/customer-pages.ts", to: "/Welcome" },
  seller: { file: "guards/seller-pages.ts", to: "/Welcome" },
  deliverer: { file: "guards/courier-pages.ts", to: "/Welcome" },
  admin: { file: "guards/admin-pages.ts", to: "/admin" },
} as const
type Guarded = keyof typeof GUARDS

async function pagesOf(role: Guarded): Promise<string[]> {
  const layout = ((await routes) as RouteConfigEntry[]).find(({ file }) => file === GUARDS[role].file)
  return (layout?.children ?? []).map(({ path }) => `/${path}`)
}

const withoutQuery = (response: Response) => response.headers.get("location")?.split("?")[0]

async function expectTurnedAway(path: string, to: string, cookie = "") {
  const headers = { cookie, "user-agent": "Mozilla/5.0" }
  const page = await fetch(server.url + path, { headers, redirect: "manual" })
  expect([path, page.status, withoutQuery(page)]).toEqual([path, 302, to])
  // Client navigation is guarded even if it only requests the child route's data, without the layout's.
  const data = await fetch(`${server.url}${path}.data?_routes=made-up`, { headers, redirect: "manual" })
  const told = await data.text()
  expect([path, data.status]).toEqual([path, 202])
  expect(told).toContain("SingleFetchRedirect")
  const post = await fetch(server.url + path, {
    method: "POST",
    headers: { ...headers, origin: server.url },
    body: new URLSearchParams({ any: "thing" }),
    redirect: "manual",
  })
  expect([path, post.status, withoutQuery(post)]).toEqual([path, 302, to])
}

it("turns nobody's visits, data requests and posts away from every guarded page", {
  tags: ["GUARD-1", "GUARD-2", "GUARD-6"],
}, async () => {
  let count = 0
  const layouts = ((await routes) as RouteConfigEntry[]).filter(({ file }) => file.startsWith("guards/"))
  for (const { file, children = [] } of layouts)
    for (const { path } of children) {
      await expectTurnedAway(`/${path}`, file === GUARDS.admin.file ? "/admin" : "/Welcome")
      count += 1
    }
  expect(count).toBeGreaterThan(5)
})

it("opens no page of another role, even to someone who holds both, and believes no flag cookie", {
  tags: ["ACCT-4", "GUARD-3"],
}, async () => {
  const person = await aPersonWithPassword(server.database.db, ["customer", "seller"])
  const session = {
    seller: await signInAt(server, person, "seller"),
    customer: await signInAt(server, person, "customer"),
  }
  const flags = "; user=true; market=true; express=true; admin=true"
  for (const path of await pagesOf("customer"))
    await expectTurnedAway(path, "/Welcome", session.seller + flags)
  for (const other of ["seller", "deliverer", "admin"] as const)
    for (const path of await pagesOf(other))
      await expectTurnedAway(path, GUARDS[other].to, session.customer + flags)
  const own = await fetch(`${server.url}/customer-dashboard`, { headers: { cookie: session.customer } })
  expect(own.status).toBe(200)
})
