import type { Statement } from "#tests/support/statement-log.ts"

/** A read of a table: the columns by which a statement finds rows, with their values. */
type Read = { table: string; by: string[] }

/** A step of the purchase, with the statements that it sent. */
export type Step = { name: string; sent: readonly Statement[] }

/** Why a step reads rows of a table in more than one statement. */
export type Reasons = { readonly [step: string]: { readonly [table: string]: string } }

const TRANSACTION = /^(begin|commit|rollback)\b/

/**
 * A step as text: how many statements it sends, each as a verb and its tables in alphabetical order (pages load in
 * parallel), and the tables of which it may read a row twice, each with its reason. `unexplained` are those without one.
 */
export function listStep({ name, sent }: Step, tables: ReadonlySet<string>, reasons: Reasons[string] = {}) {
  const lines = sent.map((one) => shortOf(one, tables))
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  const twice = readTwice(sent.map((one) => readsOf(one, tables)))
  const text = [
    `${name}: ${sent.length}`,
    ...[...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([line, count]) => `  ${count} ${line}`),
    ...linesOfTwice(twice, reasons),
  ]
  return {
    text: text.join("\n"),
    unexplained: twice.filter((table) => !reasons[table]),
    unneeded: Object.keys(reasons).filter((table) => !twice.includes(table)),
  }
}

/** One line for all tables with the same reason. */
function linesOfTwice(twice: readonly string[], reasons: Reasons[string]): string[] {
  const reasonOf = (table: string) => reasons[table] ?? "No reason is given."
  return [...new Set(twice.map(reasonOf))].map(
    (reason) => `  twice: ${twice.filter((table) => reasonOf(table) === reason).join(", ")}. ${reason}`,
  )
}

/** The verb, the table that is written, and the tables that are read. */
function shortOf({ text }: Statement, tables: ReadonlySet<string>): string {
  const written = writtenIn(text)
  const read = [...new Set(tablesIn(text, tables).map(({ table }) => table))].filter(
    (one) => one !== written[1],
  )
  if (TRANSACTION.test(text)) return text.split(/[\s;]/, 1)[0] ?? ""
  if (read.length === 0 && !written[1]) return text.replaceAll(/\$\d+/g, "?").slice(0, 80)
  const lock = / for (no key update|update|share|key share)\b/.exec(text)?.[1]
  const [verb, table] = written[1] ? written : ["select", ""]
  return [
    verb,
    table,
    table && read.length > 0 ? "from" : "",
    read.sort().join(", "),
    lock ? `for ${lock}` : "",
  ]
    .filter(Boolean)
    .join(" ")
}

function writtenIn(text: string): [verb: string, table: string | undefined] {
  const found = /\b(?:(insert) into|(update)|(delete) from) (\w+)(?= set | \(| using | where |\b)/.exec(
    text.replaceAll(/for (no key )?update/g, "").replaceAll("do update set", ""),
  )
  return [found?.[1] ?? found?.[2] ?? found?.[3] ?? "", found?.[4]]
}

/** Tables that are read, with the names that the statement gives them. */
const tablesIn = (text: string, tables: ReadonlySet<string>) =>
  [...text.replaceAll("delete from", "delete").matchAll(/\b(?:from|join) (\w+)(?: (?:as )?(\w+))?/g)].flatMap(
    ([, table = "", alias = ""]) => (tables.has(table) ? [{ table, alias }] : []),
  )

/** `orders.id = $1`, `id in ($1)`, `= any(array(select unnest($1`. */
const BY_VALUE = /\b(?:(\w+)\.)?(\w+) (?:=|in) (?:any)?\(?(?:array\(select unnest\()?\$(\d+)/g
const BY_COLUMN = /\b(\w+)\.(\w+) = (\w+)\.(\w+)\b/g

/** The tables that a statement reads, each with the columns and values by which it finds rows, through its joins too. */
function readsOf({ text, values }: Statement, tables: ReadonlySet<string>): Read[] {
  const found = tablesIn(text, tables)
  const [only] = found
  const known = new Map<string, string>()
  for (const [, owner = "", column = "", place] of text.matchAll(BY_VALUE)) {
    const value = values[Number(place) - 1]?.replaceAll(/[{}]/g, "")
    if (value) known.set(`${owner || only?.alias || only?.table}.${column}`, value)
  }
  const joins = [...text.matchAll(BY_COLUMN)].map(([, a, b, c, d]) => [`${a}.${b}`, `${c}.${d}`] as const)
  for (const [one, other] of [...joins, ...joins.toReversed()]) {
    const value = known.get(one) ?? known.get(other)
    if (value) known.set(one, value).set(other, value)
  }
  return found.map(({ table, alias }) => ({
    table,
    by: [...known].flatMap(([name, value]) => {
      const [owner, column] = name.split(".")
      return owner === table || owner === alias ? [`${column} = ${value}`] : []
    }),
  }))
}

/** Tables in which two statements find rows by the same value of the same column. */
function readTwice(statements: readonly Read[][]): string[] {
  const before = new Set<string>()
  const twice = new Set<string>()
  for (const reads of statements) {
    const named = reads.flatMap(({ table, by }) => by.map((one) => ({ table, name: `${table} ${one}` })))
    for (const { table, name } of named) if (before.has(name)) twice.add(table)
    for (const { name } of named) before.add(name)
  }
  return [...twice].sort()
}
