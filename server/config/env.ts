import { createECDH } from "node:crypto"
import type { LogLevel } from "#core/log.server.ts"
import { roomShards } from "../adapters/rooms/shards.ts"
import { MODE_RULES, type Mode, type ModeRules, modeOf } from "./modes.ts"
import { SETTINGS, type SettingName, type Settings } from "./settings.ts"

/** This process's settings, with defaults that depend on other settings. URLs and keys are never logged. */
export interface Env extends Omit<Settings, "DEMO"> {
  MODE: Mode
  /** The rules of the mode in MODE. */
  rules: ModeRules
  HOST: string
  PUBLIC_URL: string
  DATABASE_URL: string
  /** A direct connection with PostgreSQL's own sessions: DATABASE_URL, unless that leads to a pooler. */
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

/** The environment is invalid; each line of the message names a variable and the fix. */
export class EnvError extends Error {
  override name = "EnvError"
  constructor(readonly problems: string[]) {
    super(`Pushcart cannot start with these settings:\n${problems.map((p) => `  - ${p}`).join("\n")}`)
  }
}

type Source = Record<string, string | undefined>

/** Variables that must be set together or not at all. */
const PROVIDERS: { name: string; all: SettingName[] }[] = [
  { name: "Stripe", all: ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] },
  { name: "Google Maps", all: ["GOOGLE_MAPS_BROWSER_KEY", "GOOGLE_MAPS_SERVER_KEY"] },
  {
    name: "A bucket for images",
    all: ["IMAGES_S3_BUCKET", "IMAGES_S3_ACCESS_KEY_ID", "IMAGES_S3_SECRET_ACCESS_KEY"],
  },
  { name: "Web Push", all: ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"] },
]

/** If any of these is set, someone configured a real service, and npm start does not switch to demo mode by itself. */
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

/**
 * Parses each setting by itself; empty values count as missing.
 *
 * @throws EnvError
 */
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
    ...mixedKeys(source),
    ...strangePair(source),
    ...twoModes(values),
  )
  if (problems.length > 0) throw new EnvError(problems)
  return values as Settings
}

/**
 * The environment of a server process.
 * @throws EnvError naming each variable that is wrong, missing or not allowed, and the fix.
 */
export function parseEnv(source: Source): Env {
  const { DEMO, ...settings } = parseSettings(source)
  const MODE = modeOf({ MODE: settings.MODE, DEMO })
  const rules = MODE_RULES[MODE]
  const problems = [...apart(settings), ...problemsIn(MODE, settings), ...missingKeys(settings)]
  if (problems.length > 0) throw new EnvError(problems)
  return {
    ...settings,
    MODE,
    rules,
    HOST: settings.HOST ?? rules.defaults.host,
    PUBLIC_URL: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ""),
    DATABASE_URL: settings.DATABASE_URL ?? "",
    DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? "",
    AUTH_SECRET: settings.AUTH_SECRET ?? "",
    ROOMS_SECRET: settings.ROOMS_SECRET ?? "",
    IMAGE_SECRET: settings.IMAGE_SECRET ?? "",
    TAX: settings.TAX ?? rules.defaults.tax ?? "table",
    POSTAL_ADDRESS: settings.POSTAL_ADDRESS ?? "Pushcart demo, 1 Example Way, Anytown, CA 90000",
    MAIL_FROM: settings.MAIL_FROM ?? "Pushcart <hello@pushcart.test>",
    API_RAW_IDENTITY: settings.API_RAW_IDENTITY ?? rules.defaults.rawIdentity,
    TRANSFER_DELAY_HOURS: settings.TRANSFER_DELAY_HOURS ?? rules.defaults.transferDelayHours,
    LOG_LEVEL: settings.LOG_LEVEL ?? rules.defaults.logLevel,
  }
}

let current: Env | undefined

/** This process's environment, parsed on the first call. */
export function readEnv(): Env {
  current ??= parseEnv(process.env)
  return current
}

/** For the rooms' own program, which reads only a few settings. */
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

/** If both were configured, images stored in one would be looked up in the other. */
function twoHomesOfImages({ CLOUDINARY_URL: cloudinary, IMAGES_S3_BUCKET: bucket }: Source) {
  if (!cloudinary || !bucket) return []
  return ["IMAGES_S3_BUCKET is set beside CLOUDINARY_URL, and images have one home. Unset one of them."]
}

/** DEMO is an older name of MODE; if both are set they must agree. */
function twoModes({ MODE: mode, DEMO: demo }: Partial<Settings>) {
  if (mode === undefined || demo === undefined || demo === (mode === "demo")) return []
  return [
    `DEMO is ${demo ? "on" : "off"}, and MODE is ${mode}. Unset DEMO: it is an older name of MODE=demo.`,
  ]
}

/** With live and test keys mixed, the page would open payments that the server does not know. */
function mixedKeys({ STRIPE_SECRET_KEY: secret = "", STRIPE_PUBLISHABLE_KEY: publishable = "" }: Source) {
  if (!secret || !publishable || isLiveKey(secret) === isLiveKey(publishable)) return []
  const [is, other] = isLiveKey(secret) ? ["live", "test"] : ["test", "live"]
  return [
    `STRIPE_SECRET_KEY is a ${is} key, and STRIPE_PUBLISHABLE_KEY a ${other} one. Take both from the same page of Stripe's dashboard.`,
  ]
}

