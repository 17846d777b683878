import { createHash } from "node:crypto"
import { inArray, sql } from "drizzle-orm"
import { type Context, isPerson } from "#core/context.ts"
import { countText } from "#core/count-text.ts"
import { DAY_MINUTES, MINUTE_MS } from "#core/durations.ts"
import { DomainError } from "#core/errors.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import { rateLimits } from "#db/schema/index.ts"
import { networksOf } from "./networks.ts"

/**
 * How often something that can be guessed or flooded may be tried: `by` an address, with generous limits since offices
 * share one, or by a person, identified by an account, an email or a registration. The address is the last of a limit's
 * subjects; IPv6 addresses are counted by their networks. A limit's name is part of its stored keys. The counts are in
 * the database, unlike those of the API's calls (server/api/rate-limit.ts), because they must outlive a restart, hold
 * for all processes, and be reversible.
 */
export const LIMITS = {
  "sign in to an account from an address": { by: "address", tries: 8, minutes: 15 },
  "sign in to an account": { by: "person", tries: 100, minutes: 60 },
  "sign in from a known device": { by: "person", tries: 8, minutes: 15 },
  /** A code of an authenticator app is valid for at most three periods of 30 s. */
  "use a code": { by: "person", tries: 1, minutes: 2 },
  "sign in from an address": { by: "address", tries: 100, minutes: 15 },
  "register from an address": { by: "address", tries: 200, minutes: 60 },
  "upload to a registration": { by: "person", tries: 60, minutes: 60 },
  "upload to registrations from an address": { by: "address", tries: 60, minutes: 60 },
  "upload an image": { by: "person", tries: 500, minutes: 60 },
  "confirm from an address": { by: "address", tries: 60, minutes: 15 },
  "ask for a letter": { by: "person", tries: 5, minutes: 60 },
  "ask for letters from an address": { by: "address", tries: 60, minutes: 60 },
  "reset from an address": { by: "address", tries: 60, minutes: 15 },
  "prove a password": { by: "person", tries: 8, minutes: 15 },
  "change an email": { by: "person", tries: 5, minutes: 60 },
  "add a passkey": { by: "person", tries: 20, minutes: 60 },
  "sign in with a passkey from an address": { by: "address", tries: 100, minutes: 15 },
  "test a device": { by: "person", tries: 20, minutes: 60 },
  "add a card": { by: "person", tries: 5, minutes: DAY_MINUTES },
  "add a card from an address": { by: "address", tries: 10, minutes: 60 },
  "export an account": { by: "person", tries: 10, minutes: DAY_MINUTES },
} as const satisfies Record<string, { by: "address" | "person"; tries: number; minutes: number }>

export type Limit = keyof typeof LIMITS

/**
 * Counts one attempt, and throws `rate_limited` with the time to wait when the limit is exceeded. Counting and checking
 * are one statement, so that parallel attempts cannot exceed the limit. Do not call it inside a transaction: a
 * rejection would roll back the count as well.
 */
export async function countTry(ctx: Context, limit: Limit, ...subject: string[]): Promise<void> {
  const { tries, minutes } = LIMITS[limit]
  const now = ctx.now()
  const resetsAt = new Date(now.getTime() + minutes * MINUTE_MS)
  const started = sql`${rateLimits.resetsAt} > ${now.toISOString()}::timestamptz`
  for (const { key, times } of keysOf(limit, subject)) {
    const [row] = await ctx.db
      .insert(rateLimits)
      .values({ key, count: 1, resetsAt })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${started} then ${rateLimits.count} + 1 else 1 end`,
          resetsAt: sql`case when ${started} then ${rateLimits.resetsAt} else excluded.resets_at end`,
        },
      })
      .returning()
    if (!row || row.count <= tries * times) continue
    const userId = isPerson(ctx) ? ctx.actor.userId : undefined
    tellSecurity("limit.reached", { role: ctx.actor.role, userId, limit })
    throw tooMany(row.resetsAt, now)
  }
}

/** Reverses the count of an attempt that succeeded. */
export async function forgiveTry(ctx: Context, limit: Limit, ...subject: string[]): Promise<void> {
  const keys = keysOf(limit, subject).map(({ key }) => key)
  await ctx.db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(inArray(rateLimits.key, keys))
}

function tooMany(resetsAt: Date, now: Date): DomainError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = countText(minutes, "minute")
  return new DomainError("rate_limited", `Too many tries. Please try again in ${wait}.`, undefined, {
    retryAfterSeconds: seconds,
  })
}

/** One key, or one for each network of an address. Hashed, because the subject is an email or a network address. */
function keysOf(limit: Limit, subject: readonly string[]): { key: string; times: number }[] {
  const last = subject.at(-1) ?? ""
  const counted = LIMITS[limit].by === "address" ? networksOf(last) : [{ name: last, times: 1 }]
  return counted.map(({ name, times }) => ({
    times,
    key: createHash("sha256")
      .update([limit, ...subject.slice(0, -1), name].join("\n"))
      .digest("base64url"),
  }))
}
