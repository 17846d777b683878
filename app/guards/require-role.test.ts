import { RouterContextProvider } from "react-router"
import { expect, it, vi } from "vitest"
import type { Role } from "#core/identity/roles.ts"
import { hearLog } from "#tests/support/log.ts"
import { ANONYMOUS, sessionContext } from "../context.ts"
import { requireRole } from "./require-role.ts"

/** Requests a page of these roles, signed in or not. Returns "the page", or the URL of the redirect. */
async function led(
  roles: [Role, ...Role[]],
  role: Role | null,
  request = new Request("http://localhost/page"),
) {
  const context = new RouterContextProvider()
  context.set(sessionContext, role ? { ...ANONYMOUS, actor: { role, userId: "someone" } } : ANONYMOUS)
  const page = vi.fn(async () => new Response("the page"))
  const args = { request, context, params: {}, pattern: "/page", url: new URL(request.url) }
  const answer = await Promise.resolve()
    .then(() => requireRole(...roles)(args, page))
    .catch((thrown: unknown) => thrown)
  if (!(answer instanceof Response)) throw answer
  const location = answer.headers.get("location")
  expect(page).toHaveBeenCalledTimes(location ? 0 : 1)
  return location ?? answer.text()
}

/** The query parameters for an anonymous visitor: who signs in, and the page to return to. */
const carried = (role: Role) =>
  role === "seller"
    ? "?page=market&next=%2Fpage"
    : role === "deliverer"
      ? "?page=express&next=%2Fpage"
      : "?next=%2Fpage"

it("opens a page to the roles it is for, and to nobody else", async () => {
  const roles = ["customer", "seller", "deliverer", "admin"] as const
  for (const page of roles)
    for (const visitor of [...roles, null])
      expect([page, visitor, await led([page], visitor)]).toEqual([
        page,
        visitor,
        visitor === page
          ? "the page"
          : (page === "admin" ? "/admin" : "/Welcome") + (visitor ? "" : carried(page)),
      ])
  expect(await led(["seller", "deliverer"], "deliverer")).toBe("the page")
  expect(await led(["seller", "deliverer"], "customer")).toBe("/Welcome")
})

it("logs who asked for a page of another role, and nobody else", { tags: ["SEC-32"] }, async () => {
  const lines = hearLog()
  await led(["admin"], "customer")
  await led(["admin"], "admin")
  await led(["admin"], null)
  expect(lines).toMatchObject([{ event: "access.denied", role: "customer", userId: "someone" }])
})

const posted = (init: RequestInit = {}) =>
  new Request("http://localhost/pay/begin?x=1", {
    method: "POST",
    body: new URLSearchParams({ city: "New York", password: "Secret#2026" }),
    ...init,
  })

it("leads back to the page that a form stood on, and never to another site's", {
  tags: ["GUARD-9", "GUARD-10"],
}, async () => {
  const from = (referer: string) => led(["customer"], null, posted({ headers: { referer } }))
  expect(await from("http://localhost/pay?a=b")).toBe("/Welcome?next=%2Fpay%3Fa%3Db")
  for (const elsewhere of [
    "http://evil.example/pay",
    "http://localhost.evil.example/",
    "//evil.example",
    "-",
  ])
    expect(await from(elsewhere)).toBe("/Welcome?next=%2Fpay%2Fbegin%3Fx%3D1")
})
