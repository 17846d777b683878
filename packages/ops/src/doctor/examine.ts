import { wantedMode, withStandIns } from "@pushcart/devkit/wanted-mode"
import { EnvError, parseEnv, parseSettings, REAL_SERVICES } from "../../../../server/config/env.ts"
import { MODE_RULES, type Mode } from "../../../../server/config/modes.ts"
import { SETTINGS } from "../../../../server/config/settings.ts"
import { checkCloudinary } from "./check-cloudinary.ts"
import { checkBucket, checkDisks } from "./check-files.ts"
import { checkGoogle } from "./check-google.ts"
import { checkMail } from "./check-mail.ts"
import { checkCensus, checkValhalla } from "./check-places.ts"
import { checkRooms } from "./check-rooms.ts"
import { checkPostgres, checkRedis } from "./check-stores.ts"
import { checkStripe } from "./check-stripe.ts"
import { type Endpoints, type Finding, type ReadableSettings, works, wrong } from "./finding.ts"

type Source = Record<string, string | undefined>

/** Checks every service that Pushcart can use with one harmless request, and the settings as the server reads them. */
export async function examine(source: Source, endpoints: Endpoints = {}): Promise<Finding[]> {
  const settings = readable(source)
  const services = await Promise.all([
    checkPostgres(settings),
    checkRedis(settings),
    checkRooms(settings),
    checkStripe(settings, endpoints),
    checkMail(settings),
    checkCloudinary(settings, endpoints),
    checkBucket(settings),
    checkDisks(settings),
    checkGoogle(settings, endpoints),
    checkValhalla(settings),
    checkCensus(settings, endpoints),
  ])
  return [...checkSettings(source), ...services.flat()]
}

/**
 * Without any real service, npm start runs a demo or a staging site and supplies missing settings. With a real service,
 * every program is started separately, and the settings have to be complete.
 */
function checkSettings(source: Source): Finding[] {
  try {
    const settings = parseSettings(source)
    const mode = wantedMode(source, settings)
    const isAlone = MODE_RULES[mode].sandboxPath !== null && !REAL_SERVICES.some((name) => source[name])
    parseEnv(isAlone ? withStandIns(source, mode) : { ...source, MODE: mode })
    const is = isAlone
      ? "none of a real service: npm start runs it with everything of its own."
      : "are complete."
    return [works("Mode", SAYS[mode]), works("Settings", is)]
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return error.problems.map(problemAsFinding)
  }
}

const SAYS: Record<Mode, string> = {
  demo: "demo: for this machine alone, with logins that everybody knows.",
  staging: "staging: production's rules without real money, marked on every page (docs/operations.md).",
  production: "production: real money, and real people.",
}

/** "NAME is wrong. Do this." */
function problemAsFinding(problem: string): Finding {
  const end = problem.search(/[.:] /)
  return wrong("Settings", `${problem.slice(0, end)}.`, problem.slice(end + 2))
}

function readable(source: Source): ReadableSettings {
  const read = Object.entries(SETTINGS).flatMap(([name, { schema }]) => {
    const parsed = schema.safeParse(source[name] || undefined)
    return parsed.success ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(read)
}
