import { connectDirectly } from "../../../../db/direct-client.ts"
import { StartError } from "../../../../server/config/start-error.ts"

/** The scratch database could not be created, which says nothing about any backup. */
export class ScratchError extends StartError {}

/** "veri" in ASCII: held by the running verification. */
const LOCK = 0x76657269

/**
 * Creates an empty database on the server of `url`, and always drops it afterwards. A database left behind by a killed
 * verification has the same name, and is dropped first.
 * @throws ScratchError if another verification is running there, or the role may not create databases.
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
    // While a large database is verified, this connection is idle for longer than any limit allows.
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

/** Named after the database. PostgreSQL truncates names after 63 bytes. */
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