/** Push services would reject every message, because it would be signed with a key of another pair. */
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

/** Separate processes share no memory, so the live rooms must be in a place that all of them can reach. */
function apart(settings: Given): string[] {
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

type Given = Omit<Settings, "DEMO">

function problemsIn(mode: Mode, settings: Given): string[] {
  const rules = MODE_RULES[mode]
  const problems = [...problemsOfStripe(mode, settings), ...problemsOfMail(rules, settings)]
  if (rules.isPublic) problems.push(...problemsOfAddress(settings))
  if (!settings.TAX && !rules.defaults.tax)
    problems.push(
      "TAX is missing. Set TAX=stripe to use Stripe Tax, or TAX=table to say that the table of state rates will do.",
    )
  return problems
}

const WRONG_KEYS: Record<Mode, string> = {
  demo: "is a live key, and a demo must not touch real money. Use a test key (…_test_…), or set MODE=production.",
  staging:
    "is a live key, and a staging site must not touch real money. Use a test key (…_test_…), or set MODE=production.",
  production: "is a test key, and nobody would be paid. Use a live key (…_live_…), or set MODE=staging.",
}

/** Which Stripe keys the mode requires, and whether our own sandbox may replace them. */
function problemsOfStripe(mode: Mode, settings: Given): string[] {
  const rules = MODE_RULES[mode]
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: sandbox } = settings
  const problems = (["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"] as const)
    .filter((name) => settings[name] && isLiveKey(settings[name]) !== (rules.stripeKeys === "live"))
    .map((name) => `${name} ${WRONG_KEYS[mode]}`)
  if (sandbox && !rules.sandboxPath)
    problems.push(
      "STRIPE_API_URL points at the sandbox, which is for demos and staging sites. Unset it, or set MODE=staging.",
    )
  if (!secretKey && !rules.sandboxPath)
    problems.push(
      "STRIPE_SECRET_KEY is missing. Set the STRIPE_* keys to take payments, or MODE=demo to use the sandbox.",
    )
  if (!secretKey && rules.sandboxPath && !sandbox)
    problems.push(
      `STRIPE_API_URL is missing: a ${mode} site without Stripe keys needs the sandbox. Start with npm start, which runs it.`,
    )
  const isAtStripe = !sandbox && (secretKey !== undefined || !rules.sandboxPath)
  if (rules.isPublic && isAtStripe && !settings.STRIPE_CONNECT_WEBHOOK_SECRET)
    problems.push(
      "STRIPE_CONNECT_WEBHOOK_SECRET is missing. Add a second webhook endpoint for events of connected accounts in Stripe's dashboard, and set its signing secret: without it nobody hears when a payout arrives or an account lacks something.",
    )
  if (settings.API_RAW_IDENTITY && isLiveKey(secretKey ?? ""))
    problems.push(
      "API_RAW_IDENTITY is on, and cannot work with live keys: Stripe makes tokens of a person's identity only in the browser then. Unset it.",
    )
  return problems
}

/** Emails that leave the machine must name their sender. */
function problemsOfMail(rules: ModeRules, settings: Given): string[] {
  const problems: string[] = []
  if (!settings.SMTP_URL && !rules.mailboxReaders)
    problems.push(
      "SMTP_URL is missing. Set a mail server to send confirmations, or MODE=demo to read them at /dev/mailbox.",
    )
  if (!rules.isPublic || (!settings.SMTP_URL && rules.mailboxReaders)) return problems
  if (!settings.MAIL_FROM)
    problems.push(
      "MAIL_FROM is missing. Set the sender of every email, such as Pushcart <hello@pushcart.example>, with an address that your mail server may send from.",
    )
  if (!settings.POSTAL_ADDRESS)
    problems.push(
      `POSTAL_ADDRESS is missing. Set the postal address that stands under emails, such as ${SETTINGS.POSTAL_ADDRESS.example}.`,
    )
  return problems
}

function problemsOfAddress({ PUBLIC_URL: url }: Given): string[] {
  if (!url) return ["PUBLIC_URL is missing. Set the site's own address, such as https://pushcart.example."]
  if (url.startsWith("https://")) return []
  return [
    "PUBLIC_URL does not start with https://. People pay and sign in here: put a proxy with TLS before the site, as docker-compose.yml does, and set the address that it serves.",
  ]
}

function missingKeys(settings: Given): string[] {
  const problems = (["AUTH_SECRET", "ROOMS_SECRET", "IMAGE_SECRET"] as const)
    .filter((name) => !settings[name])
    .map((name) => `${name} is missing. Make one with "openssl rand -hex 32" and set it in every process.`)
  if (!settings.DATABASE_URL)
    problems.push(
      "DATABASE_URL is missing. Set it to a PostgreSQL address, or start with npm start, which brings its own.",
    )
  return problems
}
