import pg from "pg"

type Limits = Readonly<
  Record<"statement_timeout" | "lock_timeout" | "idle_in_transaction_session_timeout", string>
>

/** What somebody waits for. Also the ceiling of a single statement of a job, outside of a transaction. */
export const REQUEST_LIMITS: Limits = {
  statement_timeout: "15s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "30s",
}

/** Nobody waits for a job. The relay holds its transaction while queues and rooms answer, ten seconds at most each. */
const JOB_LIMITS: Limits = {
  statement_timeout: "2min",
  lock_timeout: "10s",
  idle_in_transaction_session_timeout: "2min",
}

/** Sent together with `begin`, so that they cost no round trip and hold behind any pooler. */
export const SET_JOB_LIMITS = Object.entries(JOB_LIMITS)
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join("; ")

/**
 * Gives the role of this connection the limits of requests in this database, for every connection that it opens from now
 * on, a pooler's too. What somebody has set already, for the role, the database or the server, stays: `existing` says
 * what a new connection had.
 */
export async function limitRole(client: Pick<pg.ClientBase, "query">, existing: Limits): Promise<void> {
  const { rows } = await client.query<{ role: string; name: string }>(
    "select current_user as role, current_database() as name",
  )
  const { role = "", name = "" } = rows[0] ?? {}
  const target = `${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(name)}`
  for (const [limit, value] of Object.entries(REQUEST_LIMITS))
    if (existing[limit as keyof Limits] === "0")
      await client.query(`alter role ${target} set ${limit} = '${value}'`)
}

/** The limits of this connection as they are now; "0" where there is none. */
export async function readLimits(client: Pick<pg.ClientBase, "query">): Promise<Limits> {
  const names = Object.keys(REQUEST_LIMITS)
  const { rows } = await client.query<Limits>(
    `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(", ")}`,
  )
  return rows[0] ?? REQUEST_LIMITS
}
