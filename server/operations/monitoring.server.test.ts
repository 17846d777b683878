import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { backupMetrics } from "@pushcart/ops/backup-metrics"
import { Hono } from "hono"
import { expect, it } from "vitest"
import { parse, stringify } from "yaml"
import { freePort } from "#server/cli/ports.ts"
import { routes } from "#server/http/route-of.ts"
import { createMetrics } from "#server/operations/metrics.ts"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"

const FOLDER = join(import.meta.dirname, "../../docs/monitoring")
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8")
const TOKEN = "a token that only Prometheus knows, 32+"
const database = useDatabase()

const operations = {
  queues: async () => [
    { name: "money", waiting: 1, active: 0, failed: 2, delayed: 0, oldestAt: new Date(Date.now() - 60_000) },
  ],
  rooms: async () => ({ sockets: 3 }),
  database: async () => ({ isWritable: true }),
  disk: async () => true,
  sandbox: async () => true,
  pool: () => ({ open: 1, idle: 1, waiting: 0, max: 20 }),
  failedJobs: async () => [],
  retry: async () => {},
}

function measured() {
  const { runtime } = createTestApi(database, { ports: { operations } })
  const env = { ...runtime.env, METRICS_TOKEN: TOKEN }
  return createMetrics(
    { ...runtime, env },
    routes(() => "not found"),
  )
}

/** The metrics of the process that makes backups; there is no backup yet. */
const backups = backupMetrics(join(tmpdir(), "no-backups"), TOKEN)

async function scrape(): Promise<string> {
  const asked = ["/metrics", { headers: { authorization: `Bearer ${TOKEN}` } }] as const
  const answers = [
    await measured().routes.request(...asked),
    await backups(new Request("http://backup/metrics", asked[1])),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  return (await Promise.all(answers.map((answer) => answer.text()))).join("\n")
}

/** "pushcart_up" of "max(pushcart_up) == 0"; a histogram's series count as the histogram. */
const named = (text: string) =>
  [...new Set(text.match(/pushcart_[a-z0-9_]+/g) ?? [])].map((name) =>
    name.replace(/_(bucket|sum|count)$/, ""),
  )

const rulesOf = () =>
  (parse(read("alerts.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules)
const panelsOf = () =>
  (JSON.parse(read("dashboard.json")) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
    ({ targets }) => targets,
  )

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }

it("names no metric in the dashboard and the alerts that /metrics does not have", {
  tags: ["OPS-4"],
}, async () => {
  const rules = rulesOf()
  const wanted = [...rules, ...panelsOf()].map(({ expr }) => expr)
  const told = await scrape()
  const there = new Set([...told.matchAll(/^# TYPE (pushcart_\w+)/gm)].map(([, name]) => name))
  expect(wanted.length).toBeGreaterThan(20)
  for (const expr of wanted) {
    expect(named(expr).length, expr).toBeGreaterThan(0)
    for (const name of named(expr)) expect([...there], expr).toContain(name)
  }
  for (const label of [
    'queue="money"',
    'state="failed"',
    'state="failing"',
    'state="waiting"',
    'part="rooms"',
    "pushcart_orders_stuck 0",
    "pushcart_disk_full 0",
    'pushcart_security_events_total{event="sign_in.failed",role="admin"}',
    'pushcart_security_events_total{event="limit.reached",role="anonymous"}',
  ])
    expect(told).toContain(label)
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)])
    expect(annotations).toMatchObject({ summary: expect.any(String), action: expect.any(String) })
  }
})

it.skipIf(!has("promtool"))(
  "rings each alarm when it should, and none on a healthy site: promtool",
  { tags: ["OPS-5"], timeout: 90_000 },
  () => {
    for (const args of [
      ["check", "rules", "alerts.yml"],
      ["test", "rules", "alerts.test.yml"],
    ]) {
      const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: FOLDER, encoding: "utf8" })
      expect(status, stdout + stderr).toBe(0)
    }
  },
)

it.skipIf(!has("prometheus"))(
  "answers every query of the dashboard and the alarms in a real Prometheus that reads a running site",
  { tags: ["OPS-4"], timeout: 90_000 },
  async () => {
    const { middleware, routes } = measured()
    const app = new Hono()
    app.use(middleware)
    app.get("/page", (c) => c.text("page"))
    app.get("/broken", (c) => c.text("broken", 500))
    app.route("/", routes)
    const site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch })
    const backup = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: backups })
    const ask = () => Promise.all(["/page", "/broken", "/none"].map((path) => fetch(site.url.origin + path)))
    // A counter that first appears between two scrapes has no rate yet.
    await ask()
    const prometheus = await startPrometheus([site, backup].map(({ port }) => `127.0.0.1:${port}`))
    try {
      await expect
        .poll(
          async () => {
            await ask()
            return prometheus.query("sum(rate(pushcart_http_requests_total[5m]))")
          },
          { timeout: 60_000, interval: 300 },
        )
        .toHaveLength(1)
      // Every metric that an alert rule compares must exist; promtool's part above tests whether the alert fires.
      const compared = rulesOf()
        .flatMap(({ expr }) => expr.split(" and "))
        .map((one) => one.replace(/ [<>=]=? [\de.]+$/, ""))
      const queries = [
        ...compared.filter((one) => !one.startsWith("absent(")),
        ...panelsOf().map(({ expr }) => expr),
      ]
      expect(queries.length).toBeGreaterThan(25)
      for (const expr of queries) expect((await prometheus.query(expr)).length, expr).toBeGreaterThan(0)
      for (const absent of rulesOf().filter(({ expr }) => expr.startsWith("absent(")))
        expect(await prometheus.query(absent.expr), absent.alert).toEqual([])
      expect(await prometheus.rules()).toHaveLength(rulesOf().length)
    } finally {
      await prometheus.stop()
      await site.stop(true)
      await backup.stop(true)
    }
  },
)

function has(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0
}

/** Starts the test's own Prometheus, which scrapes these processes every second. */
async function startPrometheus(targets: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-prometheus-"))
  const job = {
    job_name: "pushcart",
    authorization: { credentials: TOKEN },
    static_configs: [{ targets }],
  }
  const settings = {
    global: { scrape_interval: "1s" },
    rule_files: [join(FOLDER, "alerts.yml")],
    scrape_configs: [job],
  }
  writeFileSync(join(folder, "prometheus.yml"), stringify(settings))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    "prometheus",
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
    ],
    { stdio: "ignore" },
  )
  const gone = new Promise((resolve) => child.once("exit", resolve))
  const get = async (path: string) =>
    ((await (await fetch(`http://${address}/api/v1/${path}`)).json()) as { data: Record<string, unknown[]> })
      .data
  await expect.poll(() => get("rules").catch(() => null), { timeout: 30_000 }).not.toBeNull()
  return {
    query: async (expr: string) => (await get(`query?query=${encodeURIComponent(expr)}`)).result ?? [],
    rules: async () => ((await get("rules")).groups as { rules: unknown[] }[]).flatMap(({ rules }) => rules),
    async stop() {
      child.kill("SIGTERM")
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
