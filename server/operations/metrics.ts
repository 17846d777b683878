import { Hono, type MiddlewareHandler } from "hono"
import { Counter, Gauge, Histogram } from "prom-client"
import { countStuckOrders } from "#core/deliveries/overdue-deliveries.server.ts"
import { MINUTE_MS } from "#core/durations.ts"
import { readBacklog } from "#core/operations/read-backlog.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { securityCounts } from "#core/security-log.server.ts"
import { alarmsRaised } from "#server/adapters/telemetry/alarms.ts"
import type { Runtime } from "#server/compose.ts"
import type { RouteOf } from "#server/http/route-of.ts"
import { cacheFor } from "./cache-for.ts"
import { answerMetrics, openRegistry } from "./metrics-answer.ts"

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export interface Metrics {
  /** Counts every response, by method, route and status. */
  middleware: MiddlewareHandler
  /** `GET /metrics` for Prometheus. */
  routes: Hono
}

export function createMetrics(runtime: Runtime, routeOf: RouteOf): Metrics {
  const registry = openRegistry()
  const registers = [registry]
  registry.registerMetric(alarmsRaised)
  registry.registerMetric(securityEvents())
  const labelNames = ["method", "route", "status"] as const
  const answers = new Counter({
    name: "pushcart_http_requests_total",
    help: "Answers of this process.",
    labelNames,
    registers,
  })
  const times = new Histogram({
    name: "pushcart_http_request_seconds",
    help: "How long they took.",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers,
  })
  const timesOf = known((both) => times.labels(...both.split(SEPARATOR)))
  const answersOf = known((all) => answers.labels(...all.split(SEPARATOR)))
  const gauge = (name: string, help: string, names: string[] = []) =>
    new Gauge({ name: `pushcart_${name}`, help, labelNames: names, registers })
  const fill = fillGauges(runtime, gauge)
  const routes = new Hono().get("/metrics", (c) =>
    answerMetrics({
      authorization: c.req.header("authorization"),
      token: runtime.env.METRICS_TOKEN,
      registry,
      fill,
    }),
  )
  return {
    routes,
    middleware: async (c, next) => {
      const { method } = c.req
      const from = performance.now()
      await next()
      const asked = method + SEPARATOR + routeOf(c)
      timesOf(asked).observe((performance.now() - from) / 1000)
      answersOf(asked + SEPARATOR + c.res.status).inc()
    },
  }
}

/** The counts that core/ keeps in this process. */
const securityEvents = () =>
  new Counter({
    name: "pushcart_security_events_total",
    help: "Sign-ins, failed ones, reached limits, denied access and requests of other sites, by event and role.",
    labelNames: ["event", "role"],
    registers: [],
    collect() {
      this.reset()
      for (const { event, role, times } of securityCounts()) this.inc({ event, role }, times)
    },
  })

/** A character that no method, route or status contains. */
const SEPARATOR = "\n"

/** Caches lookups: finding labels takes prom-client longer than counting. Routes are patterns, so there are few. */
function known<T>(find: (key: string) => T): (key: string) => T {
  const found = new Map<string, T>()
  return (key) => {
    const one = found.get(key) ?? find(key)
    found.set(key, one)
    return one
  }
}

type NewGauge = (name: string, help: string, labels?: string[]) => Gauge

/** Reads all values that are measured when Prometheus scrapes, not counted continuously. */
function fillGauges(runtime: Runtime, gauge: NewGauge): () => Promise<void> {
  const jobs = gauge("queue_jobs", "Jobs in a queue, by state.", ["queue", "state"])
  const oldest = gauge("queue_oldest_seconds", "Age of the job that waits longest.", ["queue"])
  const outbox = gauge("outbox_events", "Events that were not handed over yet.", ["to"])
  const outboxAge = gauge("outbox_oldest_seconds", "Age of the oldest of them.")
  const webhooks = gauge("payment_webhooks", "Webhook events that are not dealt with.", ["state"])
  const sockets = gauge("room_sockets", "Open sockets of the live rooms.")
  const connections = gauge("database_connections", "Connections to the database.", ["state"])
  const up = gauge("up", "Whether a part answers.", ["part"])
  const full = gauge("disk_full", "1 where PostgreSQL or this process has no room left to write.")
  const faults = gauge("ledger_faults", "Orders whose books do not add up, at the last look.")
  const leaving = gauge("account_deletions_open", "Deleted accounts that the outside was not told of yet.")
  const stuck = gauge("orders_stuck", "Orders whose courier has gone no further for three hours.")
  const ledger = cacheFor(LEDGER_EVERY_MS, () => checkLedger(system()))
  const system = () => runtime.contextFor({ role: "system" })
  return async () => {
    const { operations } = runtime.ports
    const ctx = system()
    const now = ctx.now().getTime()
    const age = (at: Date | null) => (at ? Math.max(0, (now - at.getTime()) / 1000) : 0)
    const [queues, rooms, database, disk] = await Promise.all([
      operations.queues(),
      operations.rooms(),
      operations.database(),
      operations.disk(),
    ])
    up.set({ part: "queues" }, queues ? 1 : 0)
    up.set({ part: "rooms" }, rooms ? 1 : 0)
    up.set({ part: "database" }, database ? 1 : 0)
    up.set({ part: "writes" }, database?.isWritable ? 1 : 0)
    full.set(disk ? 0 : 1)
    if (rooms?.sockets != null) sockets.set(rooms.sockets)
    for (const { name, oldestAt, ...counts } of queues ?? []) {
      for (const [state, number] of Object.entries(counts)) jobs.set({ queue: name, state }, number)
      oldest.set({ queue: name }, age(oldestAt))
    }
    for (const [state, number] of Object.entries(operations.pool())) connections.set({ state }, number)
    if (!database) return
    const backlog = await readBacklog(ctx)
    outbox.set({ to: "queues" }, backlog.outbox.unqueued)
    outbox.set({ to: "rooms" }, backlog.outbox.unpublished)
    outboxAge.set(age(backlog.outbox.oldestAt))
    webhooks.set({ state: "open" }, backlog.webhooks.open)
    webhooks.set({ state: "failing" }, backlog.webhooks.failing)
    leaving.set(backlog.deletions)
    stuck.set(await countStuckOrders(ctx))
    faults.set((await ledger()).length)
  }
}

/** Adding up the whole ledger is too expensive for every scrape. */
const LEDGER_EVERY_MS = 10 * MINUTE_MS
