import pg from "pg"
import type { Env } from "./platform/env.ts"

/** Everything that one process shares, wired once at its start. */
export interface Runtime {
  env: Env
  isHealthy(): Promise<boolean>
  close(): Promise<void>
}

/** Connects the ports to their implementations: the real service where it is configured, the embedded one elsewhere. */
export async function createRuntime(env: Env): Promise<Runtime> {
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: env.DATABASE_POOL_MAX })
  pool.on("error", () => {})
  return {
    env,
    async isHealthy() {
      const answer = await pool.query("select 1").catch(() => undefined)
      return answer !== undefined
    },
    close: () => pool.end(),
  }
}
