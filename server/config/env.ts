import { createECDH } from "node:crypto"
import type { LogLevel } from "#core/log.server.ts"
import { roomShards } from "../adapters/rooms/shards.ts"
import { SETTINGS, type SettingName, type Settings } from "./settings.ts"

/** The settings of this process, after defaults that depend on one another. Addresses and keys are never logged. */
export interface Env extends Settings {
  HOST: string
  PUBLIC_URL: string
  DATABASE_URL: string
  /** Where sessions are PostgreSQL's own: DATABASE_URL itself, unless that leads to a pooler. */
  DATABASE_DIRECT_URL: string
  AUTH_SECRET: string
  ROOMS_SECRET: string
  IMAGE_SECRET: string
  TAX: "table" | "stripe"
  MAIL_FROM: string
  POSTAL_ADDRESS: string
  API_RAW_IDENTITY: boolean
  TRANSFER_DELAY_HOURS: number
  LOG_LEVEL: LogLevel
}

/** The environment is not usable; every line of the message names a variable and what to do about it. */
export class EnvError extends Error {
  override name = "EnvError"
  constructor(readonly problems: string[]) {
    super(`Pushcart cannot start with these settings:\n${problems.map((p) => `  - ${p}`).join("\n")}`)
  }
}

type Source = Record<string, string | undefined>

/** Variables that only make sense together: one of them set means all of them must be. */
const PROVIDERS: { name: string; all: SettingName[] }[] = [
  { name: "Stripe", all: ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] },
  { name: "Google Maps", all: ["GOOGLE_MAPS_BROWSER_KEY", "GOOGLE_MAPS_SERVER_KEY"] },
  {
    name: "A bucket for images",
    all: ["IMAGES_S3_BUCKET", "IMAGES_S3_ACCESS_KEY_ID", "IMAGES_S3_SECRET_ACCESS_KEY"],
  },
  { name: "Web Push", all: ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"] },
]

/** Any of these means that somebody configured a real service, and npm start does not switch the demo on by itself. */
export const REAL_SERVICES = [
  "DATABASE_URL",
  "REDIS_URL",
  "PARTY_HOST",
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "CLOUDINARY_URL",
  "IMAGES_S3_BUCKET",
  "SMTP_URL",
  "GOOGLE_MAPS_BROWSER_KEY",
  "GOOGLE_MAPS_SERVER_KEY",
  "VALHALLA_URL",
] as const satisfies SettingName[]

/** Settings as written, one by one; values that are empty count as missing. */
export function parseSettings(source: Source): Settings {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const parsed = setting.schema.safeParse(source[name] || undefined)
    if (parsed.success) values[name] = parsed.data
    else
      problems.push(
        `${name} ${parsed.error.issues[0]?.message ?? "is not valid"}. Set it like ${name}=${setting.example}, or unset it.`,
      )
  }
  problems.push(
    ...halfConfigured(source),
    ...twoHomesOfImages(source),
    ...mixedModes(source),
    ...strangePair(source),
  )
  if (problems.length > 0) throw new EnvError(problems)
  return values as Settings
}

/**
 * The environment of a server process.
 * @throws EnvError naming each variable that is wrong, missing or not allowed, and the fix.
 */
