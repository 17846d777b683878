import type { SiteMark } from "#app/context.ts"
import type { LogLevel } from "#core/log.server.ts"

export const MODES = ["demo", "staging", "production"] as const
export type Mode = (typeof MODES)[number]

/** What a mode allows and demands. The rest of the program asks for these, and never which mode it is. */
export interface ModeRules {
  /** Whether Stripe's keys have to be live ones, which move real money, or must not be. */
  stripeKeys: "live" | "test"
  /** Where browsers reach our own sandbox, which serves where there are no keys of Stripe's; null: there have to be. */
  sandboxPath: string | null
  /** Who reads at /dev/mailbox what is not sent where there is no mail server; null: there has to be one. */
  mailboxReaders: "everybody" | "admins" | null
  /** `/dev/ui` and `/dev/push`, for developers. */
  devPages: boolean
  /** The people whose password everybody knows: the seed makes them, and the sign-in pages name them. */
  demoPeople: boolean
  /** Whether admins need a code of their authenticator app beside the password. */
  secondFactor: boolean
  /** Reached by others than the person at the keyboard: under a name of its own, with TLS. */
  isPublic: boolean
  /** On every page, in its title and in front of every email's subject; null on the real site. */
  mark: SiteMark | null
  /** Taken where a setting is missing; without one here it has to be set. */
  defaults: {
    host: string
    logLevel: LogLevel
    rawIdentity: boolean
    transferDelayHours: number
    tax: "table" | undefined
  }
}

/** What holds for every site that others reach. */
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
      // People who try the demo read the output; a line for each request would hide it.
      logLevel: "warn",
      rawIdentity: true,
      transferDelayHours: 0,
      tax: "table",
    },
  },
  staging: {
    ...PUBLIC,
    stripeKeys: "test",
    // Not under /dev, where a staging site has nothing but its mailbox.
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

/** The mode that these settings name; DEMO is its older name. Production where they name none. */
export const modeOf = ({ MODE, DEMO }: { MODE?: Mode | undefined; DEMO?: boolean | undefined }): Mode =>
  MODE ?? (DEMO ? "demo" : "production")
