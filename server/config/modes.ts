import type { SiteMark } from "#app/context.ts"
import type { LogLevel } from "#core/log.server.ts"

export const MODES = ["demo", "staging", "production"] as const
export type Mode = (typeof MODES)[number]

/** What a mode allows and requires. The rest of the program checks these rules, never the mode itself. */
export interface ModeRules {
  /** Whether Stripe's keys must be live (they move real money) or test keys. */
  stripeKeys: "live" | "test"
  /** The path of our own sandbox for browsers, used without Stripe keys; null if Stripe keys are required. */
  sandboxPath: string | null
  /** Who may read unsent emails at /dev/mailbox if there is no mail server; null if a mail server is required. */
  mailboxReaders: "everybody" | "admins" | null
  /** `/dev/ui` and `/dev/push`, for developers. */
  devPages: boolean
  /** Whether demo accounts with a public password exist: the seed creates them, and the sign-in pages list them. */
  demoPeople: boolean
  /** Whether admins need a code from their authenticator app in addition to the password. */
  secondFactor: boolean
  /** Whether the public can reach the site, at its own host name with TLS. */
  isPublic: boolean
  /** Shown on every page, in its title and in front of every email's subject; null on the real site. */
  mark: SiteMark | null
  /** Used for missing settings; a setting without a default here must be set. */
  defaults: {
    host: string
    logLevel: LogLevel
    rawIdentity: boolean
    transferDelayHours: number
    tax: "table" | undefined
  }
}

/** The rules of every site that other people can reach. */
const PUBLIC = {
  devPages: false,
  demoPeople: false,
  secondFactor: true,
  isPublic: true,
} as const
const PUBLIC_DEFAULTS = {
  host: "0.0.0.0",
  logLevel: "info",
  rawIdentity: false,
  transferDelayHours: 24,
} as const

export const MODE_RULES: Readonly<Record<Mode, ModeRules>> = {
  demo: {
    stripeKeys: "test",
    sandboxPath: "/dev/stripe",
    mailboxReaders: "everybody",
    devPages: true,
    demoPeople: true,
    secondFactor: false,
    isPublic: false,
    mark: null,
    defaults: {
      host: "127.0.0.1",
      // People who try the demo read the output; a line for each request would bury everything else.
      logLevel: "warn",
      rawIdentity: true,
      transferDelayHours: 0,
      tax: "table",
    },
  },
  staging: {
    ...PUBLIC,
    stripeKeys: "test",
    // Not under /dev, where a staging site has only its mailbox.
    sandboxPath: "/stripe-sandbox",
    mailboxReaders: "admins",
    mark: { word: "Staging", says: "Staging site: no real orders or payments" },
    defaults: { ...PUBLIC_DEFAULTS, tax: "table" },
  },
  production: {
    ...PUBLIC,
    stripeKeys: "live",
    sandboxPath: null,
    mailboxReaders: null,
    mark: null,
    defaults: { ...PUBLIC_DEFAULTS, tax: undefined },
  },
}

/** The mode of these settings; DEMO is its older name. Production if neither is set. */
export const modeOf = ({ MODE, DEMO }: { MODE?: Mode | undefined; DEMO?: boolean | undefined }): Mode =>
  MODE ?? (DEMO ? "demo" : "production")
