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

/** The prefix of every token, by which scanners for leaked secrets recognize it. */
export const API_TOKEN_PREFIX = "pushcart_"

/** Enough for all scripts of one person; limits what a stolen session could leave behind. */
const MOST_TOKENS = 20

/**
 * Creates a personal API token for the role that the person is signed in as, valid for 90 days. It is returned once:
 * only its hash is stored. Requires the password, and for an admin a code of the authenticator app as well. Throws
 * `not_allowed` above twenty tokens, `invalid` at `password` or `code`, `rate_limited`.
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
      .where(and(eq(apiTokens.userId, userId), eq(apiTokens.role, role), isUsableToken(ctx.now())))
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

/** Neither revoked nor expired. */
export const isUsableToken = (now: Date) => and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now))

/** The stored form of a token: it is random enough for a plain hash. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url")
