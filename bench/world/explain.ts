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

/** A connection that takes down the SQL that the core sends over it, by Drizzle's own log. */
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

/** Runs a query and answers how PostgreSQL did it, with the planner as it is set. */
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

/** What a node touched, thrown away rows included. */
export const rowsOf = (node: Plan) =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]

/** What the scans of all tables and indexes touched. */
export function rowsRead(plan: Plan): number {
  return nodesOf(plan)
    .filter((node) => node["Node Type"].includes("Scan"))
    .reduce((sum, node) => sum + rowsOf(node), 0)
}

/** Pages of 8 kB, from memory or from the disk. */
export const buffersOf = (plan: Plan) => (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0)
