import { sign, verify } from "hono/jwt"

type Call = { method: string; path: string; body: string }

/** Short, because a call can be replayed during this time; long enough for clocks that differ. */
const LIFETIME_SECONDS = 60
const AUDIENCE = "room-call"

/**
 * Returns the Authorization header of the server's own calls (publish, count), valid for this method, path and body.
 */
export async function signCall(secret: string, { method, path, body }: Call): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS
  const claims = { aud: AUDIENCE, exp, method, path, bodySha256: await sha256(body) }
  return `Bearer ${await sign(claims, secret, "HS256")}`
}

/** Whether the server itself sent this call, within its lifetime. */
export async function isServerCall(
  secret: string,
  { method, path, body, authorization }: Call & { authorization: string | null },
): Promise<boolean> {
  const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1]
  if (!token) return false
  try {
    const claims = await verify(token, secret, { alg: "HS256", aud: AUDIENCE })
    return (
      claims.exp !== undefined &&
      claims.method === method &&
      claims.path === path &&
      claims.bodySha256 === (await sha256(body))
    )
  } catch {
    return false
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
