import { randomInt } from "node:crypto"
import { createServer } from "node:net"
import { StartError } from "../config/start-error.ts"

/**
 * A port of 127.0.0.1 that is free at the moment. It is below the range for outgoing connections (Linux: 32768 and up),
 * so that none of them takes it before its owner listens.
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await listenOnce(randomInt(20_000, 32_768), "127.0.0.1")
    } catch (error) {
      if (errorCode(error) !== "EADDRINUSE" || tries === 20) throw error
    }
  }
}

/** Throws a readable error if the port is taken or not allowed, before anything else starts. */
export async function rejectBusyPort(port: number, host: string): Promise<void> {
  try {
    await listenOnce(port, host)
  } catch (error) {
    const code = errorCode(error)
    if (code === "EADDRINUSE")
      throw new StartError(
        `Port ${port} is used by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
      )
    if (code === "EACCES")
      throw new StartError(
        `This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`,
      )
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartError(
        `HOST=${host} is not an address of this machine. Set HOST=127.0.0.1 for this machine only, or HOST=0.0.0.0 for everybody who reaches it.`,
      )
    throw error
  }
}

const errorCode = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined)

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.once("error", failed)
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => found(typeof address === "object" && address ? address.port : 0))
    })
  })
}
