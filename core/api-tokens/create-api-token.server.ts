import { createHash, randomBytes } from "node:crypto"
import { and, count, eq, gt, isNull } from "drizzle-orm"
import type { z } from "zod"
import type { PersonContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isSecondFactor } from "#core/identity/check-credentials.server.ts"
import { countTry, forgiveTry } from "#core/identity/rate-limit.server.ts"
import { apiTokens, memberships } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { apiTokenInput } from "./api-token-input.ts"
import { tokenEnd } from "./api-tokens.ts"

/** Begins every token, so that scanners of leaked secrets can tell what they have found. */
export const API_TOKEN_PREFIX = "pushcart_"

/** Enough for every script of one person; a bound for what a stolen session could leave behind. */
const MOST_TOKENS = 20

/**
 * A personal token for scripts, good for the role that the person is signed in as and for 90 days. It is answered
 * once: only its hash is kept. An admin needs a code of the authenticator app for it. Throws `not_allowed` above
 * twenty, `invalid` at the field `code`, `rate_limited`.
 */
export async function createApiToken(
  ctx: PersonContext,
  input: z.output<typeof apiTokenInput>,
): Promise<{ id: string; token: string }> {
  const { userId, role } = ctx.actor
  if (role === "admin") await proveSecondFactor(ctx, input.code)
  const token = API_TOKEN_PREFIX + randomBytes(32).toString("base64url")
  return transaction(ctx.db, async (tx) => {
    const [held] = await tx
      .select({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.role, role)))
      .for("update")
    if (!held) throw notFound("Your account")
    const [had] = await tx
      .select({ tokens: count() })
      .from(apiTokens)
      .where(and(eq(apiTokens.userId, userId), eq(apiTokens.role, role), isLive(ctx.now())))
    if ((had?.tokens ?? 0) >= MOST_TOKENS)
      throw new DomainError(
        "not_allowed",
        `You have ${MOST_TOKENS} tokens. Revoke one that you no longer use.`,
      )
    const [row] = await tx
      .insert(apiTokens)
      .values({
        userId,
        role,
        name: input.name,
        tokenHash: hashOfToken(token),
        createdAt: ctx.now(),
        expiresAt: tokenEnd(ctx.now()),
      })
      .returning({ id: apiTokens.id })
    if (!row) throw new Error("A token was not written.")
    return { id: row.id, token }
  })
}

/** Neither revoked nor over. */
export const isLive = (now: Date) => and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now))

/** A session that was left open is not enough. Guesses are counted as those of a password are. */
async function proveSecondFactor(ctx: PersonContext, code: string | undefined): Promise<void> {
  const { userId } = ctx.actor
  await countTry(ctx, "prove a password", userId)
  if (!(await isSecondFactor(ctx, userId, code)))
    throw new DomainError("invalid", "This is not the code of your authenticator app.", "code")
  await forgiveTry(ctx, "prove a password", userId)
}

/** How a token is kept: it is random enough for a plain hash. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url")
