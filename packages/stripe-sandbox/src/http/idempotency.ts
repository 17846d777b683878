import type { World } from "../world.ts"
import { StripeError } from "./errors.ts"

export interface Reply {
  status: number
  body: string
  replayed?: boolean
}

/** Returns the stored response of the key's first request, or throws when the parameters differ. */
export function replayReply(world: World, account: string, key: string, fingerprint: string): Reply | null {
  const kept = world.store.db
    .query<{ fingerprint: string; status: number; body: string }, [string, string]>(
      "select fingerprint, status, body from replies where account = ? and key = ?",
    )
    .get(account, key)
  if (!kept) return null
  if (kept.fingerprint !== hash(fingerprint)) {
    throw new StripeError(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  return { status: kept.status, body: kept.body, replayed: true }
}

/**
 * Stores the response of an executed request, a declined card included. A request rejected before it ran stores none.
 */
export function keepReply(
  world: World,
  account: string,
  key: string,
  fingerprint: string,
  reply: Reply,
): void {
  world.store.db
    .query("insert into replies (account, key, fingerprint, status, body) values (?, ?, ?, ?, ?)")
    .run(account, key, hash(fingerprint), reply.status, reply.body)
}

function hash(fingerprint: string): string {
  return Bun.hash(fingerprint).toString(36)
}