export function parseEnv(source: Source): Env {
  const settings = parseSettings(source)
  const problems = apart(settings)
  problems.push(...(settings.DEMO ? demoProblems(settings) : productionProblems(settings)))
  problems.push(...missingKeys(settings))
  if (problems.length > 0) throw new EnvError(problems)
  return {
    ...settings,
    HOST: settings.HOST ?? (settings.DEMO ? "127.0.0.1" : "0.0.0.0"),
    PUBLIC_URL: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ""),
    DATABASE_URL: settings.DATABASE_URL ?? "",
    DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? "",
    AUTH_SECRET: settings.AUTH_SECRET ?? "",
    ROOMS_SECRET: settings.ROOMS_SECRET ?? "",
    IMAGE_SECRET: settings.IMAGE_SECRET ?? "",
    TAX: settings.TAX ?? "table",
    POSTAL_ADDRESS: settings.POSTAL_ADDRESS ?? "Pushcart demo, 1 Example Way, Anytown, CA 90000",
    MAIL_FROM: settings.MAIL_FROM ?? "Pushcart <hello@pushcart.test>",
    API_RAW_IDENTITY: settings.API_RAW_IDENTITY ?? settings.DEMO,
    TRANSFER_DELAY_HOURS: settings.TRANSFER_DELAY_HOURS ?? (settings.DEMO ? 0 : 24),
    // Whoever tries the demo reads what it says; a line for each request would hide it.
    LOG_LEVEL: settings.LOG_LEVEL ?? (settings.DEMO ? "warn" : "info"),
  }
}

let current: Env | undefined

/** The environment of this process, read once. */
export function readEnv(): Env {
  current ??= parseEnv(process.env)
  return current
}

/** For the rooms' own program, which has few settings. */
export function readLogLevel({ LOG_LEVEL: given }: Source): LogLevel {
  const parsed = SETTINGS.LOG_LEVEL.schema.safeParse(given || undefined)
  if (!parsed.success) throw new EnvError(["LOG_LEVEL is none of debug, info, warn and error."])
  return parsed.data ?? "info"
}

function halfConfigured(source: Source): string[] {
  return PROVIDERS.flatMap(({ name, all }) => {
    const set = all.filter((variable) => source[variable])
    if (set.length === 0) return []
    return all
      .filter((variable) => !source[variable])
      .map(
        (variable) =>
          `${variable} is missing, while ${set.join(" and ")} ${set.length > 1 ? "are" : "is"} set. ${name} needs all of them: set ${variable}=${SETTINGS[variable].example}, or unset the others.`,
      )
  })
}

/** Images that were put into one would be looked for in the other. */
function twoHomesOfImages({ CLOUDINARY_URL: cloudinary, IMAGES_S3_BUCKET: bucket }: Source) {
  if (!cloudinary || !bucket) return []
  return ["IMAGES_S3_BUCKET is set beside CLOUDINARY_URL, and images have one home. Unset one of them."]
}

/** Keys of both modes at once: the page would open payments that the server does not know. */
function mixedModes({ STRIPE_SECRET_KEY: secret = "", STRIPE_PUBLISHABLE_KEY: publishable = "" }: Source) {
  if (!secret || !publishable || isLiveKey(secret) === isLiveKey(publishable)) return []
  const [is, other] = isLiveKey(secret) ? ["live", "test"] : ["test", "live"]
  return [
    `STRIPE_SECRET_KEY is a ${is} key, and STRIPE_PUBLISHABLE_KEY a ${other} one. Take both from the same page of Stripe's dashboard.`,
  ]
}

