import { RouterContextProvider } from "react-router"
import { expect, it, vi } from "vitest"
import { ANONYMOUS, type Role, sessionContext } from "../context.ts"
import { requireRole } from "./require-role.ts"

/** Asks for a page of these roles, as somebody or nobody; answers where that leads, "the page" or an address. */
async function led(roles: [Role, ...Role[]], role: Role | null): Promise<string> {
  const context = new RouterContextProvider()
  context.set(sessionContext, role ? { ...ANONYMOUS, actor: { role, userId: "someone" } } : ANONYMOUS)
  const page = vi.fn(async () => new Response("the page"))
  const request = new Request("http://localhost/page")
  const args = { request, context, params: {}, pattern: "/page", url: new URL(request.url) }
  const answer = await Promise.resolve()
    .then(() => requireRole(...roles)(args, page))
    .catch((thrown: unknown) => thrown)
  if (!(answer instanceof Response)) throw answer
  const location = answer.headers.get("location")
  expect(page).toHaveBeenCalledTimes(location ? 0 : 1)
  return location ?? answer.text()
}

it("opens a page to the roles it is for, and to nobody else", async () => {
  const roles = ["customer", "seller", "deliverer", "admin"] as const
  for (const page of roles)
    for (const visitor of [...roles, null])
      expect([page, visitor, await led([page], visitor)]).toEqual([
        page,
        visitor,
        visitor === page ? "the page" : page === "admin" ? "/admin" : "/Welcome",
      ])
  expect(await led(["seller", "deliverer"], "deliverer")).toBe("the page")
  expect(await led(["seller", "deliverer"], "customer")).toBe("/Welcome")
})
