import pg from "pg"

/** Runs one query on its own connection. */
export async function runQuery<Row extends pg.QueryResultRow>(
  url: string,
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: "pushcart-backup" })
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query<Row>(query, values)).rows
  } finally {
    await client.end()
  }
}
