import type { Database, SQLQueryBindings } from "bun:sqlite"
import { resourceMissing } from "../http/errors.ts"
import type { AnyDocument, Documents, Kind } from "./documents.ts"
import { openFile } from "./open-file.ts"

/** The account of the platform's own objects. A connected account's objects are stored under its id. */
export const PLATFORM = ""

interface Row {
  seq: number
  id: string
  account: string
  doc: string
  hidden: string
}

export interface ListWindow {
  limit: number
  startingAfter?: string
  endingBefore?: string
  createdFrom?: number
  createdTo?: number
  /** Only objects whose `type` equals one of these, or matches one that ends in `*`. */
  types?: string[]
}

/** Stores every object as one JSON row, with facts that the API does not show in `hidden`. */
export class Store {
  readonly db: Database

  constructor(file: string) {
    this.db = openFile(file)
  }

  transaction<T>(work: () => T): T {
    return this.db.transaction(work).immediate()
  }

  insert<D extends AnyDocument>(doc: D, account: string, hidden: object = {}): D {
    this.db
      .query("insert into objects (id, kind, account, doc, hidden) values (?, ?, ?, ?, ?)")
      .run(String(doc.id), doc.object, account, JSON.stringify(doc), JSON.stringify(hidden))
    return doc
  }

  save<D extends AnyDocument>(doc: D): D {
    this.db.query("update objects set doc = ? where id = ?").run(JSON.stringify(doc), String(doc.id))
    return doc
  }

  remove(id: string): void {
    this.db.query("delete from objects where id = ?").run(id)
  }

  find<K extends Kind>(kind: K, id: string, account?: string): Documents[K] | null {
    const row = this.db
      .query<Row, SQLQueryBindings[]>("select * from objects where id = ? and kind = ?")
      .get(id, kind)
    if (!row || (account !== undefined && row.account !== account)) return null
    return JSON.parse(row.doc)
  }

  /** Returns the object, or throws Stripe's `resource_missing` with the name of the parameter that held the id. */
  get<K extends Kind>(kind: K, id: string, account?: string, param = "id"): Documents[K] {
    const found = this.find(kind, id, account)
    if (!found) throw resourceMissing(kind, id, param)
    return found
  }

  findAny(id: string): { doc: AnyDocument; account: string } | null {
    const row = this.db.query<Row, SQLQueryBindings[]>("select * from objects where id = ?").get(id)
    return row ? { doc: JSON.parse(row.doc), account: row.account } : null
  }

  accountOf(id: string): string {
    return this.findAny(id)?.account ?? PLATFORM
  }

  hidden<T extends object>(id: string): Partial<T> {
    const row = this.db
      .query<{ hidden: string }, SQLQueryBindings[]>("select hidden from objects where id = ?")
      .get(id)
    return row ? JSON.parse(row.hidden) : {}
  }

  hide(id: string, facts: object): void {
    const merged = { ...this.hidden(id), ...facts }
    this.db.query("update objects set hidden = ? where id = ?").run(JSON.stringify(merged), id)
  }

  /** All objects of a kind whose fields equal `where`, oldest first. Field names must not come from a request. */
  where<K extends Kind>(kind: K, account: string | null, where: Partial<Documents[K]> = {}): Documents[K][] {
    const { sql, bindings } = condition(kind, account, where)
    return this.db
      .query<Row, SQLQueryBindings[]>(`select * from objects where ${sql} order by seq`)
      .all(...bindings)
      .map((row) => JSON.parse(row.doc))
  }

  /** Returns one page, newest first, as Stripe's lists do. */
  page<K extends Kind>(kind: K, account: string, where: Partial<Documents[K]>, window: ListWindow) {
    const { sql, bindings } = condition(kind, account, where)
    let filter = sql
    const add = (clause: string, value: SQLQueryBindings) => {
      filter += ` and ${clause}`
      bindings.push(value)
    }
    if (window.startingAfter) add("seq < ?", this.seqOf(window.startingAfter))
    if (window.endingBefore) add("seq > ?", this.seqOf(window.endingBefore))
    if (window.createdFrom !== undefined) add("json_extract(doc, '$.created') >= ?", window.createdFrom)
    if (window.createdTo !== undefined) add("json_extract(doc, '$.created') <= ?", window.createdTo)
    if (window.types) {
      filter += ` and (${window.types.map(() => "json_extract(doc, '$.type') glob ?").join(" or ")})`
      bindings.push(...window.types)
    }
    const order = window.endingBefore ? "asc" : "desc"
    const rows = this.db
      .query<Row, SQLQueryBindings[]>(`select * from objects where ${filter} order by seq ${order} limit ?`)
      .all(...bindings, window.limit + 1)
    const data: Documents[K][] = rows.slice(0, window.limit).map((row) => JSON.parse(row.doc))
    if (window.endingBefore) data.reverse()
    return { data, hasMore: rows.length > window.limit }
  }

  setting(name: string): string | null {
    const row = this.db
      .query<{ value: string }, SQLQueryBindings[]>("select value from settings where name = ?")
      .get(name)
    return row?.value ?? null
  }

  setSetting(name: string, value: string): void {
    this.db.query("insert or replace into settings (name, value) values (?, ?)").run(name, value)
  }

  private seqOf(id: string): number {
    const row = this.db.query<Row, SQLQueryBindings[]>("select * from objects where id = ?").get(id)
    if (!row) throw resourceMissing("object", id, "starting_after")
    return row.seq
  }
}

function condition(kind: Kind, account: string | null, where: object) {
  let sql = "kind = ?"
  const bindings: SQLQueryBindings[] = [kind]
  if (account !== null) {
    sql += " and account = ?"
    bindings.push(account)
  }
  for (const [field, value] of Object.entries(where)) {
    if (value === undefined) continue
    sql += ` and json_extract(doc, '$.${field}') = ?`
    bindings.push(typeof value === "boolean" ? Number(value) : (value as SQLQueryBindings))
  }
  return { sql, bindings }
}
