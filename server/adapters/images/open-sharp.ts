import type sharp from "sharp"

let opened: Promise<typeof sharp> | undefined

/**
 * Loads sharp with the first image, since its native library would slow down the start of every process. Caching is
 * off, since nothing is decoded twice, and each image uses one processor.
 */
export function openSharp() {
  opened ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return opened
}
