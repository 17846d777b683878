import { connectDirectly } from "../../../../db/direct-client.ts"
import { StartError } from "../../../../server/config/start-error.ts"

/** There is no scratch database to be had, which says nothing about any backup. */
export class ScratchError extends StartError {}

/** "veri" in ASCII: held by the verification that is under way. */
const LOCK = 0x76657269

/**
 * Makes an empty database on the server of `url`, and drops it again, whatever happens. One that a killed verification
 * left behind has the same name, and goes first.
 * @throws ScratchError where another verification is under way there, or the role may not make databases.
 */
export async function withScratchDatabase<A>(
  url: string,
  use: (scratchUrl: string) => Promise<A>,
): Promise<A> {
  const scratch = new URL(url)
  const name = scratchName(scratch)
  scratch.pathname = `/${name}`
  const client = await connectDirectly(url)
  const drop = () => client.query(`drop database if exists "${name}" with (force)`)
  try {
    // A verification of much data is longer idle here than any limit.
    await client.query("set statement_timeout = 0; set idle_session_timeout = 0")
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
      LOCK,
    ])
    if (!rows[0]?.isMine) throw new ScratchError("Another verification is under way on this server.")
    await drop()
    await client.query(`create database "${name}" template template0`).catch(explain)
    try {
      return await use(scratch.href)
    } finally {
      await drop()
    }
  } finally {
    await client.end()
  }
}

/** Beside the database, under a name that says what it is of. PostgreSQL cuts names off behind 63 bytes. */
const scratchName = ({ pathname }: URL): string =>
  `${decodeURIComponent(pathname.slice(1)).replaceAll('"', "").slice(0, 40)}_verification`

function explain(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "42501")
    throw new ScratchError(
      "This role may not make the database that the backup is restored into. Let it (alter role … createdb), or set BACKUP_SCRATCH_URL to a database on another server.",
    )
  throw error
}
