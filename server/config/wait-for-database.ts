import { isDatabaseOutage } from "#core/operations/database-outage.ts"
import { StartError } from "./start-error.ts"

const AGAIN_MS = 1_000

/**
 * Does what a start asks of the database, again and again while that cannot be reached: with many machines it may well
 * start later, or be failing over. `onWait` hears of every try but the last.
 * @throws what `work` throws otherwise; StartError where the database rejects the login
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

/** PostgreSQL's classes for a login and for a database that is not there. */
const isRejectedLogin = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(28|3D)/.test(String(error.code))
