import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { createMiddleware } from "hono/factory"

/** Holds any page whole. To take and clear the default window of 4 MB each time was a third of the work. */
const WINDOW = { [constants.BROTLI_PARAM_LGWIN]: 18 }
/** Brotli's fourth level: as small as gzip gets at its best. */
const BROTLI = { params: { ...WINDOW, [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** A page with its style sheet within it is sent to a visitor once: there a twelfth less is worth a level more. */
const LARGE = { params: { ...WINDOW, [constants.BROTLI_PARAM_QUALITY]: 5 } }
const LARGE_BYTES = 32 * 1024
const GZIP = { level: 6 }
const SMALLEST_BYTES = 1024
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|problem\+json|manifest\+json)|image\/svg)/

type Encoding = "br" | "gzip"

/** Compresses responses that are text. Nothing of ours streams: pages, their data and the API's answers are complete. */
export function compression() {
  return createMiddleware(async (c, next) => {
    await next()
    const response = c.res
    const encoding = preferredEncoding(c.req.raw)
    if (!encoding || c.req.method === "HEAD" || !response.body || !isCompressible(response)) return
    const bytes = await response.bytes()
    const isSmall = bytes.byteLength < SMALLEST_BYTES
    const headers = new Headers(response.headers)
    headers.append("vary", "accept-encoding")
    headers.delete("content-length")
    if (!isSmall) {
      headers.set("content-encoding", encoding)
      headers.delete("etag")
    }
    // Setting `c.res` merges the headers of the response before into the new one, the old length too.
    c.res = undefined
    c.res = new Response(isSmall ? bytes : compressed(bytes, encoding), {
      status: response.status,
      statusText: response.statusText,
      headers,
    })
  })
}

/** The best that the client takes and we have. */
function preferredEncoding(request: Request): Encoding | undefined {
  const accepted = request.headers.get("accept-encoding")
  if (!accepted) return undefined
  const names = accepted.split(",").map((part) => part.trim())
  const takes = (name: string) =>
    names.some((part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)))
  return takes("br") ? "br" : takes("gzip") ? "gzip" : undefined
}

function isCompressible(answer: Response): boolean {
  return (
    COMPRESSIBLE.test(answer.headers.get("content-type") ?? "") &&
    !answer.headers.has("content-encoding") &&
    !/no-transform/.test(answer.headers.get("cache-control") ?? "")
  )
}

function compressed(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === "gzip") return gzipSync(bytes, GZIP)
  return brotliCompressSync(bytes, bytes.byteLength > LARGE_BYTES ? LARGE : BROTLI)
}
