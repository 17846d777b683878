import type { Town } from "../town.ts"
import type { Rule } from "./rule.ts"

/**
 * No table contains the name, street or email of a deleted account. `finished` checks only accounts for which the
 * outside services have been notified; the others still store the address for the last email.
 */
export const forgetsTheDeleted =
  (which: "finished" | "all"): Rule =>
  async (town) => {
    const marks = await marksOfTheDeleted(town, which)
    if (marks.length === 0) return []
    const tables = await town.site.rows<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
    )
    const faults: string[] = []
    for (const { name } of tables) {
      // An unfinished form has no user and expires by itself.
      const theirs = name === "drafts" && which === "finished" ? "user_id is not null" : "true"
      const [found] = await town.site.rows<{ row: string }>(
        `select t::text as row from ${name} t where ${theirs} and t::text like any($1) limit 1`,
        [marks.map((mark) => `%${mark}%`)],
      )
      if (found) faults.push(`${name} still knows somebody who deleted their account: ${found.row}`)
    }
    return faults
  }

async function marksOfTheDeleted({ site, people }: Town, which: "finished" | "all"): Promise<string[]> {
  const gone = await site.rows<{ id: string }>(
    `select user_id as id from account_deletions where $1 or finished_at is not null`,
    [which === "all"],
  )
  const ids = new Set(gone.map(({ id }) => id))
  const left = people.filter(({ userId }) => userId !== null && ids.has(userId))
  return left.flatMap(({ email, marks }) => [email, marks.lastName, marks.street])
}
