import type { Context } from "hono"
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router"
import {
  ANONYMOUS,
  clientAddressContext,
  coreContext,
  googleMapsContext,
  type LayoutData,
  layoutDataContext,
  NO_LAYOUT_DATA,
  nonceContext,
  type Session,
  type SiteRules,
  serviceWorkerContext,
  sessionContext,
  siteRulesContext,
} from "#app/context.ts"
import { type Context as CoreContext, isPerson, isSeller, type PersonContext } from "#core/context.ts"
import { readBadges } from "#core/identity/read-badges.server.ts"
import type { Role } from "#core/identity/roles.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { isDatabaseOutage, OUTAGE_RETRY_SECONDS } from "#core/operations/database-outage.ts"
import { listNewOrders } from "#core/orders/list-new-orders.server.ts"
import { termsNotice } from "#core/terms/second-terms.server.ts"
import type { Runtime } from "#server/compose.ts"
import type { Env } from "#server/config/env.ts"
import { apology, isBareError } from "./broken-page.ts"
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts"
import type { Caller, HttpEnv } from "./http-env.ts"
import { logOutage, outageContext, tellingFaults } from "./outage.ts"

/** Responds with React Router's page for the URL. */
export function pages(runtime: Runtime, build: ServerBuild, options: { development: boolean }) {
  const handle = createRequestHandler(
    tellingFaults(build),
    options.development ? "development" : "production",
  )
  const rules = siteRulesIn(runtime.env)
  return async (c: Context<HttpEnv>) => {
    const context = new RouterContextProvider()
    const caller = await c
      .get("caller")()
      .catch((error) => inOutage(error, context))
    context.set(nonceContext, c.get("nonce"))
    context.set(siteRulesContext, rules)
    context.set(serviceWorkerContext, runtime.env.SERVICE_WORKER && !options.development)
    context.set(googleMapsContext, googleMapsIn(runtime.env))
    const ctx = runtime.contextFor(caller.actor)
    context.set(coreContext, ctx)
    context.set(clientAddressContext, c.req.header(CLIENT_ADDRESS_HEADER) ?? "")
    context.set(sessionContext, sessionOnPage(caller))
    context.set(layoutDataContext, layoutDataOnPage(ctx))
    const answer = await handle(c.req.raw, context)
    if (isBareError(answer)) return apology(c)
    if (answer.status === 503) {
      answer.headers.set("Retry-After", String(OUTAGE_RETRY_SECONDS))
      answer.headers.set("Cache-Control", "no-store")
    }
    // After a sign-out, nobody may go back to the previous person's pages; and no proxy may store a page.
    if (!answer.headers.has("Cache-Control"))
      answer.headers.set("Cache-Control", caller.session ? "private, no-store" : "private, no-cache")
    return answer
  }
}

/** An anonymous caller for a database outage: every loader and guard then fails with 503. */
function inOutage(error: unknown, context: RouterContextProvider): Caller {
  if (!isDatabaseOutage(error)) throw error
  logOutage(error)
  context.set(outageContext, true)
  return { actor: { role: "anonymous" }, session: null }
}

/** The key is public by nature: the site's operator restricts it to the site's own URL. */
function googleMapsIn({ GOOGLE_MAPS_BROWSER_KEY: key, GOOGLE_MAPS_MAP_ID: mapId }: Env) {
  return key ? { key, mapId: mapId ?? "DEMO_MAP_ID" } : null
}

/** The mode's rules that pages need. */
const siteRulesIn = ({ rules, SMTP_URL }: Env): SiteRules => ({
  demoPeople: rules.demoPeople,
  devPages: rules.devPages,
  adminsMailbox: rules.mailboxReaders === "admins" && !SMTP_URL,
  mark: rules.mark,
})

function sessionOnPage({ session }: Caller): Session {
  if (!session) return ANONYMOUS
  const { actor, name, email } = session
  return { actor: { role: actor.role, userId: actor.userId }, name, email }
}

/** Badges, and the notifications menu if the role has one; loaded at most once per page. */
function layoutDataOnPage(ctx: CoreContext): () => Promise<LayoutData> {
  if (!isPerson(ctx)) return async () => NO_LAYOUT_DATA
  let asked: Promise<LayoutData> | undefined
  return () => {
    asked ??= readLayoutData(ctx)
    return asked
  }
}

async function readLayoutData(ctx: PersonContext): Promise<LayoutData> {
  const [badges, terms, lines, newOrders] = await Promise.all([
    readBadges(ctx),
    termsNotice(ctx),
    hasNotifications(ctx.actor.role) ? listNotifications(ctx) : [],
    isSeller(ctx) ? listNewOrders(ctx) : [],
  ])
  return {
    cartCount: badges.cart,
    unseenCount: badges.unseen,
    terms,
    newOrders,
    notifications: lines.map(({ id, message, createdAt, timeZone, seen, marketId }) => ({
      id,
      message,
      date: createdAt.toISOString(),
      ...(timeZone ? { timeZone } : {}),
      seen,
      ...(marketId ? { isOfMarket: true as const } : {}),
    })),
  }
}

const hasNotifications = (role: Role) => role === "customer" || role === "seller"
