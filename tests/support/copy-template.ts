import pg from "pg"
import { TEMPLATE, ZIPS_TEMPLATE } from "./postgres-template.ts"

/** Makes a migrated, empty database; returns its address. */
export async function copyTemplate(admin: string, { zips }: { zips?: boolean }): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`
  await asAdmin(admin, `create database ${name} template ${zips ? ZIPS_TEMPLATE : TEMPLATE}`)
  return admin.replace(/\/postgres$/, `/${name}`)
}

/** Runs one statement on the server's own database. */
export async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
