/**
 * Calls back when the process that started this one is gone, however it ended: its end of our standard input closes.
 * Only for children started with `--parent-pipe`; anybody else's standard input means nothing.
 */
export function onEndOfParent(callback: () => void): void {
  if (!hasParentPipe()) return
  process.stdin.on("end", callback)
  process.stdin.on("close", callback)
  process.stdin.on("error", callback)
  process.stdin.resume()
}

function hasParentPipe(): boolean {
  return process.argv.includes("--parent-pipe")
}
