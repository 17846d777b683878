/**
 * Calls back when the parent process has ended in any way, since that closes our standard input. Only for children
 * started with `--parent-pipe`; for other processes the end of standard input means nothing.
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
