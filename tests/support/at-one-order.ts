import type pg from "pg"
import { untilWaiting } from "./until-waiting.ts"

type Command = () => Promise<unknown>

/**
 * Runs each command up to the lock on an order's row, which is held, one after the other; releases it, and returns how
 * each ended.
 */
export async function atOneOrder(
  pool: pg.Pool,
  orderId: string,
  ...commands: Command[]
): Promise<PromiseSettledResult<unknown>["status"][]> {
  const holder = await pool.connect()
  const started: Promise<unknown>[] = []
  try {
    await holder.query("begin")
    await holder.query("select from orders where id = $1 for no key update", [orderId])
    for (const command of commands) {
      const one = command()
      one.catch(() => {})
      started.push(one)
      await untilWaiting({ pool }, started.length)
    }
  } finally {
    await holder.query("commit")
    holder.release()
  }
  return (await Promise.allSettled(started)).map(({ status }) => status)
}
