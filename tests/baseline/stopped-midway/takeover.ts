import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import PostalMime from "postal-mime"
import { afterAll, beforeAll, inject } from "vitest"
import { freePort } from "#server/cli/ports.ts"
import { type Installation, start } from "./installation.ts"
import { readStopped, restore, type Stopped } from "./restore.ts"
import { visitor } from "./visitor.ts"

export type Row = Record<string, unknown>

type Takeover = { at: Installation; database: pg.Client; emailsBefore: string[] }

/** The stored installation, run by the current build for the tests of a file. Read its fields inside tests only. */
export function useTakeover() {
  const stopped = readStopped()
  const it = startTakeover()

  async function rows(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await it().database.query<Row>(statement, values)).rows
  }

  async function sandbox<A>(path: string, headers: Record<string, string> = {}): Promise<A> {
    const { url, secretKey } = it().at.sandbox
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${secretKey}`, ...headers },
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as A
  }

  return {
    stopped,
    at: () => it().at,
    database: () => it().database,
    rows,
    /** A visitor with the session that this person had at the stop. */
    as: (name: keyof Stopped["cookies"]) => visitor(it().at.url, { ...stopped.cookies[name] }),
    ordersOf: (name: keyof Stopped["checkouts"]) => rows(ORDERS, [stopped.checkouts[name]]),
    async statusOf(name: keyof Stopped["checkouts"]) {
      const [checkout] = await rows("select status from checkouts where id = $1", [stopped.checkouts[name]])
      return checkout?.status
    },
    /** Counts work that has started and not finished. */
    async openWork() {
      const [open] = await rows(OPEN_WORK)
      const { deliveries } = await sandbox<{ deliveries: unknown[] }>("/_sandbox/deliveries?state=pending")
      return { ...open, webhooks: deliveries.length }
    },
    /** Returns all of the card provider's objects of a kind, ours or a connected account's, newest first. */
    async listAtProvider<A>(kind: string, account?: string): Promise<A[]> {
      const path = `/v1/${kind}${kind.includes("?") ? "&" : "?"}limit=100`
      const { data } = await sandbox<{ data: A[] }>(path, account ? { "stripe-account": account } : {})
      return data
    },
    newEmails: () => emailsSince(it()),
  }
}

const ORDERS = `
  select m.name as market, o.status, o.items_cents as items, o.tax_cents as tax, o.delivery_cents as delivery,
    o.total_cents as total
  from orders o join markets m on m.id = o.market_id where o.checkout_id = $1 order by m.name`

/** Scheduled jobs repeat forever, so they count only if they failed. */
const OPEN_WORK = `
  select (select count(*)::int from outbox where queued_at is null) as events,
    (select count(*)::int from outbox where published_at is null) as messages,
    (select count(*)::int from bullmq.job where queue <> 'sweeps' and state not in ('completed', 'failed')) as jobs,
    (select count(*)::int from bullmq.job where state = 'failed') as failed`

function startTakeover(): () => Takeover {
  const databaseName = `stopped_midway_${crypto.randomUUID().replaceAll("-", "")}`
  let dataDir = ""
  let takeover: Takeover | undefined
  beforeAll(async () => {
    const adminUrl = inject("testPostgres")
    const databaseUrl = adminUrl.replace(/\/postgres$/, `/${databaseName}`)
    await onceConnected(adminUrl, `create database ${databaseName}`)
    dataDir = mkdtempSync(join(tmpdir(), "pushcart-stopped-"))
    chmodSync(dataDir, 0o711)
    await restore({ databaseUrl, dataDir })
    const emailsBefore = await emailsIn(join(dataDir, "mail"))
    const at = await start({ databaseUrl, dataDir, port: await freePort() })
    const database = new pg.Client({ connectionString: databaseUrl })
    await database.connect()
    takeover = { at, database, emailsBefore }
  })
  afterAll(async () => {
    await takeover?.database.end()
    await takeover?.at.stop()
    await onceConnected(inject("testPostgres"), `drop database if exists ${databaseName} with (force)`)
    if (dataDir) rmSync(dataDir, { recursive: true, force: true })
  })
  return () => {
    if (!takeover) throw new Error("The installation starts in beforeAll: use it inside of tests.")
    return takeover
  }
}

/** Returns recipient and subject of each email since the start, including emails that were sent again. */
async function emailsSince({ at, emailsBefore }: Takeover): Promise<string[]> {
  const response = await fetch(`${at.url}/dev/mailbox.json`)
  const emails = (await response.json()) as { to: string; subject: string }[]
  const since = emails.map(({ to, subject }) => heading(to, subject))
  for (const before of emailsBefore) {
    const index = since.indexOf(before)
    if (index < 0) throw new Error(`An email is gone: ${before}`)
    since.splice(index, 1)
  }
  return since.map((email) => email.replace(/1000(1[2-9]|[2-9]\d)/g, "(new)")).sort()
}

async function emailsIn(folder: string): Promise<string[]> {
  const files = readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name))))
  return (await Promise.all(files)).map(({ to, subject }) => heading(to?.[0]?.address ?? "", subject ?? ""))
}

const heading = (to: string, subject: string) => `${to.replace("@example.test", "")}: ${subject}`

async function onceConnected(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
