import pg from "pg"
import Result from "pg/lib/result.js"
import utils from "pg/lib/utils.js"

type Connection = {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(statement: { text: string; name: string | undefined; types: unknown }): void
  bind(portal: { portal: string; statement: string | undefined; values: unknown[] }): void
  describe(portal: { type: "P"; name: string }): void
  execute(portal: object): void
  sync(): void
}
type Description = { fields: unknown }
/** What pg makes of a description: which columns, and how each is read. */
type Reading = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type Callback = (error: Error | null, result?: unknown) => void

/**
 * One statement and its answer, as `pg.Query` would read it. That one copies its options with all their descriptors and
 * can tell listeners of each row: an eighth of what a short statement costs, for what nobody here asks for.
 */
class Statement {
  readonly text: string
  readonly name: string | undefined
  readonly values: readonly unknown[]
  readonly types: unknown
  readonly result: Result & Reading
  readonly #callback: Callback
  #unreadable: Error | undefined

  constructor(config: Config, types: unknown, values: readonly unknown[], callback: Callback) {
    this.text = config.text
    this.name = config.name
    this.values = values
    this.types = types
    this.result = new Result(config.rowMode, types) as Result & Reading
    this.#callback = callback
  }

  readRow(row: unknown): void {
    if (this.#unreadable) return
    try {
      this.result.addRow(this.result.parseRow(row))
    } catch (error) {
      // Told when the connection is ready for the next.
      this.#unreadable = error as Error
    }
  }

  fail(error: Error): void {
    this.#callback(error)
  }

  end(): void {
    if (this.#unreadable) this.#callback(this.#unreadable)
    else this.#callback(null, this.result)
  }
}
type Described = { description: Description; types: unknown; reading: Reading }
/** A statement's columns by its name, as PostgreSQL described them on this connection; null where it answers no rows. */
type Descriptions = Map<string, Described | null>

/**
 * Statements of one transaction that travel together, with one Sync behind the last: PostgreSQL answers all of them in
 * one write, and leaves out what comes behind one that fails. `pg` itself puts a Sync behind each, and asks each time
 * what columns a statement has, though those of a named one cannot change.
 */
class Batch {
  /** The statement whose answer comes next. */
  #at = 0
  #isDescribed: boolean[] = []
  readonly #statements: Statement[]
  readonly #descriptions: Descriptions

  constructor(statements: Statement[], descriptions: Descriptions) {
    this.#statements = statements
    this.#descriptions = descriptions
  }

  /** pg notes by name and text which statements a connection has parsed. */
  get name() {
    return this.#current?.name
  }
  get text() {
    return this.#current?.text ?? ""
  }

  get #current(): Statement | undefined {
    return this.#statements[this.#at]
  }

  submit(connection: Connection): null {
    connection.stream.cork()
    try {
      for (const [index, statement] of this.#statements.entries()) {
        try {
          this.#send(statement, index, connection)
        } catch (error) {
          // A value that cannot be sent: nothing of it is on its way, and nothing behind it may be.
          const unsent = this.#statements.splice(index)
          process.nextTick(() => fail(unsent, error as Error, connection))
          break
        }
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  #send(statement: Statement, index: number, connection: Connection): void {
    const { name, text, types, values } = statement
    const parsed = name && (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name])
    if (parsed && parsed !== text) throw new Error(`Two statements are called ${name}.`)
    const mapped = values.map(utils.prepareValue)
    if (!parsed) {
      connection.parse({ text, name, types })
      if (name) connection.submittedNamedStatements[name] = text
    }
    connection.bind({ portal: "", statement: name, values: mapped })
    const known = name ? this.#descriptions.get(name) : undefined
    if (known === undefined) connection.describe({ type: "P", name: "" })
    else if (known) readAs(known, statement)
    this.#isDescribed[index] = known !== undefined
    connection.execute({})
  }

  handleRowDescription({ fields }: Description): void {
    const statement = this.#current
    statement?.result.addFields(fields)
    this.#isDescribed[this.#at] = true
    if (!statement?.name) return
    const { fields: columns, _parsers, _prebuiltEmptyResultObject } = statement.result
    const reading = { fields: columns, _parsers, _prebuiltEmptyResultObject }
    this.#descriptions.set(statement.name, { description: { fields }, types: statement.types, reading })
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    this.#current?.readRow(fields)
  }

  handleCommandComplete(message: unknown): void {
    const statement = this.#current
    statement?.result.addCommandComplete(message)
    if (statement?.name && !this.#isDescribed[this.#at]) this.#descriptions.set(statement.name, null)
    this.#at += 1
  }

  handleEmptyQuery(): void {
    this.#at += 1
  }

  handleReadyForQuery(): void {
    for (const statement of this.#statements) statement.end()
  }

  handleError(error: Error, connection: Connection): void {
    const failed = this.#statements.splice(this.#at)
    this.handleReadyForQuery()
    fail(failed, error, connection)
  }
}
// pg takes only what is of its own class into a pipeline: others may keep a portal open. Nothing of it runs here.
Object.setPrototypeOf(Batch.prototype, pg.Query.prototype)

/** As pg would from the description; what it made of it before does again for the same types. */
function readAs({ description, types, reading }: Described, { types: wanted, result }: Statement): void {
  if (types === wanted) Object.assign(result, reading)
  else result.addFields(description.fields)
}

/** The first has failed, so PostgreSQL has not looked at the others: it says 25P02 of those that come too late. */
function fail([failed, ...skipped]: Statement[], error: Error, connection: Connection): void {
  failed?.fail(error)
  const { code, message } = error as Error & { code?: string }
  // Only the code of what PostgreSQL said: its words may repeat a value.
  const cause = Object.assign(new Error(code ?? message), { code })
  for (const statement of skipped) {
    if (statement.name) delete connection.submittedNamedStatements[statement.name]
    const aborted = new Error("The transaction was given up: a statement before this one failed.", { cause })
    statement.fail(Object.assign(aborted, { code: "25P02" }))
  }
}

/** What `waits` is not sent before the next statement, with which it travels. */
type Config = { text: string; name?: string; types?: pg.CustomTypesConfig; rowMode?: string; waits?: true }
type Send = (config: unknown, ...rest: unknown[]) => unknown

/** BEGIN that goes out with the transaction's first statement instead of one trip ahead of it. */
export const BEGIN: Config = { text: "begin", waits: true }
export const COMMIT: Config = { text: "commit" }

const committed = new WeakSet<object>()

/** Between COMMIT and the connection's return, nothing more may be asked on it: it would be in no transaction. */
export const markCommitting = (client: pg.PoolClient) => void committed.add(client)
export const markReturned = (client: pg.PoolClient) => void committed.delete(client)

/** Has what a transaction asks for in one go, before it waits for any of it, travel as one batch. */
export function inBatches(client: pg.PoolClient): void {
  const send = client.query.bind(client) as Send
  const descriptions: Descriptions = new Map()
  let gathered: Statement[] = []
  let isBegun = false
  const flush = () => {
    if (gathered.length > 0) send(new Batch(gathered, descriptions))
    gathered = []
  }
  const query: Send = (asked, ...rest) => {
    if (committed.has(client)) throw new Error("Asked in a transaction that was on its way to be committed.")
    const config = fitting(asked, rest[0])
    if (!config) {
      flush()
      if (asked === "rollback") isBegun = false
      return send(asked, ...rest)
    }
    if (config.text === "begin") isBegun = true
    if (config.text === "commit") isBegun = false
    const { statement, answer } = statementOf(config, rest, client)
    gathered.push(statement)
    if (config.waits) return answer
    // After all that is called in one go, and before anything that waits.
    if (isBegun) queueMicrotask(flush)
    else flush()
    return answer
  }
  client.query = query as typeof client.query
}

/** What can be one of several: pg sends what has neither values nor a name as text, which may be several statements. */
function fitting(asked: unknown, given: unknown): Config | undefined {
  const config = typeof asked === "string" ? { text: asked } : asked
  if (typeof config !== "object" || config === null || !("text" in config)) return undefined
  const { text, name, values = given } = config as Config & { values?: unknown }
  if (text === "begin" || text === "commit") return { ...config, text, name: text }
  return name || (Array.isArray(values) && values.length > 0) ? (config as Config) : undefined
}

function statementOf(config: Config, rest: readonly unknown[], client: pg.PoolClient) {
  const own = config as Config & { values?: readonly unknown[] }
  const values = Array.isArray(rest[0]) ? rest[0] : (own.values ?? [])
  const callback = rest.find((one) => typeof one === "function") as Callback | undefined
  const types = config.types ?? (client as unknown as { _types: unknown })._types
  if (callback) return { statement: new Statement(config, types, values, callback), answer: undefined }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const answered: Callback = (error, result) => (error ? reject(error) : resolve(result))
  return { statement: new Statement(config, types, values, answered), answer: promise }
}
