/** One page of a list, as a page of the site shows it. */
export type Paged<Row> = { rows: Row[]; page: number; pages: number; total: number }

/** Returns the requested page, or the last one if there are fewer pages. */
export async function paged<Row>(
  { page, perPage, total }: { page: number; perPage: number; total: number },
  list: (window: { limit: number; offset: number }) => Promise<Row[]>,
): Promise<Paged<Row>> {
  const pages = Math.ceil(total / perPage)
  const shown = Math.max(1, Math.min(page, pages))
  return { rows: await list({ limit: perPage, offset: (shown - 1) * perPage }), page: shown, pages, total }
}
