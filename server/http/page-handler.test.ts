import { type EntryContext, type LoaderFunctionArgs, redirect, type ServerBuild } from "react-router"
import { expect, it } from "vitest"
import { pageHandler } from "./page-handler.ts"

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module?: object }

const page = { default: () => null }
const guard = ({ request }: LoaderFunctionArgs) => {
  if (!request.headers.has("cookie")) throw redirect("/Welcome")
}
const routes: Route[] = [
  { id: "root" },
  { id: "start", parentId: "root", index: true },
  { id: "customers", parentId: "root", module: { ...page, middleware: [guard] } },
  { id: "pay", parentId: "customers", path: "pay" },
  { id: "pay-begin", parentId: "customers", path: "pay/begin" },
  { id: "order", parentId: "customers", path: "order/:id" },
  { id: "orders", parentId: "customers", path: "order/all" },
  { id: "not-found", parentId: "root", path: "*" },
]

/** Says which routes it was drawn with, where a real one draws them. */
const drawing = (_request: Request, status: number, _headers: Headers, context: EntryContext) =>
  Response.json(
    {
      known: Object.keys(context.manifest.routes),
      matched: context.staticHandlerContext.matches.map(({ route }) => route.id),
    },
    { status },
  )

const build = {
  routes: Object.fromEntries(routes.map((route) => [route.id, { module: page, ...route }])),
  assets: { routes: Object.fromEntries(routes.map(({ id }) => [id, { id }])) },
  entry: { module: { default: drawing } },
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
  ssr: true,
  future: {},
} as unknown as ServerBuild

const ask = async (path: string, headers = { cookie: "signed=in" } as HeadersInit) => {
  const answer = await pageHandler(build, { development: false })(
    new Request(`http://localhost${path}`, { headers }),
  )
  return { status: answer.status, ...(answer.ok ? await answer.json() : {}) }
}

const everything = routes.map(({ id }) => id)

it.each([
  ["/", ["root", "start"], ["root", "start"]],
  ["/pay", ["root", "customers", "pay"], ["root", "start", "customers", "pay"]],
  // Its list of known routes has the paths above it, so those have to be there.
  ["/pay/begin", ["root", "customers", "pay-begin"], ["root", "start", "customers", "pay", "pay-begin"]],
  // Written without parameters it comes before the one with them.
  ["/order/all", ["root", "customers", "orders"], ["root", "start", "customers", "orders", "not-found"]],
])("draws %s with its own routes", { tags: ["WEAK-17"] }, async (path, matched, known) => {
  expect(await ask(path)).toEqual({ status: 200, matched, known })
})

it.each([
  ["/order/7", ["root", "customers", "order"]],
  ["/pay/", ["root", "customers", "pay"]],
  ["/PAY", ["root", "customers", "pay"]],
  ["/nowhere", ["root", "not-found"]],
])(
  "draws %s, which is nobody's plain path, with all routes",
  { tags: ["WEAK-17"] },
  async (path, matched) => {
    expect(await ask(path)).toEqual({ status: 200, matched, known: everything })
  },
)

it.each(["/pay", "/pay/begin", "/order/7", "/order/all"])(
  "keeps the guard in front of %s",
  { tags: ["GUARD-2"] },
  async (path) => {
    expect((await ask(path, {})).status).toBe(302)
  },
)
