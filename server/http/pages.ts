import type { Context } from "hono"
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router"
import {
  ANONYMOUS,
  clientAddressContext,
  coreContext,
  demoContext,
  googleMapsContext,
  nonceContext,
  type Session,
  sessionContext,
} from "#app/context.ts"
import { readBadges } from "#core/accounts/read-badges.server.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import type { Runtime } from "#server/compose.ts"
import type { Env } from "#server/platform/env.ts"
import type { Caller } from "./caller.ts"
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts"
import { keptPages } from "./kept-pages.ts"
import type { HttpEnv } from "./security-headers.ts"

/** Answers with the page that React Router has for the URL. */
export function pages(runtime: Runtime, build: ServerBuild, options: { development: boolean }) {
  // While developing, what draws a page changes without its data.
  const kept = options.development ? undefined : keptPages(build)
  const handle = createRequestHandler(
    kept?.build ?? build,
    options.development ? "development" : "production",
  )
  return async (c: Context<HttpEnv>) => {
    const caller = await c.get("caller")()
    const context = new RouterContextProvider()
    context.set(nonceContext, c.get("nonce"))
    context.set(demoContext, runtime.env.DEMO)
    context.set(googleMapsContext, googleMapsIn(runtime.env))
    context.set(coreContext, runtime.contextFor(caller.actor))
    context.set(clientAddressContext, c.req.header(CLIENT_ADDRESS_HEADER) ?? "")
    context.set(sessionContext, await sessionOnPage(runtime, caller))
    const draw = () => handle(c.req.raw, context)
    const answer = await (kept && !caller.session ? kept.answer(c.req.raw, context, draw) : draw())
    // Whoever comes after a sign-out must not page back to what the person before saw; nobody's proxy keeps a page.
    if (!answer.headers.has("Cache-Control"))
      answer.headers.set("Cache-Control", caller.session ? "private, no-store" : "private, no-cache")
    return answer
  }
}

/** The key is public by nature: whoever runs the site restricts it to the site's own address. */
function googleMapsIn({ GOOGLE_MAPS_BROWSER_KEY: key, GOOGLE_MAPS_MAP_ID: mapId }: Env) {
  return key ? { key, mapId: mapId ?? "DEMO_MAP_ID" } : null
}

/** What the frame of a page shows of the person: name, badges, and the bell where the role has one. */
async function sessionOnPage(runtime: Runtime, { session }: Caller): Promise<Session> {
  if (!session) return ANONYMOUS
  const actor = { role: session.role, userId: session.userId }
  const ctx = runtime.contextFor(actor)
  const hasBell = session.role === "customer" || session.role === "seller"
  const [badges, lines] = await Promise.all([readBadges(ctx), hasBell ? listNotifications(ctx) : []])
  return {
    actor,
    name: session.name,
    email: session.email,
    cartCount: badges.cart,
    unseenCount: badges.unseen,
    notifications: lines.map(({ id, message, createdAt, timeZone, seen }) => ({
      id,
      message,
      date: createdAt.toISOString(),
      ...(timeZone ? { timeZone } : {}),
      seen,
    })),
  }
}
