import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { parse } from "yaml"
import { createMetrics } from "#server/operations/metrics.ts"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"

const read = (name: string) => readFileSync(join(import.meta.dirname, "../../docs/monitoring", name), "utf8")
const TOKEN = "a token that only Prometheus knows, 32+"
const database = useDatabase()

const operations = {
  queues: async () => [
    { name: "money", waiting: 1, active: 0, failed: 2, delayed: 0, oldestAt: new Date(Date.now() - 60_000) },
  ],
  rooms: async () => ({ sockets: 3 }),
  database: async () => true,
  pool: () => ({ open: 1, idle: 1, waiting: 0, max: 20 }),
  failedJobs: async () => [],
  retry: async () => {},
}

async function scrape(): Promise<string> {
  const { runtime } = createTestApi(database, { ports: { operations } })
  const metrics = createMetrics({ ...runtime, env: { ...runtime.env, METRICS_TOKEN: TOKEN } })
  const answer = await metrics.routes.request("/metrics", { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(answer.status).toBe(200)
  return answer.text()
}

/** "pushcart_up" of "max(pushcart_up) == 0"; a histogram's parts are of their histogram. */
const named = (text: string) =>
  [...new Set(text.match(/pushcart_[a-z_]+/g) ?? [])].map((name) => name.replace(/_(bucket|sum|count)$/, ""))

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }

it("names no metric in the dashboard and the alerts that /metrics does not have", async () => {
  const rules = (parse(read("alerts.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  )
  const panels = (JSON.parse(read("dashboard.json")) as { panels: { targets: { expr: string }[] }[] }).panels
  const wanted = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
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
  ])
    expect(told).toContain(label)
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)])
    expect(annotations).toMatchObject({ summary: expect.any(String), action: expect.any(String) })
  }
})
