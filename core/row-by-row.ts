/**
 * Runs a sweep's work for each row separately, one after another, so that a row that fails stops no other. Failures are
 * thrown at the end, so that the queue board shows them. With `note`, which saves a failure in its row, nothing is
 * thrown, and the next run tries the row again. Returns the results of the rows that succeeded.
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
