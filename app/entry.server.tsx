import { isbot } from "isbot"
import { renderToReadableStream, renderToString } from "react-dom/server"
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router"
import { isRouteErrorResponse, ServerRouter } from "react-router"
import { nonceContext } from "./context.ts"
import { handoffScripts } from "./hydration/handoff-scripts.ts"

export const streamTimeout = 5_000

/** React's mark in a document for what was not there yet: only the stream renderer can send it afterwards. */
const UNFINISHED = "<!--$!-->"

/**
 * Pages wait for nothing while they are drawn, so they are drawn in one go: half as much work again goes into pages
 * that are made to be streamed. One that does wait (`<Await>`, `lazy`) is streamed all the same.
 */
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
  // What the browser's router will know of the loaders' answers. Its stream ends with the last of them.
  const handoff = await new Response(entryContext.serverHandoffStream).text()
  const whole = { ...entryContext, serverHandoffStream: undefined }
  const html = renderToString(<ServerRouter context={whole} url={request.url} nonce={nonce} />)
  if (html.includes(UNFINISHED)) {
    const serverHandoffStream = new Response(handoff).body ?? undefined
    return stream(request, status, headers, { ...entryContext, serverHandoffStream }, nonce)
  }
  const end = html.lastIndexOf("</body>")
  const scripts = whole.renderMeta?.didRenderScripts ? handoffScripts(handoff, nonce) : ""
  const page = Buffer.from(`<!DOCTYPE html>${html.slice(0, end)}${scripts}${html.slice(end)}`)
  headers.set("Content-Length", String(page.byteLength))
  return new Response(page, { status, headers })
}

async function stream(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  nonce: string | undefined,
): Promise<Response> {
  let shellSent = false
  let finalStatus = status
  const stream = await renderToReadableStream(
    <ServerRouter context={entryContext} url={request.url} nonce={nonce} />,
    {
      nonce,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout + 1_000)]),
      onError(error) {
        finalStatus = 500
        // Before the shell is out the error rejects this function and is logged by handleError.
        if (shellSent && !isAbort(error, request)) console.error(error)
      },
    },
  )
  shellSent = true
  // Deferred content is invisible without JavaScript: robots get the whole page.
  if (isbot(request.headers.get("user-agent") ?? "")) await stream.allReady
  return new Response(stream, { status: finalStatus, headers })
}

/** Loaders' and actions' unexpected errors; unknown addresses and closed tabs are not worth a stack. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (isAbort(error, request)) return
  console.error(error)
}

function isAbort(error: unknown, request: Request): boolean {
  return request.signal.aborted || (error instanceof Error && error.name === "AbortError")
}
