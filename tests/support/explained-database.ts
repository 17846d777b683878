import { openTestDatabase, type TestDatabase } from "./database.ts"

/** A node of a plan, as PostgreSQL's auto_explain reports it. */
export type Plan = {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
  "Index Cond"?: string
  Plans?: Plan[]
}

export type ExplainedDatabase = TestDatabase & { plans: { text: string; plan: Plan }[] }

/**
 * Opens one connection to which PostgreSQL reports how it runs each statement, including those of foreign keys; `plans`
 * collects them.
 */
export function openExplainedDatabase(databaseUrl: string): ExplainedDatabase {
  const url = new URL(databaseUrl)
  const settings = ["log_min_duration=0", "log_format=json", "log_nested_statements=on"]
  const explain = settings.map((setting) => `-c auto_explain.${setting}`).join(" ")
  const options = `-c session_preload_libraries=auto_explain -c client_min_messages=log ${explain}`
  url.searchParams.set("options", options)
  const database = openTestDatabase(url.href, 1)
  const plans: ExplainedDatabase["plans"] = []
  database.pool.on("connect", (client) => {
    client.on("notice", ({ message = "" }) => {
      const json = /plan:\n(\{.*\})/s.exec(message)?.[1]
      if (json) plans.push(planIn(json))
    })
  })
  return { ...database, plans }
}

function planIn(json: string) {
  const { "Query Text": text, Plan: plan } = JSON.parse(json) as { "Query Text": string; Plan: Plan }
  return { text, plan }
}

/** A plan's nodes, the outermost first. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
