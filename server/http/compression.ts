import { Duplex } from "node:stream"
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from "node:zlib"
import { createMiddleware } from "hono/factory"

/** 256 kB, which holds any page. Allocating and clearing the default window of 4 MB took a third of the CPU time. */
const WINDOW = { [constants.BROTLI_PARAM_LGWIN]: 18 }
/** Brotli's level 4 compresses as well as gzip's best level. */
const BROTLI = { params: { ...WINDOW, [constants.BROTLI_PARAM_QUALITY]: 4 } }
/**
 * A page with an inlined style sheet is sent to each visitor only once; making it a twelfth smaller is worth a higher
 * level.
 */
const LARGE = { params: { ...WINDOW, [constants.BROTLI_PARAM_QUALITY]: 5 } }
const LARGE_BYTES = 32 * 1024
const GZIP = { level: 6 }
const SMALLEST_BYTES = 1024
/** Larger than any page. A longer body is compressed as a stream, even if its source never waits. */
const LARGEST_WHOLE_BYTES = 1_048_576
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|problem\+json|manifest\+json)|image\/svg)/

type Encoding = "br" | "gzip"

/**
 * Compresses text responses: as a whole if the body is available immediately, as for pages, their data and the API, and
 * as a stream if its source has to wait. A stream is flushed after each of its parts, read no faster than the client
 * reads, and canceled when the client disconnects.
 */
export function compression() {
  return createMiddleware(async (c, next) => {
    await next()
    const response = c.res
    const encoding = preferredEncoding(c.req.raw)
    if (!encoding || c.req.method === "HEAD" || !response.body || !isCompressible(response)) return
    const { whole, stream } = await readAhead(response.body)
    const isCompressed = stream !== undefined || whole.byteLength >= SMALLEST_BYTES
    const headers = new Headers(response.headers)
    headers.append("vary", "accept-encoding")
    headers.delete("content-length")
    if (isCompressed) {
      headers.set("content-encoding", encoding)
      headers.delete("etag")
    }
    // Setting `c.res` merges the old response's headers into the new one, including the old length.
    c.res = undefined
    c.res = new Response(
      stream ? compressedStream(stream, encoding) : isCompressed ? compressed(whole, encoding) : whole,
      { status: response.status, statusText: response.statusText, headers },
    )
  })
}

type Bytes = Uint8Array<ArrayBuffer>
type ReadAhead = { whole: Bytes; stream?: undefined } | { stream: ReadableStream<Bytes>; whole?: undefined }

/** Reads the whole body if it ends before its source has to wait; otherwise returns all of it as a stream. */
async function readAhead(body: ReadableStream<Bytes>): Promise<ReadAhead> {
  const reader = body.getReader()
  const parts: Bytes[] = []
  let size = 0
  const wait = new Promise<undefined>((resolve) => setImmediate(resolve, undefined))
  for (;;) {
    const next = reader.read()
    const read = await Promise.race([next, wait])
    if (!read || size > LARGEST_WHOLE_BYTES) return { stream: continued(reader, parts, next) }
    if (read.done) return { whole: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts) }
    parts.push(read.value)
    size += read.value.byteLength
  }
}

/** A stream of the parts that were already read, the pending read, and the rest at the client's pace. */
function continued(
  reader: ReadableStreamDefaultReader<Bytes>,
  parts: Bytes[],
  first: ReturnType<typeof reader.read>,
): ReadableStream<Bytes> {
  let next: typeof first | undefined = first
  return new ReadableStream({
    async pull(controller) {
      const part = parts.shift()
      if (part) return controller.enqueue(part)
      const read = await (next ?? reader.read())
      next = undefined
      if (read.done) controller.close()
      else controller.enqueue(read.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** The best encoding that the client accepts and we support. */
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

function compressed(bytes: Bytes, encoding: Encoding): Bytes {
  if (encoding === "gzip") return gzipSync(bytes, GZIP)
  return brotliCompressSync(bytes, bytes.byteLength > LARGE_BYTES ? LARGE : BROTLI)
}

function compressedStream(stream: ReadableStream<Bytes>, encoding: Encoding): ReadableStream<Bytes> {
  const compressor =
    encoding === "gzip"
      ? createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH })
      : createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH })
  // Node's types of web streams and the global ones differ; the streams are the same.
  return stream.pipeThrough(Duplex.toWeb(compressor) as unknown as ReadableWritablePair<Bytes, Bytes>)
}
