import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import type { Database } from "../../db/client.ts"
import * as schema from "../../db/schema/index.ts"

export type Asked = { text: string; values: unknown[] }

export type Plan = {
  "Node Type": string
  "Relation Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  "Shared Hit Blocks"?: number
  "Shared Read Blocks"?: number
  Plans?: Plan[]
}

/** A connection that records the SQL that the core sends over it, through Drizzle's own logger. */
export function recordQueries(connectionString: string): {
  asked: Asked[]
  db: Database
  close(): Promise<void>
} {
  const asked: Asked[] = []
  const pool = new pg.Pool({ connectionString, max: 1, application_name: "pushcart-bench-plans" })
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) }
  return { asked, db: drizzle(pool, { schema, casing: "snake_case", logger }), close: () => pool.end() }
}

/** Explains a query with execution, under the planner's current settings. */
export async function explain(client: Pick<pg.ClientBase, "query">, { text, values }: Asked): Promise<Plan> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${text}`,
    values,
  )
  const found = rows[0]?.["QUERY PLAN"][0].Plan
  if (!found) throw new Error("PostgreSQL explained nothing.")
  return found
}

export const nodesOf = (plan: Plan): Plan[] => (plan.Plans ?? []).flatMap(nodesOf).concat(plan)

/** The number of rows that a node read, including rows that it discarded. */
export const rowsOf = (node: Plan) =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]

/** The number of rows that the scans of all tables and indexes read. */
export function rowsRead(plan: Plan): number {
  return nodesOf(plan)
    .filter((node) => node["Node Type"].includes("Scan"))
    .reduce((sum, node) => sum + rowsOf(node), 0)
}

/** The number of 8 kB pages read, from memory or from disk. */
export const buffersOf = (plan: Plan) => (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0)
