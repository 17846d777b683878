import { z } from "zod"

/** One environment variable: its shape, and the sentence that the settings table in the docs shows. */
interface Setting<S extends z.ZodType = z.ZodType> {
  schema: S
  group: SettingGroup
  about: string
  /** What a valid value looks like; shown in error messages. */
  example: string
  secret?: true
}

export type SettingGroup =
  | "server"
  | "database"
  | "rooms"
  | "secrets"
  | "payments"
  | "images"
  | "mail"
  | "places"
  | "rates"

function setting<S extends z.ZodType>(
  group: SettingGroup,
  schema: S,
  about: string,
  example: string,
): Setting<S> {
  return { group, schema, about, example }
}

function secret<S extends z.ZodType>(group: SettingGroup, schema: S, about: string, example: string) {
  return { group, schema, about, example, secret: true as const }
}

/** On, off, and the spellings people use for them. */
const flag = z
  .enum(["1", "0", "true", "false", "on", "off"])
  .transform((v) => ["1", "true", "on"].includes(v))
const port = z.coerce.number().int().min(0).max(65_535)
const cents = z.coerce.number().int().min(0)
const basisPoints = z.coerce.number().int().min(0).max(10_000)
const key = z.string().min(32, "is shorter than 32 characters")
const url = (...schemes: string[]) =>
  z.string().refine((value) => schemes.some((s) => value.startsWith(`${s}://`)) && URL.canParse(value), {
    error: `is not an address that starts with ${schemes.map((s) => `${s}://`).join(" or ")}`,
  })
const startsWith = (...prefixes: string[]) =>
  z
    .string()
    .refine(
      (value) => prefixes.some((p) => value.startsWith(p)),
      `does not start with ${prefixes.join(" or ")}`,
    )
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
)

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
    "The site's address as people type it; links in e-mails begin with it.",
    "https://pushcart.example",
  ),
  DATA_DIR: setting(
    "server",
    z.string().default(".data"),
    "Folder for everything kept on disk: the embedded database, pictures, e-mails, generated keys.",
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
    "10.0.0.0/8,127.0.0.1",
  ),
  LOG_LEVEL: setting(
    "server",
    z.enum(["debug", "info", "warn", "error"]).default("info"),
    "Least severe line that is logged.",
    "warn",
  ),
  DATABASE_URL: secret(
    "database",
    url("postgres", "postgresql").optional(),
    "PostgreSQL; an embedded one is started when missing.",
    "postgres://pushcart:password@db:5432/pushcart",
  ),
  DATABASE_POOL_MAX: setting(
    "database",
    z.coerce.number().int().min(2).default(20),
    "Most connections that one process opens for requests.",
    "20",
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
    "Where the live rooms are when another process or PartyKit serves them, as the server calls it.",
    "http://party:1999",
  ),
  PARTY_PUBLIC_HOST: setting(
    "rooms",
    z.string().optional(),
    "The same as browsers reach it, when that is another name.",
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
    "Cloudinary for pictures; on disk when missing.",
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
    z.string().default("Pushcart <hello@pushcart.test>"),
    "Sender of every e-mail.",
    "Pushcart <hello@pushcart.example>",
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
  DELIVERY_BASE_CENTS: setting("rates", cents.default(399), "Delivery fee for the first miles.", "399"),
  DELIVERY_BASE_MILES: setting(
    "rates",
    z.coerce.number().min(0).default(2),
    "Miles that the base fee covers.",
    "2",
  ),
  DELIVERY_MILE_CENTS: setting("rates", cents.default(75), "Fee for each further mile.", "75"),
  DELIVERY_MAX_MILES: setting(
    "rates",
    z.coerce.number().positive().default(25),
    "Farthest delivery from a market.",
    "25",
  ),
  PROCESSOR_FEE_BASIS_POINTS: setting(
    "rates",
    basisPoints.default(290),
    "Share of a payment that the card processor keeps.",
    "290",
  ),
  PROCESSOR_FEE_FIXED_CENTS: setting(
    "rates",
    cents.default(30),
    "Fixed part of the processor's fee per payment.",
    "30",
  ),
  PLATFORM_FEE_BASIS_POINTS: setting(
    "rates",
    basisPoints.default(0),
    "Share of the items' price that Pushcart keeps.",
    "0",
  ),
  TRANSFER_DELAY_HOURS: setting(
    "rates",
    z.coerce.number().min(0).optional(),
    "Hours from fulfilment to the transfer; 24, at once in a demo.",
    "24",
  ),
  PAYOUT_INTERVAL: setting(
    "rates",
    z.enum(["weekly", "monthly"]).default("weekly"),
    "How often our own job pays out.",
    "weekly",
  ),
} satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]["schema"]> }
