import { hash } from "node:crypto"
import {
  createContext,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router"
import { nonceContext } from "#app/context.ts"
import type { PageHandle } from "#app/page-handle.ts"
import { type SeamedBrotli, seamedBrotli } from "./brotli-seams.ts"
import { preferredEncoding } from "./compression.ts"

/** The compressed pages that are kept: some 1,500 of home's. */
const MOST_BYTES = 8_000_000
/** Data that was seen once; a page is kept the second time, so that what nobody asks for again pushes nothing out. */
const MOST_SEEN = 4_000

export interface KeptPages {
  /** The build to draw with: its loaders hand over what was read for the look-up, so that nothing is read twice. */
  build: ServerBuild
  /** A page that was drawn before from the same data, or the one that `draw` draws now. */
  answer(request: Request, context: RouterContextProvider, draw: () => Promise<Response>): Promise<Response>
}

type Route = NonNullable<ServerBuild["routes"][string]>
type Kept = { page: SeamedBrotli; headers: [string, string][] }
/** What the loaders of one request answered, by their route's id. */
type Read = ReadonlyMap<string, Promise<unknown>>

const readContext = createContext<Read | null>(null)

/**
 * Keeps the compressed HTML of pages that say `drawnFromData`, for visitors who are not signed in. Nothing in it can
 * be stale: the loaders read the truth for every request, and a page is found only by the hash of its address and of
 * everything that they answered. So nothing has to empty it; the pages that were not asked for longest make room, and
 * it ends with the process (and with it the build that drew it). The nonce is another one in every answer.
 */
export function keptPages(build: ServerBuild): KeptPages {
  const chains = keepable(build)
  const kept = new Map<string, Kept>()
  const seen = new Set<string>()
  let bytes = 0
  const keep = (key: string, page: Kept) => {
    kept.set(key, page)
    bytes += page.page.byteLength
    for (const [oldest, { page }] of kept) {
      if (bytes <= MOST_BYTES) break
      kept.delete(oldest)
      bytes -= page.byteLength
    }
  }
  return {
    build: { ...build, routes: handingOver(build.routes) },
    async answer(request, context, draw) {
      const url = new URL(request.url)
      const chain = request.method === "GET" ? chains.get(url.pathname) : undefined
      if (!chain || preferredEncoding(request) !== "br") return draw()
      const read = readAll(chain, { request, url, context, params: {}, pattern: url.pathname })
      context.set(readContext, read)
      const nonce = context.get(nonceContext)
      const key = await keyOf(url, read, nonce)
      const found = key && kept.get(key)
      if (key && found) {
        kept.delete(key)
        kept.set(key, found)
        return answerFrom(found, nonce)
      }
      const answer = await draw()
      if (!key || !isOrdinary(answer)) return answer
      if (!seen.has(key)) {
        if (seen.size >= MOST_SEEN) seen.clear()
        seen.add(key)
        return answer
      }
      const html = await answer.text()
      const page = await seamedBrotli(html, nonce)
      if (!page) return new Response(html, answer)
      const headers = [...answer.headers].filter(([name]) => name !== "content-length")
      const entry = { page, headers }
      if (!kept.has(key)) keep(key, entry)
      return answerFrom(entry, nonce)
    },
  }
}

function answerFrom({ page, headers }: Kept, nonce: string): Response {
  const answer = new Response(page.with(nonce), { headers })
  answer.headers.set("content-encoding", "br")
  answer.headers.append("vary", "accept-encoding")
  return answer
}

const isOrdinary = (answer: Response) =>
  answer.status === 200 &&
  !answer.headers.has("set-cookie") &&
  answer.headers.get("content-type")?.startsWith("text/html")

/** The address of every page that may be kept, with its routes from the root down. */
function keepable({ routes }: ServerBuild): Map<string, Route[]> {
  const chains = new Map<string, Route[]>()
  for (const route of Object.values(routes)) {
    const { drawnFromData } = (route?.module.handle ?? {}) as PageHandle
    if (!route || !drawnFromData) continue
    const chain = [route]
    for (let parent = route.parentId; parent; parent = chain[0]?.parentId) {
      const above = routes[parent]
      if (!above) break
      chain.unshift(above)
    }
    const path = `/${chain.flatMap((one) => one.path || []).join("/")}`
    if (chain.some(({ module }) => module.middleware?.length) || /[:*?]/.test(path))
      throw new Error(
        `${route.id} says drawnFromData, but stands behind a guard or has parameters in its path.`,
      )
    chains.set(path, chain)
  }
  return chains
}

function readAll(chain: readonly Route[], args: LoaderFunctionArgs): Read {
  return new Map(
    chain.flatMap(({ id, module }) => {
      if (!module.loader) return []
      const answer = Promise.resolve(module.loader(args))
      // Drawing the page meets the refusal and deals with it.
      answer.catch(() => {})
      return [[id, answer] as const]
    }),
  )
}

function handingOver(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const loader = route?.module.loader
      if (!route || !loader) return [id, route]
      const handOver = (args: LoaderFunctionArgs) => args.context.get(readContext)?.get(id) ?? loader(args)
      return [id, { ...route, module: { ...route.module, loader: handOver } }]
    }),
  )
}

/** Nothing where a loader refused, sent elsewhere, or wants a status or a header of its own. */
async function keyOf(url: URL, read: Read, nonce: string): Promise<string | undefined> {
  try {
    const answers = await Promise.all([...read.values()])
    const plain = answers.map(plainData)
    // The nonce is in the root's data; the page has another one each time.
    const text = JSON.stringify([url.pathname, url.search, plain]).replaceAll(nonce, "")
    return hash("sha256", text, "base64")
  } catch {
    return undefined
  }
}

function plainData(answer: unknown): unknown {
  if (answer instanceof Response) throw new TypeError("A response is not data.")
  if (!isWithInit(answer)) return answer
  const { status = 200, headers } = answer.init ?? {}
  if (status !== 200 || headers) throw new TypeError("An answer with a status or headers is drawn each time.")
  return answer.data
}

type WithInit = { type: "DataWithResponseInit"; data: unknown; init: ResponseInit | null }

const isWithInit = (answer: unknown): answer is WithInit =>
  typeof answer === "object" && answer !== null && "type" in answer && answer.type === "DataWithResponseInit"
