import { type ActionFunctionArgs, data, type EntryContext, redirect, type ServerBuild } from "react-router"
import { beforeEach, expect, it, vi } from "vitest"
import { pageHandler } from "./page-handler.ts"

const action = vi.fn<(args: ActionFunctionArgs) => unknown>()
const loader = vi.fn<(args: ActionFunctionArgs) => unknown>()
const drawn = vi.fn()
const fault = vi.fn()

const page = { default: () => null }
const guard = ({ request }: ActionFunctionArgs, next: () => unknown) => {
  if (!request.headers.has("cookie")) throw redirect("/Welcome")
  return next()
}
const routes = [
  { id: "root", module: { ...page, loader: () => "frame" } },
  { id: "customers", parentId: "root", module: { ...page, middleware: [guard], loader: () => null } },
  { id: "cart", parentId: "customers", path: "cart", module: { ...page, action, loader: () => "lines" } },
  { id: "return", parentId: "customers", path: "pay/return", module: { action, loader } },
]

const build = {
  routes: Object.fromEntries(routes.map((route) => [route.id, route])),
  assets: { routes: Object.fromEntries(routes.map(({ id }) => [id, { id }])) },
  entry: {
    module: {
      default(_: Request, status: number, headers: Headers, { staticHandlerContext }: EntryContext) {
        drawn()
        const { actionData, loaderData } = staticHandlerContext
        return Response.json({ actionData, loaderData }, { status, headers })
      },
      handleError: fault,
    },
  },
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
  ssr: true,
  future: {},
} as unknown as ServerBuild

const handle = pageHandler(build, { development: false })
const ask = (path: string, init: RequestInit = {}, headers: HeadersInit = { cookie: "signed=in" }) =>
  handle(new Request(`http://localhost${path}`, { headers, ...init }))
const send = (path: string, headers?: HeadersInit) =>
  ask(path, { method: "POST", body: new URLSearchParams({ quantity: "2" }) }, headers)

beforeEach(() => vi.resetAllMocks())

it.each([
  ["returns", () => redirect("/market-info?market=7", { headers: { "Set-Cookie": "flash=good" } })],
  [
    "throws",
    () => {
      throw redirect("/market-info?market=7", { headers: { "Set-Cookie": "flash=good" } })
    },
  ],
])(
  "leads on where an action %s a redirect, with its cookies, and draws nothing",
  { tags: ["WEAK-17"] },
  async (_, answer) => {
    action.mockImplementation(async ({ request }) => {
      expect((await request.formData()).get("quantity")).toBe("2")
      return answer()
    })
    const led = await send("/cart")
    expect([led.status, led.headers.get("location")]).toEqual([302, "/market-info?market=7"])
    expect(led.headers.getSetCookie()).toEqual(["flash=good"])
    expect(drawn).not.toHaveBeenCalled()
    expect(action).toHaveBeenCalledTimes(1)
  },
)

it("draws the page with what an action answered otherwise, and does not do it twice", {
  tags: ["WEAK-17"],
}, async () => {
  action.mockImplementation(() => data({ left: 1 }, { status: 422, headers: { "X-Own": "yes" } }))
  const answer = await send("/cart")
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({
    actionData: { cart: { left: 1 } },
    loaderData: { root: "frame", customers: null, cart: "lines" },
  })
  expect(action).toHaveBeenCalledTimes(1)
})

it("draws the error of an action that fails, tells of it, and does not do it twice", {
  tags: ["WEAK-17"],
}, async () => {
  action.mockRejectedValue(new Error("sold out"))
  expect((await send("/cart")).status).toBe(500)
  expect(drawn).toHaveBeenCalledTimes(1)
  expect(fault).toHaveBeenCalledTimes(1)
  expect(action).toHaveBeenCalledTimes(1)
})

it.each(["/cart", "/pay/return"])("keeps the guard in front of %s", { tags: ["GUARD-2"] }, async (path) => {
  for (const answer of [await send(path, {}), await ask(path, {}, {})])
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/Welcome"])
  expect(action).not.toHaveBeenCalled()
  expect(loader).not.toHaveBeenCalled()
})

it("answers what a route without a page answers, as it is", { tags: ["WEAK-17"] }, async () => {
  action.mockImplementation(() => Response.json({ secret: 1 }, { status: 422 }))
  const begun = await send("/pay/return")
  expect([begun.status, await begun.json()]).toEqual([422, { secret: 1 }])
  loader.mockImplementation(() => redirect("/thanks?order=1"))
  expect((await ask("/pay/return?checkout=7")).headers.get("location")).toBe("/thanks?order=1")
  expect(loader.mock.calls[0]?.[0].url.search).toBe("?checkout=7")
  loader.mockImplementation(() => ({ plain: true }))
  expect(await (await ask("/pay/return")).json()).toEqual({ plain: true })
  expect([action.mock.calls.length, loader.mock.calls.length]).toEqual([1, 2])
})

it("leaves an address to React Router that it has to work out", { tags: ["WEAK-17"] }, async () => {
  action.mockImplementation(() => redirect("../orders"))
  expect((await send("/pay/return")).headers.get("location")).toBe("/orders")
  expect(action).toHaveBeenCalledTimes(1)
})

it("leaves client navigation to React Router, which wraps every answer", { tags: ["WEAK-17"] }, async () => {
  action.mockImplementation(() => redirect("/market-info"))
  const wrapped = await send("/cart.data")
  expect([wrapped.status, wrapped.headers.get("location")]).toEqual([202, null])
  expect(action).toHaveBeenCalledTimes(1)
})
