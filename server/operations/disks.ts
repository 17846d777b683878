import { randomBytes } from "node:crypto"
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** Contains the disk's name, which every process on the same disk reads. */
const FILE = "disk-name"
const MARK = " disk "

type Queryable = { query(sql: string, values: unknown[]): Promise<{ rows: { name: string }[] }> }

/** The name of the disk under DATA_DIR; the first process that calls this creates it. */
export async function diskName(dataDir: string): Promise<string> {
  const file = join(dataDir, FILE)
  const aside = `${file}.${randomBytes(4).toString("hex")}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(aside, randomBytes(4).toString("hex"), { mode: 0o600 })
  // The file appears immediately and complete, unless another process created it first.
  await link(aside, file).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  })
  await rm(aside)
  return readFile(file, "utf8")
}

/** A process's application name in PostgreSQL, which all processes can look up, with the disk it stores files on. */
export const nameOnDisk = (process: string, disk: string) => `pushcart-${process}${MARK}${disk}`

/** The disks on which the running web and worker processes store files. More than one is a misconfiguration. */
export async function disksInUse(database: Queryable): Promise<string[]> {
  const { rows } = await database.query(
    `select distinct split_part(application_name, $1, 2) as name from pg_stat_activity
      where datname = current_database() and application_name like 'pushcart-%' || $1 || '%' order by name`,
    [MARK],
  )
  return rows.map(({ name }) => name)
}

/** The warning for the site's operator. */
export const APART = {
  says: "web and worker processes keep files on different disks: images, and the pages' files while versions change, are found by some of them only.",
  todo: "Give all of them one DATA_DIR on a volume that they share, or set IMAGES_S3_BUCKET and its keys.",
}