/** Push services would reject every message. */
function strangePair({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Source) {
  if (!publicKey || !privateKey || publicKey === publicKeyOf(privateKey)) return []
  return [
    "VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY. Take both from the same npx web-push generate-vapid-keys.",
  ]
}

function publicKeyOf(privateKey: string): string | undefined {
  const pair = createECDH("prime256v1")
  try {
    pair.setPrivateKey(privateKey, "base64url")
    return pair.getPublicKey("base64url")
  } catch {
    return undefined
  }
}

/** Whether a key of Stripe's moves real money. */
export const isLiveKey = (key: string): boolean => /^(sk|rk|pk)_live_/.test(key)

/** Processes apart share nothing in memory, so what one would hold has to be somewhere that all reach. */
function apart(settings: Settings): string[] {
  const inside = roomShards({ PARTY_HOST: settings.PARTY_HOST }).length
  const outside = roomShards({ PARTY_HOST: settings.PARTY_PUBLIC_HOST }).length
  if (inside > 0 && outside > 0 && inside !== outside)
    return [
      `PARTY_PUBLIC_HOST is of another length: it names ${outside}, PARTY_HOST names ${inside}. Give each of the rooms' processes its public name, in the same order.`,
    ]
  if (settings.PROCESS === "all" || inside > 0) return []
  return [
    `PARTY_HOST is missing: with PROCESS=${settings.PROCESS} the live rooms need a process of their own. Run server/cli/party.ts and set PARTY_HOST=${SETTINGS.PARTY_HOST.example} in web and worker.`,
  ]
}

function demoProblems(settings: Settings): string[] {
  const live = (["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"] as const).filter((name) =>
    isLiveKey(settings[name] ?? ""),
  )
  const problems = live.map(
    (name) =>
      `${name} is a live key, and a demo must not touch real money. Unset DEMO, or use a test key (…_test_…).`,
  )
  if (!settings.STRIPE_SECRET_KEY && !settings.STRIPE_API_URL)
    problems.push(
      "STRIPE_API_URL is missing: a demo without Stripe keys needs the sandbox. Start with npm start, which runs it.",
    )
  return problems
}

function productionProblems(settings: Settings): string[] {
  const problems: string[] = []
  if (!settings.STRIPE_SECRET_KEY)
    problems.push(
      "STRIPE_SECRET_KEY is missing. Set the STRIPE_* keys to take payments, or DEMO=1 to use the sandbox.",
    )
  if (!settings.STRIPE_CONNECT_WEBHOOK_SECRET)
    problems.push(
      "STRIPE_CONNECT_WEBHOOK_SECRET is missing. Add a second webhook endpoint for events of connected accounts in Stripe's dashboard, and set its signing secret: without it nobody hears when a payout arrives or an account lacks something.",
    )
  if (settings.API_RAW_IDENTITY && isLiveKey(settings.STRIPE_SECRET_KEY ?? ""))
    problems.push(
      "API_RAW_IDENTITY is on, and cannot work with live keys: Stripe makes tokens of a person's identity only in the browser then. Unset it.",
    )
  if (settings.STRIPE_API_URL)
    problems.push("STRIPE_API_URL points at the sandbox, which is for demos only. Unset it, or set DEMO=1.")
  if (!settings.SMTP_URL)
    problems.push(
      "SMTP_URL is missing. Set a mail server to send confirmations, or DEMO=1 to read them at /dev/mailbox.",
    )
  if (!settings.MAIL_FROM)
    problems.push(
      "MAIL_FROM is missing. Set the sender of every email, such as Pushcart <hello@pushcart.example>, with an address that your mail server may send from.",
    )
  if (!settings.POSTAL_ADDRESS)
    problems.push(
      `POSTAL_ADDRESS is missing. Set the postal address that stands under emails, such as ${SETTINGS.POSTAL_ADDRESS.example}.`,
    )
  if (!settings.PUBLIC_URL)
    problems.push("PUBLIC_URL is missing. Set the site's own address, such as https://pushcart.example.")
  else if (!settings.PUBLIC_URL.startsWith("https://"))
    problems.push(
      "PUBLIC_URL does not start with https://. People pay here: put a proxy with TLS before the site, as docker-compose.yml does, and set the address that it serves.",
    )
  if (!settings.TAX)
    problems.push(
      "TAX is missing. Set TAX=stripe to use Stripe Tax, or TAX=table to say that the table of state rates will do.",
    )
  return problems
}

function missingKeys(settings: Settings): string[] {
  const problems = (["AUTH_SECRET", "ROOMS_SECRET", "IMAGE_SECRET"] as const)
    .filter((name) => !settings[name])
    .map((name) => `${name} is missing. Make one with "openssl rand -hex 32" and set it in every process.`)
  if (!settings.DATABASE_URL)
    problems.push(
      "DATABASE_URL is missing. Set it to a PostgreSQL address, or start with npm start, which brings its own.",
    )
  return problems
}
