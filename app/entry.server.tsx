import { renderToString } from "react-dom/server"
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router"
import { isRouteErrorResponse, ServerRouter } from "react-router"
import { redacted } from "#core/redacted.ts"
import { nonceContext } from "./context.ts"
import { handOverScript } from "./hydration/hand-over-script.ts"
import sheet from "./ui/app.css?inline"
import { SheetText } from "./ui/sheet.tsx"

/** What a loader promises and does not answer in this time is refused. */
export const streamTimeout = 5_000

/**
 * Draws the page in one piece: no loader defers anything (without JavaScript it would never be seen), so a stream
 * would only cut into pieces what is there already, and cost a third more.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...entryContext }: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8")
  if (request.method === "HEAD") return new Response(null, { status, headers })
  const nonce = context.get(nonceContext) || undefined
  const drawn = renderToString(
    <SheetText value={import.meta.env.PROD ? sheet : null}>
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
    </SheetText>,
  )
  const data =
    serverHandoffStream && entryContext.renderMeta?.didRenderScripts
      ? handOverScript(await new Response(serverHandoffStream).text(), nonce, drawn)
      : ""
  const end = drawn.lastIndexOf("</body>")
  return new Response(`<!DOCTYPE html>${drawn.slice(0, end)}${data}${drawn.slice(end)}`, { status, headers })
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
