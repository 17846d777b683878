import { isDatabaseOutage } from "#core/operations/database-outage.ts"
import { StartError } from "./start-error.ts"

const AGAIN_MS = 1_000

/**
 * Runs `work`, and retries every second while the database cannot be reached: with many machines it may start later, or
 * be failing over. `onWait` gets the error of each attempt that could not reach it.
 * @throws all other errors of `work`; StartError if the database rejects the login
 */
export async function onceDatabaseAnswers(
  work: () => Promise<void>,
  onWait: (error: Error) => void,
): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (isRejectedLogin(error))
        throw new StartError(
          "PostgreSQL rejects the login in DATABASE_URL. Check its user, password and database name.",
        )
      if (!isDatabaseOutage(error)) throw error
      onWait(error as Error)
    }
    await Bun.sleep(AGAIN_MS)
  }
}

/** PostgreSQL's error classes for a rejected login and for a database that does not exist. */
const isRejectedLogin = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(28|3D)/.test(String(error.code))
