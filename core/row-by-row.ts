/**
 * Does the work of a sweep for each row by itself, one after another: a row that fails keeps no other. What failed is
 * thrown at the end, so that the queue board shows it; with `note`, which writes a failure into its row, where it is
 * looked for, the row is tried again by the next run and nothing is thrown. Returns what the rows came to.
 */
export async function rowByRow<Row, Result>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  work: (row: Row) => Promise<Result>,
  note?: (row: Row, error: unknown) => Promise<unknown>,
): Promise<Result[]> {
  const results: Result[] = []
  const failures: unknown[] = []
  for await (const row of rows) {
    try {
      results.push(await work(row))
    } catch (error) {
      if (note) await note(row, error)
      else failures.push(error)
    }
  }
  const [first] = failures
  if (failures.length === 0) return results
  const reason = first instanceof Error ? first.message : String(first)
  throw new Error(
    `${failures.length} of ${failures.length + results.length} rows failed, the first: ${reason}`,
    {
      cause: first,
    },
  )
}
