import { renderToReadableStream } from "react-dom/server"
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router"
import { isRouteErrorResponse, ServerRouter } from "react-router"
import { redacted } from "#core/redacted.ts"
import { nonceContext } from "./context.ts"
import { deferScripts } from "./hydration/defer-scripts.ts"
import { pageHandle } from "./page-handle.ts"
import sheet from "./ui/app.css?inline"
import { SheetText } from "./ui/sheet.tsx"

/** What a loader promises and does not answer in this time is rejected. */
export const streamTimeout = 5_000

/** Renders the page and sends it in one piece: without JavaScript, what a stream brings later would never be seen. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8")
  if (request.method === "HEAD") return new Response(null, { status, headers })
  const nonce = context.get(nonceContext) || undefined
  const stream = await renderToReadableStream(
    <SheetText value={import.meta.env.PROD ? sheet : null}>
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
    </SheetText>,
    { nonce },
  )
  await stream.allReady
  const html = await new Response(stream).text()
  const { hydrate } = pageHandle(entryContext.staticHandlerContext.matches.map(({ route }) => route))
  return new Response(hydrate === "eager" ? html : deferScripts(html), { status, headers })
}

/** Loaders' and actions' unexpected errors; unknown addresses and closed tabs are not worth a stack. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (isAbort(error, request)) return
  console.error(isRouteErrorResponse(error) ? error : redacted(error))
}

function isAbort(error: unknown, request: Request): boolean {
  return request.signal.aborted || (error instanceof Error && error.name === "AbortError")
}
