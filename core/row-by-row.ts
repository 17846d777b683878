/**
 * Does the work of a sweep for each row by itself, one after another: a row that fails keeps no other. What failed is
 * thrown at the end, so that whoever watches the queues sees it. Answers what the rows came to.
 */
export async function rowByRow<Row, Result>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  work: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const failures: unknown[] = []
  for await (const row of rows) {
    try {
      results.push(await work(row))
    } catch (error) {
      failures.push(error)
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
