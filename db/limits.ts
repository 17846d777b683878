import pg from "pg"

type Limits = Readonly<
  Record<"statement_timeout" | "lock_timeout" | "idle_in_transaction_session_timeout", string>
>

/** For work that somebody waits for. Also the limit for a job's single statements outside of a transaction. */
export const REQUEST_LIMITS: Limits = {
  statement_timeout: "15s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "30s",
}

/**
 * For jobs, for which nobody waits. The relay keeps its transaction open until queues and rooms respond, ten seconds at
 * most for each.
 */
const JOB_LIMITS: Limits = {
  statement_timeout: "2min",
  lock_timeout: "10s",
  idle_in_transaction_session_timeout: "2min",
}

/** Sent together with `begin`, so that they need no extra round trip and work behind any pooler. */
export const SET_JOB_LIMITS = Object.entries(JOB_LIMITS)
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join("; ")

/**
 * Sets the limits of requests as defaults of this connection's role in this database, for every connection that it
 * opens from now on, including a pooler's. Keeps limits that somebody has already set for the role, the database or the
 * server: `existing` has the limits of a new connection.
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

/** Returns the current limits of this connection; "0" means no limit. */
export async function readLimits(client: Pick<pg.ClientBase, "query">): Promise<Limits> {
  const names = Object.keys(REQUEST_LIMITS)
  const { rows } = await client.query<Limits>(
    `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(", ")}`,
  )
  return rows[0] ?? REQUEST_LIMITS
}
