import { REAL_SERVICES } from "../../../../server/config/env.ts"
import { MODE_RULES, type Mode, modeOf } from "../../../../server/config/modes.ts"
import type { Settings } from "../../../../server/config/settings.ts"

export type Variables = Record<string, string | undefined>

/** Returns the requested mode; by default a demo, if no real service is configured. */
export function wantedMode(given: Variables, settings: Pick<Settings, "MODE" | "DEMO">): Mode {
  if (given.MODE || given.DEMO || REAL_SERVICES.some((name) => given[name])) return modeOf(settings)
  return "demo"
}

/**
 * The settings as a start will complete them, with placeholders for URLs and keys that are not known yet, so that they
 * can be validated before anything is started.
 */
export function withStandIns(given: Variables, mode: Mode): Variables {
  const key = "x".repeat(32)
  return {
    ...given,
    ...named(mode),
    DATABASE_URL: given.DATABASE_URL || "postgres://localhost/pushcart",
    AUTH_SECRET: given.AUTH_SECRET || key,
    ROOMS_SECRET: given.ROOMS_SECRET || key,
    IMAGE_SECRET: given.IMAGE_SECRET || key,
    ...(MODE_RULES[mode].sandboxPath && !given.STRIPE_SECRET_KEY
      ? { STRIPE_API_URL: "http://127.0.0.1" }
      : {}),
  }
}

/** The settings that select this mode, overriding older settings that selected another mode. */
export const named = (mode: Mode): Variables => ({ MODE: mode, DEMO: "" })
