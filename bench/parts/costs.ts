import { WAITING_ROOM } from "../../core/ports/rooms.ts"
import { DEFAULT_RETENTION } from "../../core/privacy/retention.ts"
import { remoteRooms } from "../../server/adapters/rooms/remote-rooms.ts"
import { passwords } from "../../server/auth/passwords.ts"
import type { Figure, Part } from "../report/figure.ts"
import { cpuMs, databaseCpuMs, residentMb } from "../world/cpu.ts"
import { type Ask, waits, warmUp } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { type Counted, countDuring, grownKb, tableSizes } from "../world/statements.ts"
import { buyers, goToCheckout } from "./buy.ts"
import { shopPages } from "./pages.ts"
import { jobsDone } from "./place-orders.ts"
import { audience, DATA, roomUrl } from "./rooms-fan-out.ts"
import { SECRET, startRooms } from "./rooms-process.ts"

const VISITS = { quick: 150, whole: 400 }
const WARM_UP = 500
const BUYERS = 4
/** Number of orders of each buyer. */
const ORDERS = { quick: 30, whole: 100 }
const IN_QUEUE = 20
const HOLDS = { quick: 100, whole: 300 }
const SIGN_INS = 40
const SOCKETS = 1_000
const MESSAGES = { quick: 20, whole: 60 }

/** Days after which an order's rows are deleted, from DEFAULT_RETENTION; completed jobs after one day. */
const DAYS: Record<string, number> = {
  ...Object.fromEntries(
    ["checkouts", "checkout_markets", "checkout_lines", "orders", "order_lines", "deliveries"]
      .concat("ledger_entries", "transfers", "refunds")
      .map((table) => [table, Number.POSITIVE_INFINITY]),
  ),
  notifications: DEFAULT_RETENTION.seenNotificationDays,
  stripe_events: DEFAULT_RETENTION.webhookDays,
  outbox: DEFAULT_RETENTION.outboxDays,
}
const daysOf = (table: string) => DAYS[table] ?? 1

/** Measures the cost of a page, an order, an abandoned hold and an open page, for docs/capacity.md. */
export async function measureCosts(world: World, options: { quick: boolean }): Promise<Part> {
  const effort = options.quick ? "quick" : "whole"
  const figures: Figure[] = []
  for (const { short, ask } of await shopPages(world))
    figures.push(...(await costOfPage(world, { short, ask }, VISITS[effort])))
  figures.push(...(await costOfOrder(world, ORDERS[effort])))
  figures.push(await costOfSignIn())
  figures.push(...(await costOfHold(world, HOLDS[effort])))
  figures.push(...(await costOfOpenPage(MESSAGES[effort])))
  return { part: "costs", figures }
}

const less = { better: "less" } as const
const ms = { unit: "ms", ...less } as const
const kb = { unit: "kB", ...less } as const

const counts = (name: string, { statements, rows, walKb }: Counted, times: number): Figure[] => [
  { name: `${name}: statements`, value: statements / times, unit: "", ...less },
  { name: `${name}: rows`, value: rows / times, unit: "", ...less },
  ...(walKb / times < 0.5 ? [] : [{ name: `${name}: write-ahead log`, value: walKb / times, ...kb }]),
]

async function costOfPage(world: World, page: { short: string; ask: Ask }, times: number): Promise<Figure[]> {
  const { database, pids } = world
  await warmUp(page.ask, WARM_UP, BUYERS)
  const before = { web: cpuMs([pids.web]), database: (await databaseCpuMs(database.pool, pids.postgres)).web }
  const counted = await countDuring(database.pool, () => waits(page.ask, times))
  const after = { web: cpuMs([pids.web]), database: (await databaseCpuMs(database.pool, pids.postgres)).web }
  const name = `page ${page.short}`
  return [
    ...counts(name, counted, times),
    { name: `${name}: CPU of the web process`, value: (after.web - before.web) / times, ...ms },
    { name: `${name}: CPU of the database`, value: (after.database - before.database) / times, ...ms },
    { name: `${name}: over the line, compressed`, value: await kilobytesOf(page.ask(0)), ...kb },
  ]
}

async function kilobytesOf({ url, headers }: ReturnType<Ask>): Promise<number> {
  const answer = await fetch(url, {
    headers: { "accept-encoding": "br", ...headers },
    decompress: false,
  } as RequestInit)
  return (await answer.arrayBuffer()).byteLength / 1024
}

