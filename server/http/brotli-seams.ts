import { brotliDecompressSync, constants, createBrotliCompress } from "node:zlib"

/** A text that was compressed once and can be sent with another word in its seams each time. */
export interface SeamedBrotli {
  byteLength: number
  /** The compressed text with `word` in every seam; a word of another length or with another ending is refused. */
  with(word: string): Uint8Array<ArrayBuffer>
}

/** A tenth smaller than the fourth level of pages that are drawn for one answer: this is paid once for many. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Compresses `text` once for all values of a word that stands in it several times: the nonce of a page. The word goes
 * between the compressed pieces as an uncompressed block of Brotli's own (RFC 7932, 9.2), which starts at a whole byte
 * because each piece is flushed. While compressing, random bytes stand in its place, so that nothing later can refer
 * back to them; only their last two are the word's own, since the decoder looks at two bytes to choose its next code.
 * The result is unpacked once with another word. Undefined where that does not come out right.
 */
export async function seamedBrotli(text: string, word: string): Promise<SeamedBrotli | undefined> {
  const seamed = seamedPieces(await compressAround(text.split(word), word), word)
  const unlike = word.replace(/^.*(?=..$)/s, (start) => "~".repeat(start.length))
  return unpacks(seamed.with(unlike), text.replaceAll(word, unlike)) ? seamed : undefined
}

/** Apart from where the text is known: what is kept would keep everything that the function around it was given. */
function seamedPieces(pieces: readonly Buffer[], word: string): SeamedBrotli {
  const length = Buffer.byteLength(word)
  const ending = word.slice(-2)
  const seam = seamHead(length)
  const byteLength = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  return {
    byteLength,
    with(other) {
      const inset = Buffer.from(other)
      if (inset.byteLength !== length || !other.endsWith(ending))
        throw new RangeError(`The seams are ${length} bytes wide and end with ${ending}.`)
      const whole = new Uint8Array(byteLength + (pieces.length - 1) * (seam.byteLength + length))
      let at = 0
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) {
          whole.set(seam, at)
          whole.set(inset, at + seam.byteLength)
          at += seam.byteLength + length
        }
        whole.set(piece, at)
        at += piece.byteLength
      }
      return whole
    },
  }
}

/** What goes before an uncompressed block: not the last, its length less one in 16 bits, uncompressed. */
function seamHead(length: number): Uint8Array {
  const bits = ((length - 1) << 3) | (1 << 19)
  return Uint8Array.of(bits & 255, (bits >> 8) & 255, bits >> 16)
}

async function compressAround(parts: readonly string[], word: string): Promise<Buffer[]> {
  const compressor = createBrotliCompress(QUALITY)
  let out: Buffer[] = []
  compressor.on("data", (chunk: Buffer) => out.push(chunk))
  const taken = () => Buffer.concat(out.splice(0))
  const flushed = () => new Promise<Buffer>((resolve) => compressor.flush(() => resolve(taken())))
  const pieces: Buffer[] = []
  for (const [index, part] of parts.entries()) {
    if (index > 0) {
      compressor.write(standIn(word))
      await flushed()
    }
    compressor.write(part)
    if (index < parts.length - 1) pieces.push(await flushed())
  }
  const ended = new Promise<void>((resolve, reject) => compressor.on("end", resolve).on("error", reject))
  compressor.end()
  await ended
  out = [...pieces, taken()]
  return out
}

function standIn(word: string): Buffer {
  const bytes = Buffer.from(word)
  crypto.getRandomValues(bytes.subarray(0, -2))
  return bytes
}

function unpacks(packed: Uint8Array, text: string): boolean {
  try {
    return brotliDecompressSync(packed).toString("utf8") === text
  } catch {
    return false
  }
}
