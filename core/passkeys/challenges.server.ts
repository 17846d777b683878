import { createHash, randomBytes } from "node:crypto"
import { and, eq, gt, like } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { MINUTE_MS } from "#core/durations.ts"
import type { Transaction } from "#db/client.ts"
import { verifications } from "#db/schema/index.ts"

/**
 * The time from the options to the browser's response. Scanning a fingerprint is quick; getting a phone from the next
 * room takes longer.
 */
const ANSWERED_WITHIN_MINUTES = 5

/**
 * The person a challenge is for, and the name of the new passkey; both null for signing in, when the person is not
 * known yet.
 */
type Purpose = { userId: string | null; name: string | null }

/** Creates a challenge that works once, for a few minutes. Only its hash is stored. */
export async function makeChallenge(ctx: Context, purpose: Purpose): Promise<Uint8Array> {
  const challenge = randomBytes(32)
  await ctx.db.insert(verifications).values({
    identifier: identifierOf(challenge.toString("base64url")),
    value: JSON.stringify(purpose),
    expiresAt: new Date(ctx.now().getTime() + ANSWERED_WITHIN_MINUTES * MINUTE_MS),
    createdAt: ctx.now(),
  })
  return challenge
}

/** Uses a challenge up: of two simultaneous responses, one gets it. Null when it never existed or has expired. */
export async function spendChallenge(ctx: Context, challenge: string): Promise<Purpose | null> {
  const [row] = await ctx.db
    .delete(verifications)
    .where(and(eq(verifications.identifier, identifierOf(challenge)), gt(verifications.expiresAt, ctx.now())))
    .returning({ value: verifications.value })
  return row ? (JSON.parse(row.value) as Purpose) : null
}

/** Ends the person's open challenges for creating passkeys. */
export async function dropChallenges(tx: Transaction, userId: string): Promise<void> {
  await tx
    .delete(verifications)
    .where(
      and(like(verifications.identifier, "passkey-challenge:%"), like(verifications.value, `%"${userId}"%`)),
    )
}

const identifierOf = (challenge: string) =>
  `passkey-challenge:${createHash("sha256").update(challenge).digest("base64url")}`
