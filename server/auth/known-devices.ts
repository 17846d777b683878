import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import { tokenCookie } from "#core/cookies.ts"
import { DAY_SECONDS } from "#core/durations.ts"
import type { KnownDevice } from "#core/ports/sessions.ts"
import { deviceCookieName, isSecure } from "./session-rules.ts"

/** How many accounts a browser's cookie remembers, newest first. */
const MOST_ACCOUNTS = 8
const REMEMBERED_SECONDS = 365 * DAY_SECONDS

/**
 * The signed cookie that identifies a browser to accounts that have signed in with it: its id and theirs. It grants no
 * access; it only keeps other people's wrong guesses from being counted against this browser.
 */
export function knownDevices(secret: string) {
  const key = createHmac("sha256", secret).update("known device").digest()
  const sign = (text: string) => createHmac("sha256", key).update(text).digest()

  const cookieFor = (request: Request) => tokenCookie(deviceCookieName(isSecure(request)), REMEMBERED_SECONDS)

  function read(request: Request): KnownDevice | null {
    const sent = cookieFor(request).read(request.headers)?.split(".") ?? []
    const signature = Buffer.from(sent.pop() ?? "", "base64url")
    const [id, ...userIds] = sent
    const expected = sign(sent.join("."))
    if (!id || signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null
    return { id, userIds }
  }

  function remember(request: Request, userId: string): string {
    const { id, userIds } = read(request) ?? { id: randomUUID(), userIds: [] }
    const accounts = [userId, ...userIds.filter((other) => other !== userId)].slice(0, MOST_ACCOUNTS)
    const text = [id, ...accounts].join(".")
    return cookieFor(request).write(`${text}.${sign(text).toString("base64url")}`, isSecure(request))
  }

  return { read, remember }
}
