import { renderToReadableStream } from "react-dom/server"
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router"
import { isRouteErrorResponse, ServerRouter } from "react-router"
import { currentRequestId, log } from "#core/log.server.ts"
import { nonceContext, siteRulesContext } from "./context.ts"
import { deferScripts } from "./hydration/defer-scripts.ts"
import { pageHandle } from "./page-handle.ts"
import sheet from "./ui/app.css?inline"
import { SheetText } from "./ui/sheet.tsx"
import { ServersMark } from "./ui/site-mark.tsx"

/** Milliseconds after which a loader's unresolved promises are rejected. */
export const streamTimeout = 5_000

/** Renders the page and sends it in one piece: without JavaScript, streamed parts would never be shown. */
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
  const page = (
    <ServersMark value={context.get(siteRulesContext).mark}>
      <SheetText value={import.meta.env.PROD ? sheet : null}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </SheetText>
    </ServersMark>
  )
  const stream = await renderToReadableStream(page, { nonce, onError: logRenderError }).catch(brokenPage)
  await stream.allReady
  const html = await new Response(stream).text()
  const { hydrate } = pageHandle(entryContext.staticHandlerContext.matches.map(({ route }) => route))
  return new Response(hydrate === "eager" ? html : deferScripts(html), { status, headers })
}

const logRenderError = (error: unknown) => log.error("request.failed", { error })

/** Makes React Router render the error page with the request's id as its number (app/ui/error-page.tsx). */
function brokenPage(): never {
  throw new Response(currentRequestId(), { status: 500, statusText: "Internal Server Error" })
}

/**
 * Logs React Router's own errors. Errors of loaders, actions and pages are already logged and turned into responses.
 */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error) || error instanceof Response || isAbort(error, request)) return
  log.error("request.failed", { error })
}

function isAbort(error: unknown, request: Request): boolean {
  return request.signal.aborted || (error instanceof Error && error.name === "AbortError")
}
