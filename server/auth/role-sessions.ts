import type { BetterAuthPlugin } from "better-auth"
import { createAuthEndpoint } from "better-auth/api"
import { expireCookie, setSessionCookie } from "better-auth/cookies"
import { z } from "zod"
import { ROLES } from "#core/identity/roles.ts"

const openInput = z.object({ userId: z.uuid(), role: z.enum(ROLES) })

/** Sessions that belong to a role. All three calls are for the server alone and have no URL. */
export const roleSessions = () =>
  ({
    id: "role-sessions",
    endpoints: {
      openRoleSession: createAuthEndpoint.serverOnly(
        { method: "POST", body: openInput, requireHeaders: true },
        async (ctx) => {
          const { userId, role } = ctx.body
          const { internalAdapter, authCookies, secret } = ctx.context
          const earlier = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
          if (earlier) await internalAdapter.deleteSession(earlier)
          const user = await internalAdapter.findUserById(userId)
          if (!user) throw new Error("A session was to be opened for a person who does not exist.")
          const session = await internalAdapter.createSession(userId, false, { role }, true)
          await setSessionCookie(ctx, { session, user }, false)
          return { id: session.id, createdAt: session.createdAt }
        },
      ),
      closeRoleSession: createAuthEndpoint.serverOnly(
        { method: "POST", requireHeaders: true },
        async (ctx) => {
          const { internalAdapter, authCookies, secret } = ctx.context
          const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
          if (token) await internalAdapter.deleteSession(token)
          expireCookie(ctx, authCookies.sessionToken)
          return {}
        },
      ),
      readRoleSession: createAuthEndpoint.serverOnly({ method: "GET", requireHeaders: true }, async (ctx) => {
        const { authCookies, secret } = ctx.context
        const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
        return { token: token || null }
      }),
    },
  }) satisfies BetterAuthPlugin
