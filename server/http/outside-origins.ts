import { roomShards } from "#server/adapters/rooms/shards.ts"
import type { Env } from "#server/config/env.ts"
import { streetsOf } from "#server/map/map-streets.ts"

type Origins = Record<string, string[]>

const STRIPE: Origins = {
  "script-src": ["https://js.stripe.com"],
  "connect-src": ["https://api.stripe.com", "https://files.stripe.com"],
  "frame-src": ["https://js.stripe.com", "https://hooks.stripe.com"],
  "form-action": ["https://checkout.stripe.com", "https://billing.stripe.com", "https://hooks.stripe.com"],
}

/** As in Google's guide to content security policies, without 'unsafe-eval': our map is rendered as raster. */
const GOOGLE_MAPS: Origins = {
  "script-src": ["https://*.googleapis.com", "https://*.gstatic.com", "blob:"],
  "style-src": ["https://fonts.googleapis.com"],
  "font-src": ["https://fonts.gstatic.com"],
  "img-src": [
    "https://*.googleapis.com",
    "https://*.gstatic.com",
    "https://*.google.com",
    "https://*.googleusercontent.com",
  ],
  "connect-src": [
    "https://*.googleapis.com",
    "https://*.gstatic.com",
    "https://*.google.com",
    "data:",
    "blob:",
  ],
  "frame-src": ["https://*.google.com"],
}

const CLOUDINARY: Origins = { "img-src": ["https://res.cloudinary.com", "https://api.cloudinary.com"] }

/** The origins that a page may reach for one directive, depending on the configured providers. */
export function outsideOrigins(env: Env): (directive: string) => string[] {
  const rooms = roomShards(env).map(({ outside }) => socketOrigin(outside))
  const google = Boolean(env.GOOGLE_MAPS_BROWSER_KEY)
  const used: Origins[] = [
    google ? GOOGLE_MAPS : streetTiles(env),
    env.STRIPE_SECRET_KEY && !env.STRIPE_API_URL ? STRIPE : {},
    env.CLOUDINARY_URL ? CLOUDINARY : {},
    { "connect-src": rooms },
  ]
  return (directive) => used.flatMap((origins) => origins[directive] ?? [])
}

/** The host of the street style, which also serves its tiles, fonts and symbols. Files are served by ourselves. */
function streetTiles(env: Env): Origins {
  const { styles } = streetsOf(env)
  const hosts = styles ? [...new Set([styles.light, styles.dark].map((style) => new URL(style).origin))] : []
  return { "img-src": hosts, "connect-src": hosts }
}

/** The origin of the rooms' sockets, derived as in party/client.ts: a bare name is a public one, over TLS. */
function socketOrigin(host: string): string {
  const url = new URL((host.includes("://") ? host : `https://${host}`).replace(/^http/, "ws"))
  return `${url.protocol}//${url.host}`
}
