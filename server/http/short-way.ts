import {
  type ActionFunctionArgs,
  createContext,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router"

type Routes = ServerBuild["routes"]
type Route = NonNullable<Routes[string]>
type Step = (args: ActionFunctionArgs) => unknown

/** What an action has come to before React Router was asked: its answer, or the error to throw. */
const outcomeOf = createContext<(() => unknown) | null>(null)

/** An address of this site that React Router would pass on as it is. */
const PLAIN_ADDRESS = /^(\/[\w-]+)+(\?[^#]+)?$/

/**
 * Most forms lead on to another page, and a route without a page answers for itself. Nothing is drawn then, and what
 * React Router prepares for drawing costs more than such an answer: its guards and its action are called here.
 * Whatever else they come to is React Router's affair, which is told the outcome and does not do it again.
 * Client navigation (`.data`) is its affair too: it wraps every answer. Forms of other sites were refused before.
 */
export function shortWay(chain: readonly Route[], pattern: string, whole: RequestHandler): RequestHandler {
  const leaf = chain.at(-1)
  if (!leaf || leaf.index) return whole
  const guards = chain.flatMap(({ module }) => module.middleware ?? [])
  const hasPage = !isBare(leaf)
  return async (request, context = new RouterContextProvider()) => {
    const step = stepOf(leaf, request, hasPage)
    if (!step) return whole(request, context)
    const url = new URL(request.url)
    const args = { request, url, pattern, params: {}, context } as ActionFunctionArgs
    const act = async () => {
      const outcome = await settled(() => step(args))
      context.set(outcomeOf, outcome)
      return outcome()
    }
    const from = async (index: number): Promise<unknown> => {
      const guard = guards[index]
      return guard ? guard(args, () => from(index + 1) as Promise<Response>) : act()
    }
    const answer = await from(0).catch((error: unknown) => error)
    if (answer instanceof Response && (isPlainRedirect(answer) || isAnswer(answer, hasPage))) return answer
    return whole(request, context)
  }
}

/** A route's own answer; an address that it leads to may have to be worked out by where it stands. */
const isAnswer = (answer: Response, hasPage: boolean) => !hasPage && !answer.headers.has("Location")
const isPlainRedirect = ({ status, headers }: Response) =>
  status >= 300 && status < 400 && PLAIN_ADDRESS.test(headers.get("Location") ?? "")

/** The build whose actions and loaders of the short way are not done a second time. */
export function rememberingOutcomes(routes: Routes): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route) return [id, route]
      const { action, loader } = route.module
      const module: Route["module"] = { ...route.module }
      if (action) module.action = remembering(action as Step) as typeof action
      if (loader && isBare(route)) module.loader = remembering(loader as Step) as typeof loader
      return [id, { ...route, module }]
    }),
  )
}

const remembering =
  (step: Step): Step =>
  (args) =>
    (args.context.get(outcomeOf) ?? (() => step(args)))()

/** A route that draws nothing, neither a page nor an error. */
export const isBare = ({ module }: Route) => module.default == null && module.ErrorBoundary == null

function stepOf({ module }: Route, { method }: Request, hasPage: boolean): Step | undefined {
  if (method === "POST") return module.action as Step | undefined
  return method === "GET" && !hasPage ? (module.loader as Step | undefined) : undefined
}

async function settled(work: () => unknown): Promise<() => unknown> {
  try {
    const value = await work()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}
