import type sharp from "sharp"

let opened: Promise<typeof sharp> | undefined

/**
 * sharp, loaded with the first image: its native library would hold up the start of every process. Nothing is
 * decoded twice, so it remembers nothing, and one image takes one processor.
 */
export function openSharp() {
  opened ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return opened
}
