import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { readDataDir } from "@pushcart/devkit/data-dir"
import { sandboxVariables } from "@pushcart/devkit/sandbox"
import { named, type Variables } from "@pushcart/devkit/wanted-mode"
import { parseSettings } from "../../../server/config/env.ts"
import { isForPeople, StartError } from "../../../server/config/start-error.ts"

/**
 * `npm run admin -- someone@example.com "Their Name"`: creates an admin in the database at DATABASE_URL, or in the one
 * that npm start runs in this DATA_DIR.
 */
function main(given: Variables, args: string[]): number {
  const program = fileURLToPath(new URL("../../../server/cli/create-admin.ts", import.meta.url))
  const env = given.DATABASE_URL ? given : { ...ofRunningStart(given), ...withoutEmpty(given) }
  return spawnSync(process.execPath, [program, ...args], { env, stdio: "inherit" }).status ?? 1
}

/** The settings that npm start has generated, under the names that the programs read. */
function ofRunningStart(given: Variables): Variables {
  const { DATA_DIR } = parseSettings(given)
  const { run, keys } = readDataDir(DATA_DIR) ?? {}
  if (!run?.mode || !run.postgresPort || !keys)
    throw new StartError(
      `Nothing was started with its own database in the data folder ${DATA_DIR}. Run npm start first, or set DATABASE_URL.`,
    )
  return {
    ...named(run.mode),
    DATABASE_URL: `postgres://pushcart:${keys.postgresPassword}@127.0.0.1:${run.postgresPort}/pushcart`,
    AUTH_SECRET: keys.authSecret,
    ROOMS_SECRET: keys.roomsSecret,
    IMAGE_SECRET: keys.imageSecret,
    ...(run.sandboxPort && !given.STRIPE_SECRET_KEY ? sandboxVariables(run.sandboxPort, keys) : {}),
  }
}

const withoutEmpty = (given: Variables): Variables =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value))

try {
  process.exit(main(process.env, process.argv.slice(2)))
} catch (error) {
  if (!isForPeople(error)) throw error
  console.error(error.message)
  process.exit(1)
}
