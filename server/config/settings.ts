import { z } from "zod"
import { RATE_SETTINGS } from "./rate-settings.ts"
import { RETENTION_SETTINGS } from "./retention-settings.ts"
import {
  flag,
  key,
  list,
  mapTiles,
  port,
  type Setting,
  secret,
  setting,
  startsWith,
  url,
  vapidKey,
} from "./setting-shapes.ts"

/** Those of Chrome, Firefox, Safari and Edge. */
const PUSH_SERVICES = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
]

/** Every variable that Pushcart reads. Nothing else in the program looks at the environment. */
export const SETTINGS = {
  PORT: setting("server", port.default(3000), "Port of the web server.", "3000"),
  HOST: setting(
    "server",
    z.string().optional(),
    "Address to listen on; 127.0.0.1 in a demo, 0.0.0.0 otherwise.",
    "0.0.0.0",
  ),
  PUBLIC_URL: setting(
    "server",
    url("http", "https").optional(),
    "The site's address as people type it; links in emails begin with it.",
    "https://pushcart.example",
  ),
  DATA_DIR: setting(
    "server",
    z.string().default(".data"),
    "Folder for everything kept on disk: the embedded database, pictures, emails, generated keys.",
    "/var/lib/pushcart",
  ),
  DEMO: setting(
    "server",
    flag.default(false),
    "Turns on the Stripe sandbox, the mailbox page and the demo logins; set by npm start when no real service is configured.",
    "1",
  ),
  SEED: setting(
    "server",
    flag.default(true),
    "Whether npm start fills the empty database of a demo with markets, people and orders.",
    "off",
  ),
  PROCESS: setting(
    "server",
    z.enum(["all", "web", "worker"]).default("all"),
    "Which part this process runs; the rooms' own program is server/cli/party.ts.",
    "web",
  ),
  TRUSTED_PROXY: setting(
    "server",
    list.default([]),
    "Addresses or networks of reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.",
    "127.0.0.1,172.16.0.0/12",
  ),
  DRAIN_SECONDS: setting(
    "server",
    z.coerce.number().int().min(0).max(300).default(0),
    "How long a process that was told to stop still serves while /api/v1/health says 503: as long as the load balancer takes to notice. The rooms' program takes it too.",
    "5",
  ),
  LOG_LEVEL: setting(
    "server",
    z.enum(["debug", "info", "warn", "error"]).optional(),
    "Least severe line that is logged, in every program; warn in a demo, info otherwise, which has a line for each request.",
    "warn",
  ),
  SERVICE_WORKER: setting(
    "server",
    flag.default(true),
    "Whether browsers keep static files and a page for times without a network; off takes it back out of every browser that comes.",
    "off",
  ),
  TERMS_2_FROM: setting(
    "server",
    z.iso.date("is no day").optional(),
    "The day from which the second version of terms and privacy policy is in force, 30 days after it was announced at the earliest; setting it announces that version to everybody, unset there is none.",
    "2027-01-15",
  ),
  API_REQUESTS_PER_MINUTE: setting(
    "server",
    z.coerce.number().int().min(1).default(600),
    "Most calls of the API that one person, or one address without a session, makes in a minute: over all processes where REDIS_URL is set, in each one otherwise.",
    "600",
  ),
  DATABASE_URL: secret(
    "database",
    url("postgres", "postgresql").optional(),
    "PostgreSQL; an embedded one is started when missing.",
    "postgres://pushcart:password@db:5432/pushcart",
  ),
  DATABASE_DIRECT_URL: secret(
    "database",
    url("postgres", "postgresql").optional(),
    "PostgreSQL itself, where DATABASE_URL leads to a pooler: for migrations, LISTEN and backups.",
    "postgres://pushcart:password@db:5432/pushcart",
  ),
  DATABASE_POOL_MAX: setting(
    "database",
    z.coerce.number().int().min(2).default(10),
    "Most connections that one process opens for requests and jobs; docs/operations.md adds up what all processes need.",
    "10",
  ),
  BACKUP_PASSPHRASE: secret(
    "database",
    z.string().min(12, "is shorter than 12 characters").optional(),
    "Encrypts what npm run backup writes, and opens it for npm run restore; whoever loses it has lost those backups.",
    "openssl rand -base64 24",
  ),
  REDIS_URL: secret(
    "database",
    url("redis", "rediss").optional(),
    "Redis for the job queues; without it they live in PostgreSQL.",
    "redis://redis:6379",
  ),
  PARTY_HOST: setting(
    "rooms",
    z.string().optional(),
    "Where the live rooms are when other processes or Cloudflare serve them, as the server calls it; several with commas share them by name.",
    "http://party:1999",
  ),
  PARTY_PUBLIC_HOST: setting(
    "rooms",
    z.string().optional(),
    "The same as browsers reach it, when that is another name; as many as PARTY_HOST has, in the same order.",
    "https://party.pushcart.example",
  ),
  AUTH_SECRET: secret("secrets", key.optional(), "Signs sessions.", "openssl rand -hex 32"),
  ROOMS_SECRET: secret(
    "secrets",
    key.optional(),
    "Signs tickets for live rooms; the same in web, worker and party.",
    "openssl rand -hex 32",
  ),
  IMAGE_SECRET: secret("secrets", key.optional(), "Signs links to private pictures.", "openssl rand -hex 32"),
  METRICS_TOKEN: secret(
    "secrets",
    key.optional(),
    "Lets Prometheus read /metrics with “Authorization: Bearer …”; there is no such page without it.",
    "openssl rand -hex 32",
  ),
  STRIPE_SECRET_KEY: secret(
    "payments",
    startsWith("sk_", "rk_").optional(),
    "Stripe's secret key; the sandbox is used when missing in a demo.",
    "sk_live_…",
  ),
  STRIPE_PUBLISHABLE_KEY: setting(
    "payments",
    startsWith("pk_").optional(),
    "Stripe's key for the browser.",
    "pk_live_…",
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    "payments",
    startsWith("whsec_").optional(),
    "Signing secret of the webhook endpoint for our own account.",
    "whsec_…",
  ),
  STRIPE_CONNECT_WEBHOOK_SECRET: secret(
    "payments",
    startsWith("whsec_").optional(),
    "Signing secret of the webhook endpoint for connected accounts.",
    "whsec_…",
  ),
  STRIPE_SUBSCRIPTION_PRICE: setting(
    "payments",
    startsWith("price_").optional(),
    "Id of the seller's monthly price of $5.00.",
    "price_…",
  ),
  STRIPE_API_URL: setting(
    "payments",
    url("http").optional(),
    "Where the sandbox listens; npm start sets it, demo only.",
    "http://127.0.0.1:12111",
  ),
  STRIPE_SANDBOX_PORT: setting(
    "payments",
    port.optional(),
    "Port of the sandbox; a free one when missing.",
    "12111",
  ),
  TAX: setting(
    "payments",
    z.enum(["table", "stripe"]).optional(),
    "Who computes sales tax: the dated table of state rates, or Stripe Tax.",
    "stripe",
  ),
  API_RAW_IDENTITY: setting(
    "payments",
    flag.optional(),
    "Accepts identity and bank numbers in raw form on the API and hands them to Stripe; on in a demo, off otherwise.",
    "off",
  ),
  CLOUDINARY_URL: secret(
    "images",
    url("cloudinary").optional(),
    "Cloudinary for images; on disk when missing.",
    "cloudinary://key:secret@cloud",
  ),
  SMTP_URL: secret(
    "mail",
    url("smtp", "smtps").optional(),
    "Mail server; files and /dev/mailbox in a demo.",
    "smtps://user:password@mail.example:465",
  ),
  MAIL_FROM: setting(
    "mail",
    z.string().optional(),
    "Sender of every email; the mail server has to accept it. Pushcart <hello@pushcart.test> in a demo.",
    "Pushcart <hello@pushcart.example>",
  ),
  VAPID_PUBLIC_KEY: setting(
    "push",
    vapidKey(65).optional(),
    "Public half of the keys of Web Push. npm start makes both; without them nobody is offered notifications on a device.",
    "BElV…",
  ),
  VAPID_PRIVATE_KEY: secret(
    "push",
    vapidKey(32).optional(),
    "Private half of the keys of Web Push; with other keys every device has to be turned on again.",
    "npx web-push generate-vapid-keys",
  ),
  PUSH_SERVICES: setting(
    "push",
    list.default(PUSH_SERVICES),
    "Hosts that push messages may be sent to; * stands for the beginning of a name.",
    "fcm.googleapis.com,*.push.apple.com",
  ),
  POSTAL_ADDRESS: setting(
    "mail",
    z.string().max(200, "is longer than 200 characters").optional(),
    "Postal address of whoever runs the site, in one line; it stands under every email that can be turned off. An invented one in a demo.",
    "Pushcart, 500 Market St, San Francisco, CA 94105",
  ),
  GOOGLE_MAPS_BROWSER_KEY: setting(
    "places",
    z.string().optional(),
    "Google Maps in the browser; restrict it to your site.",
    "AIza…",
  ),
  GOOGLE_MAPS_SERVER_KEY: secret(
    "places",
    z.string().optional(),
    "Google geocoding and routes, called by the server.",
    "AIza…",
  ),
  GOOGLE_MAPS_MAP_ID: setting(
    "places",
    z.string().optional(),
    "Google's map id, needed for its markers.",
    "DEMO_MAP_ID",
  ),
  VALHALLA_URL: setting(
    "places",
    url("http", "https").optional(),
    "Valhalla for directions when there is no Google key.",
    "http://valhalla:8002",
  ),
  CENSUS: setting(
    "places",
    flag.default(false),
    "Geocodes addresses with the US Census when there is no Google key.",
    "on",
  ),
  MAP_TILES: setting(
    "places",
    mapTiles.default("https://tiles.openfreemap.org/styles/bright"),
    "Streets of the map when there is no Google key: the address of a MapLibre style whose tiles are on the same host, or a PMTiles or MBTiles file of npm run map; off shows our own outlines and names alone.",
    "/var/lib/pushcart/maryland.mbtiles",
  ),
  MAP_TILES_DARK: setting(
    "places",
    url("http", "https").optional(),
    "The style for dark screens where MAP_TILES is the address of a style; on the same host. OpenFreeMap's has one by itself, any other is shown as it is.",
    "https://tiles.openfreemap.org/styles/dark",
  ),
  ...RATE_SETTINGS,
  ...RETENTION_SETTINGS,
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    "traces",
    url("http", "https").optional(),
    "Collector that takes OpenTelemetry traces over OTLP/HTTP; there are none without it.",
    "http://collector:4318",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    "traces",
    z.string().optional(),
    "Headers for the collector, such as its key: name=value, separated by commas.",
    "authorization=Bearer%20…",
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    "traces",
    z.coerce.number().min(0).max(1).default(1),
    "Share of the requests that are traced.",
    "0.1",
  ),
} satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]["schema"]> }
