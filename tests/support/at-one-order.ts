import type pg from "pg"
import { untilWaiting } from "./until-waiting.ts"

/**
 * Runs `first` up to the lock on an order's row, which is held, then `second`; releases it, and returns how each ended.
 */
export async function atOneOrder(
  pool: pg.Pool,
  orderId: string,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>["status"][]> {
  const holder = await pool.connect()
  let both: Promise<PromiseSettledResult<unknown>[]>
  try {
    await holder.query("begin")
    await holder.query("select from orders where id = $1 for no key update", [orderId])
    const one = first()
    one.catch(() => {})
    await untilWaiting({ pool }, 1)
    const two = second()
    both = Promise.allSettled([one, two])
    await untilWaiting({ pool }, 2)
  } finally {
    await holder.query("commit")
    holder.release()
  }
  return (await both).map(({ status }) => status)
}
