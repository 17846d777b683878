import { sign, verify } from "./signature.ts"

/** The two halves of a signature, as the host at hand does them best. */
export type Signing = {
  sign(secret: string, text: string): string | Promise<string>
  verify(secret: string, text: string, signature: string): boolean | Promise<boolean>
}

/** Clocks of server and room host may differ by this much; a replay within it meets the room's dedupe by id. */
const WINDOW_MS = 60_000

/** The Authorization header of the server's own calls (publish, count), bound to method, path, time and body. */
export async function signCall(
  secret: string,
  { method, path, body }: { method: string; path: string; body: string },
  signing: Signing = { sign, verify },
): Promise<string> {
  const at = Date.now()
  return `Bearer ${at}.${await signing.sign(secret, callText(method, path, at, body))}`
}

export async function isServerCall(
  secret: string,
  call: { method: string; path: string; body: string; authorization: string | null },
  signing: Signing = { sign, verify },
): Promise<boolean> {
  const match = /^Bearer (\d+)\.([\w-]+)$/.exec(call.authorization ?? "")
  const at = Number(match?.[1])
  if (!match?.[2] || Math.abs(Date.now() - at) > WINDOW_MS) return false
  return signing.verify(secret, callText(call.method, call.path, at, call.body), match[2])
}

function callText(method: string, path: string, at: number, body: string): string {
  return ["publish", method, path, at, body].join(".")
}
