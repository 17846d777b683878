import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { WAITING_ROOM } from "../../core/ports/rooms.ts"
import { mintTicket } from "../../party/ticket.ts"

/** The secret of every measured rooms process. */
export const SECRET = crypto.randomUUID() + crypto.randomUUID()

/** Starts a program whose first line names its port. */
export async function startProcess(script: string, port = "0") {
  const child: ChildProcess = spawn(process.execPath, [script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: port, HOST: "127.0.0.1", ROOMS_SECRET: SECRET, LOG_LEVEL: "error" },
  })
  let output = ""
  for await (const chunk of child.stdout ?? []) {
    output += chunk
    if (output.includes("\n")) break
  }
  const listening = /"port":(\d+)/.exec(output)?.[1]
  if (!listening) throw new Error(`${script} did not start`)
  return {
    origin: `http://127.0.0.1:${listening}`,
    pid: child.pid ?? 0,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGKILL")
      await once(child, "exit")
    },
  }
}

export const startRooms = (port?: string) => startProcess("server/cli/party.ts", port)

/** A ticket of a new person for the room of waiting couriers. */
export function newTicket() {
  const [userId, sessionId] = [crypto.randomUUID(), crypto.randomUUID()]
  return mintTicket(SECRET, { ...WAITING_ROOM, userId, sessionId, role: "deliverer" })
}
