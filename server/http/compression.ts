import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from "node:zlib"
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
/** A page that is complete within this time is compressed as a whole; otherwise what is there is sent on. */
const WHOLE_PAGE_MS = 20

const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|problem\+json|manifest\+json)|image\/svg)/

type Encoding = "br" | "gzip"
type Bytes = Uint8Array<ArrayBuffer>

/** Compresses answers that are text: ordinary pages once they are complete, streamed ones piece by piece. */
export function compression() {
  return createMiddleware(async (c, next) => {
    await next()
    const answer = c.res
    if (!isCompressible(answer)) return
    const encoding = preferredEncoding(c.req.raw)
    if (!encoding || c.req.method === "HEAD") return
    // To look at its body makes a stream of it.
    if (isKnownSmall(answer)) {
      answer.headers.append("vary", "accept-encoding")
      return
    }
    if (!answer.body) return
    const reader = isComplete(answer) ? undefined : answer.body.getReader()
    const reading = reader ? await readForAWhile(reader) : await readAtOnce(answer)
    const headers = new Headers(answer.headers)
    headers.append("vary", "accept-encoding")
    headers.delete("content-length")
    const init = { status: answer.status, statusText: answer.statusText, headers }
    const start = reading.chunks.length === 1 ? (reading.chunks[0] as Bytes) : Buffer.concat(reading.chunks)
    // Setting `c.res` anew merges the old headers in; without this the old length would come back.
    c.res = undefined
    if (reading.done && start.byteLength < SMALLEST_BYTES) {
      c.res = new Response(start, init)
      return
    }
    headers.set("content-encoding", encoding)
    headers.delete("etag")
    c.res = new Response(
      reading.done ? compressed(start, encoding) : piecewise(start, reading.next, reading.reader, encoding),
      init,
    )
  })
}

/** The best that the client takes and we have. */
export function preferredEncoding(request: Request): Encoding | undefined {
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

function compressed(bytes: Uint8Array, encoding: Encoding): Bytes {
  if (encoding === "gzip") return gzipSync(bytes, GZIP)
  return brotliCompressSync(bytes, bytes.byteLength > LARGE_BYTES ? LARGE : BROTLI)
}

type Reading =
  | { chunks: Bytes[]; done: true }
  | { chunks: Bytes[]; done: false; next: Promise<Piece>; reader: Reader }
type Reader = ReadableStreamDefaultReader<Bytes>
type Piece = Awaited<ReturnType<Reader["read"]>>

/** Whoever knows the length has the whole body. */
const isComplete = (answer: Response) => answer.headers.has("content-length")

const isKnownSmall = (answer: Response) =>
  isComplete(answer) && Number(answer.headers.get("content-length")) < SMALLEST_BYTES

const readAtOnce = async (answer: Response): Promise<Reading> => ({
  chunks: [await answer.bytes()],
  done: true,
})

/** Reads until the end or until time is up; a read still under way then is handed on, or its piece would be lost. */
async function readForAWhile(reader: Reader): Promise<Reading> {
  const chunks: Bytes[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeIsUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), WHOLE_PAGE_MS)
  })
  try {
    for (;;) {
      const next = reader.read()
      const piece = await Promise.race([next, timeIsUp])
      if (!piece) return { chunks, done: false, next, reader }
      if (piece.done) return { chunks, done: true }
      chunks.push(piece.value)
    }
  } finally {
    clearTimeout(timer)
  }
}

function piecewise(
  start: Uint8Array,
  next: Promise<Piece>,
  reader: Reader,
  encoding: Encoding,
): ReadableStream<Bytes> {
  const compressor = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP)
  const flush = () => new Promise<void>((flushed) => compressor.flush(() => flushed()))
  return new ReadableStream<Bytes>({
    start(out) {
      compressor.on("data", (chunk: Buffer) => out.enqueue(new Uint8Array(chunk)))
      compressor.on("end", () => out.close())
      compressor.on("error", (error) => out.error(error))
      const pump = async () => {
        compressor.write(start)
        await flush()
        for (let read = await next; !read.done; read = await reader.read()) {
          compressor.write(read.value)
          await flush()
        }
        compressor.end()
      }
      pump().catch((error: unknown) => out.error(error))
    },
    async cancel(reason) {
      compressor.destroy()
      await reader.cancel(reason)
    },
  })
}
