import { createHash, randomBytes } from "node:crypto"
import { and, count, eq, isNull } from "drizzle-orm"
import type { z } from "zod"
import { apiTokens, memberships } from "#db/schema/index.ts"
import type { PersonContext } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import type { apiTokenInput } from "./api-token-input.ts"

/** Begins every token, so that scanners of leaked secrets can tell what they have found. */
export const API_TOKEN_PREFIX = "pushcart_"

/** Enough for every script of one person; a bound for what a stolen session could leave behind. */
const MOST_TOKENS = 20

/**
 * A personal token for scripts, good for the role that the person is signed in as. It is answered once: only its
 * hash is kept. Throws `not_allowed` above twenty.
 */
export async function createApiToken(
  ctx: PersonContext,
  input: z.output<typeof apiTokenInput>,
): Promise<{ id: string; token: string }> {
  const { userId, role } = ctx.actor
  const token = API_TOKEN_PREFIX + randomBytes(32).toString("base64url")
  return ctx.db.transaction(async (tx) => {
    const [held] = await tx
      .select({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.role, role)))
      .for("update")
    if (!held) throw notFound("Your account")
    const [had] = await tx
      .select({ tokens: count() })
      .from(apiTokens)
      .where(and(eq(apiTokens.userId, userId), eq(apiTokens.role, role), isNull(apiTokens.revokedAt)))
    if ((had?.tokens ?? 0) >= MOST_TOKENS)
      throw new DomainError(
        "not_allowed",
        `You have ${MOST_TOKENS} tokens. Revoke one that you no longer use.`,
      )
    const [row] = await tx
      .insert(apiTokens)
      .values({ userId, role, name: input.name, tokenHash: hashOfToken(token), createdAt: ctx.now() })
      .returning({ id: apiTokens.id })
    if (!row) throw new Error("A token was not written.")
    return { id: row.id, token }
  })
}

/** How a token is kept: it is random enough for a plain hash. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url")