/** From the cart until the last job of the order is done. Emails are written to files, webhooks are the sandbox's. */
async function costOfOrder(world: World, each: number): Promise<Figure[]> {
  const { pool } = world.database
  const those = await buyers(world, { count: BUYERS, inQueue: IN_QUEUE })
  const buy = (times: number) =>
    those.everyBuyer(async (buyer) => {
      for (let turn = 0; turn < times; turn++) await those.order(buyer)
    })
  await buy(IN_QUEUE)
  await jobsDone(world)
  const orders = each * BUYERS
  const [sizes, cpu] = [await tableSizes(pool), await spent(world)]
  const counted = await countDuring(pool, async () => {
    await buy(each)
    await jobsDone(world)
  })
  const [used, later] = [await spent(world), await tableSizes(pool)]
  const name = "order"
  return [
    ...counts(name, counted, orders),
    { name: `${name}: CPU of the web process`, value: (used.web - cpu.web) / orders, ...ms },
    { name: `${name}: CPU of the workers`, value: (used.workers - cpu.workers) / orders, ...ms },
    { name: `${name}: CPU of the database`, value: (used.database - cpu.database) / orders, ...ms },
    ...[Number.POSITIVE_INFINITY, ...new Set(Object.values(DAYS).filter(Number.isFinite)), 1].map((days) => ({
      name: `${name}: disk ${Number.isFinite(days) ? `for ${days} ${days === 1 ? "day" : "days"}` : "for good"}`,
      value: grownKb(sizes, later, (table) => daysOf(table) === days) / orders,
      ...kb,
    })),
  ]
}

async function spent({ database, pids }: World) {
  const { all } = await databaseCpuMs(database.pool, pids.postgres)
  return { web: cpuMs([pids.web]), workers: cpuMs([pids.workers]), database: all }
}

/** Somebody goes to checkout and leaves: measures the rows that remain until they are deleted. */
async function costOfHold(world: World, count: number): Promise<Figure[]> {
  const { pool } = world.database
  const tables = ["checkouts", "checkout_markets", "checkout_lines"]
  const people = await buyers(world, {
    count,
    way: (_world, site, buyer, thing) => goToCheckout(site, buyer, thing),
  })
  const before = await tableSizes(pool)
  await people.everyBuyer((buyer) => people.order(buyer))
  const after = await tableSizes(pool)
  const grown = grownKb(before, after, (table) => tables.includes(table))
  return [{ name: "hold that comes to nothing: disk, until it is deleted", value: grown / count, ...kb }]
}

/** The cost of a sign-in besides its pages. The web process hashes the password outside its main thread. */
async function costOfSignIn(): Promise<Figure> {
  const hash = await passwords.hash("correct horse battery staple")
  const before = process.cpuUsage()
  for (let turn = 0; turn < SIGN_INS; turn++) await passwords.verify("correct horse battery staple", hash)
  const { user, system } = process.cpuUsage(before)
  return { name: "sign-in: CPU to check a password", value: (user + system) / 1_000 / SIGN_INS, ...ms }
}

/** Measures a rooms process with many sockets in one room. */
async function costOfOpenPage(messages: number): Promise<Figure[]> {
  const server = await startRooms()
  try {
    const rooms = remoteRooms({ secret: SECRET, partyHost: server.origin })
    const room = await audience(BUYERS, () => roomUrl(server.origin))
    const message = { ...WAITING_ROOM, type: "changed", data: DATA } as const
    await room.hear(false, () => rooms.publish({ ...message, id: "first" }))
    const memory = residentMb(server.pid)
    const opened = cpuMs([server.pid])
    const all = await audience(SOCKETS, () => roomUrl(server.origin))
    const grown = residentMb(server.pid) - memory
    const opening = cpuMs([server.pid]) - opened
    const before = cpuMs([server.pid])
    for (let turn = 0; turn < messages; turn++)
      await all.hear(false, () => rooms.publish({ ...message, id: String(turn) }))
    const name = "open page"
    return [
      { name: `${name}: memory of the rooms`, value: (1024 * grown) / SOCKETS, ...kb },
      { name: `${name}: CPU of the rooms to open it`, value: opening / SOCKETS, ...ms },
      {
        name: `${name}: CPU of the rooms for a message`,
        value: (cpuMs([server.pid]) - before) / messages / SOCKETS,
        ...ms,
      },
    ]
  } finally {
    await server.kill()
  }
}
