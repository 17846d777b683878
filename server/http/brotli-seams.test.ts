import { heapStats } from "bun:jsc"
import { brotliDecompressSync } from "node:zlib"
import { expect, it } from "vitest"
import { type SeamedBrotli, seamedBrotli } from "./brotli-seams.ts"

const newNonce = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64")
const paragraph = (nonce: string) =>
  `<p>Äpfel & 梨: the same words again and again</p><script nonce="${nonce}">go()</script>`
const page = (nonce: string) => `${paragraph(nonce).repeat(5)}["nonce","${nonce}"]`

it("unpacks to the text with each word in all of its seams", { tags: ["WEAK-16"] }, async () => {
  const first = newNonce()
  const seamed = await seamedBrotli(page(first), first)
  for (let times = 0; times < 200; times++) {
    const nonce = newNonce()
    expect(brotliDecompressSync(seamed!.with(nonce)).toString()).toBe(page(nonce))
  }
  expect(seamed!.with(newNonce()).byteLength).toBeLessThan(page(first).length)
})

it("takes a text that begins and ends with the word, and one without it", { tags: ["WEAK-16"] }, async () => {
  const first = newNonce()
  const both = await seamedBrotli(`${first}middle${first}`, first)
  const none = await seamedBrotli("no word in here", first)
  const nonce = newNonce()
  expect(brotliDecompressSync(both!.with(nonce)).toString()).toBe(`${nonce}middle${nonce}`)
  expect(brotliDecompressSync(none!.with(nonce)).toString()).toBe("no word in here")
})

it("refuses a word of another length or ending, which would break what is packed", {
  tags: ["WEAK-16"],
}, async () => {
  const nonce = newNonce()
  const seamed = await seamedBrotli(page(nonce), nonce)
  expect(() => seamed!.with("short")).toThrow(RangeError)
  expect(() => seamed!.with(nonce.replace("==", "Aw"))).toThrow(RangeError)
})

it("keeps the packed pieces and nothing of the text: what is kept by the thousand is as small as it says", {
  tags: ["WEAK-16"],
}, async () => {
  const held = () => {
    Bun.gc(true)
    return heapStats().extraMemorySize
  }
  const before = held()
  const kept: SeamedBrotli[] = []
  for (let index = 0; index < 100; index++) {
    const nonce = newNonce()
    kept.push((await seamedBrotli(page(nonce) + `${index} `.repeat(20_000), nonce)) as SeamedBrotli)
  }
  // Each text is 50 kB and more.
  expect(held() - before).toBeLessThan(1_000_000)
  expect(kept).toHaveLength(100)
})
