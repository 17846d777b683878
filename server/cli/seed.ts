import { existsSync } from "node:fs"
import { join } from "node:path"
import type { SystemContext } from "#core/context.ts"
import { createRuntime } from "#server/compose.ts"
import type { DataDir } from "#server/platform/data-dir.ts"
import type { Env } from "#server/platform/env.ts"

/** Fills an empty database with the demo: markets, people, products, orders. */
export async function seedIfEmpty(env: Env, data: DataDir, root: string): Promise<void> {
  const file = join(root, "db/seed/index.ts")
  if (!existsSync(file)) return
  const runtime = await createRuntime(env)
  try {
    const { rowCount } = await runtime.database.pool.query('select 1 from "users" limit 1')
    if (rowCount !== 0) return
    console.log("Setting up the demo …")
    const { seedDemo } = (await import(file)) as { seedDemo(ctx: SystemContext): Promise<void> }
    // A start killed from here on finds the mark and begins with an empty database again.
    data.note({ isSeeding: true })
    await seedDemo(runtime.contextFor({ role: "system" }))
    data.note({ isSeeding: false })
  } finally {
    await runtime.close()
  }
}
