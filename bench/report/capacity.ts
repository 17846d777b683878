import type { Part } from "./figure.ts"

/** The load of a busy hour at size 1. */
const LOAD = {
  ordersPerMinute: 10,
  pagesPerSecond: 100,
  openPages: 1_000,
  holdsPerOrder: 2,
  pagesPerSignIn: 50,
}
/** A day's load is that of this many busy hours. */
const BUSY_HOURS = 10
/** Days after which an abandoned hold is deleted. */
const HOLD_DAYS = 30
/** Half of each core is reserved for bursts and in case another core fails. */
const USED = 0.5
const TIMES = [1, 10, 100] as const
/** Most database connections of one process, from docs/operations.md. */
const CONNECTIONS = { web: 13, worker: 14 }

type Costs = {
  page: { statements: number; webMs: number; databaseMs: number; kb: number }
  order: {
    statements: number
    webMs: number
    databaseMs: number
    workersMs: number
    walKb: number
    /** Kilobytes a year, for one order a day. */
    keptKb: number
    /** Kilobytes at any time, for one order a day, in rows that are deleted later. */
    deletedKb: number
  }
  holdKb: number
  signInMs: number
  openPage: { kb: number }
}

/** Returns the costs from a run of the part `costs`; a page's cost is the mean of all pages. */
export function costsOf({ figures }: Part): Costs {
  const mean = (pattern: RegExp) => {
    const values = figures.filter(({ name }) => pattern.test(name)).map(({ value }) => value)
    if (values.length === 0) throw new Error(`The part costs has no figure like ${pattern}.`)
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return {
    page: {
      statements: mean(/^page .*: statements/),
      webMs: mean(/^page .*: CPU of the web/),
      databaseMs: mean(/^page .*: CPU of the database/),
      kb: mean(/^page .*: over the line/),
    },
    order: {
      statements: mean(/^order: statements/),
      webMs: mean(/^order: CPU of the web/),
      databaseMs: mean(/^order: CPU of the database/),
      workersMs: mean(/^order: CPU of the workers/),
      walKb: mean(/^order: write-ahead/),
      keptKb: 365 * mean(/^order: disk for good/),
      deletedKb: figures.reduce((sum, { name, value }) => {
        const days = /^order: disk for (\d+) days?/.exec(name)?.[1]
        return days ? sum + Number(days) * value : sum
      }, 0),
    },
    signInMs: mean(/^sign-in: CPU/),
    holdKb: mean(/^hold .*: disk/),
    openPage: { kb: mean(/^open page: memory/) },
  }
}

/** Returns the cost of each thing as a Markdown table. */
export function costsTable({ page, order, signInMs, holdKb, openPage }: Costs): string {
  const ms = (value: number) => `${rounded(value)} ms`
  const kb = (value: number) => `${rounded(value)} kB`
  const rows = [
    ["a page", whole(page.statements), ms(page.webMs), ms(page.databaseMs), "", "", ""],
    [
      "a paid order, with its jobs",
      whole(order.statements),
      ms(order.webMs),
      ms(order.databaseMs),
      ms(order.workersMs),
      kb(order.walKb),
      `${kb(order.keptKb / 365)} for good`,
    ],
    ["a sign-in, beyond its pages", "", ms(signInMs), "", "", "", ""],
    ["a checkout that comes to nothing", "", "", "", "", "", `${kb(holdKb)} for ${HOLD_DAYS} days`],
    ["an open live page", "", "", "", "", "", `${kb(openPage.kb)} of memory`],
  ]
  return [
    "| one | statements | CPU of web | of PostgreSQL | of workers | write-ahead log | keeps |",
    "|---|---:|---:|---:|---:|---:|---:|",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n")
}

/** Returns the needs of 1, 10 and 100 times the load as a Markdown table: measured costs, multiplied. */
export function capacityTable(costs: Costs): string {
  const columns = TIMES.map((times) => needs(costs, times))
  const names = Object.keys(columns[0] ?? {})
  return [
    "| busy hour | 1 | 10 | 100 |",
    "|---|---:|---:|---:|",
    ...names.map((name) => `| ${[name, ...columns.map((column) => column[name])].join(" | ")} |`),
  ].join("\n")
}

function needs({ page, order, signInMs, holdKb, openPage }: Costs, times: number): Record<string, string> {
  const pages = LOAD.pagesPerSecond * times
  const orders = (LOAD.ordersPerMinute * times) / 60
  const ordersADay = orders * 3_600 * BUSY_HOURS
  const signIns = pages / LOAD.pagesPerSignIn
  const cores = {
    web: (pages * page.webMs + orders * order.webMs + signIns * signInMs) / 1_000,
    signIns: (signIns * signInMs) / 1_000,
    database: (pages * page.databaseMs + orders * order.databaseMs) / 1_000,
    workers: (orders * order.workersMs) / 1_000,
  }
  const processes = { web: atLeastTwo(cores.web / USED), worker: atLeastTwo(cores.workers / USED) }
  const sockets = LOAD.openPages * times
  const heldKb = ordersADay * LOAD.holdsPerOrder * holdKb * HOLD_DAYS
  const soonDeletedKb = ordersADay * order.deletedKb + heldKb
  return {
    "pages a second": whole(pages),
    "orders a minute": whole(LOAD.ordersPerMinute * times),
    "orders a day": whole(ordersADay),
    "open live pages": whole(sockets),
    "cores busy: web": rounded(cores.web),
    "of these, to check passwords": rounded(cores.signIns),
    "cores busy: PostgreSQL": rounded(cores.database),
    "cores busy: workers": rounded(cores.workers),
    "web processes, each half busy": whole(processes.web),
    "worker processes": whole(processes.worker),
    "connections to PostgreSQL, without a pooler": whole(
      processes.web * CONNECTIONS.web + processes.worker * CONNECTIONS.worker,
    ),
    "statements a second": whole(pages * page.statements + orders * order.statements),
    "write-ahead log": `${rounded((orders * order.walKb) / 1_024)} MB/s`,
    "pages over the line": `${rounded((pages * page.kb * 8) / 1_024)} Mbit/s`,
    "memory of the rooms for sockets": `${rounded((sockets * openPage.kb) / 2 ** 20)} GB`,
    "disk for good, each year": `${rounded((ordersADay * order.keptKb) / 2 ** 20)} GB`,
    "disk of what is deleted after its time": `${rounded(soonDeletedKb / 2 ** 20)} GB`,
    "of that, checkouts that came to nothing": `${rounded(heldKb / 2 ** 20)} GB`,
  }
}

const atLeastTwo = (count: number) => Math.max(2, Math.ceil(count))
const whole = (value: number) => Math.round(value).toLocaleString("en-US")
const rounded = (value: number) =>
  value >= 10 ? whole(value) : value >= 1 ? value.toFixed(1) : value.toFixed(2)
