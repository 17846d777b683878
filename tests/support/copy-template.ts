import pg from "pg"
import { TEMPLATE, ZIPS_TEMPLATE } from "./postgres-template.ts"

/** Creates a migrated, empty database from the template and returns its URL. */
export async function copyTemplate(admin: string, { zips }: { zips?: boolean }): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`
  await asAdmin(admin, `create database ${name} template ${zips ? ZIPS_TEMPLATE : TEMPLATE}`)
  return admin.replace(/\/postgres$/, `/${name}`)
}

/** Runs one statement on the server's `postgres` database. */
export async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
