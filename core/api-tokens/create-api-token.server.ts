import { createHash, randomBytes } from "node:crypto"
import { and, count, eq, gt, isNull } from "drizzle-orm"
import type { z } from "zod"
import type { PersonContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { proveIdentity } from "#core/identity/prove-identity.server.ts"
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
 * once: only its hash is kept. It asks for the password, and an admin for a code of the authenticator app as well. Throws
 * `not_allowed` above twenty, `invalid` at `password` or `code`, `rate_limited`.
 */
export async function createApiToken(
  ctx: PersonContext,
  input: z.output<typeof apiTokenInput>,
): Promise<{ id: string; token: string }> {
  const { userId, role } = ctx.actor
  await proveIdentity(ctx, input)
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

/** How a token is kept: it is random enough for a plain hash. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url")
