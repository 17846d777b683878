import { and, eq, inArray, sql } from "drizzle-orm"
import type { Executor, Transaction } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { checkouts } from "#db/schema/index.ts"
import { type Held, heldLines } from "./stock.server.ts"
import { type Place, placesOf } from "./window-places.server.ts"

export type CheckoutRow = typeof checkouts.$inferSelect

/** In the statement itself: the index of live checkouts serves a kept plan only where the plan knows the statuses. */
export const isLive = inArray(checkouts.status, ["open", "paying"]).inlineParams()

/** Whether a checkout is still at the attempt to pay that it was read at: neither given up nor retired since. */
export const isStillPaying = ({ id, paymentAttempt }: Pick<CheckoutRow, "id" | "paymentAttempt">) =>
  and(eq(checkouts.id, id), eq(checkouts.status, "paying"), eq(checkouts.paymentAttempt, paymentAttempt))

/** The customer's one checkout that holds stock, if there is one. */
export async function findLiveCheckout(executor: Executor, customerId: string): Promise<CheckoutRow | null> {
  const [row] = await live(executor).execute({ customerId })
  return row ?? null
}

const isOfCustomer = eq(checkouts.customerId, sql.placeholder("customerId"))
const live = prepared((executor) =>
  executor.select().from(checkouts).where(and(isOfCustomer, isLive)).prepare("live_checkout"),
)

/** The same with what it holds. */
export type LiveHold = CheckoutRow & { lines: Held[]; places: Place[] }
export async function findLiveHold(executor: Executor, customerId: string): Promise<LiveHold | null> {
  const live = await findLiveCheckout(executor, customerId)
  return live && withHeld(executor, live)
}

export async function withHeld(executor: Executor, live: CheckoutRow): Promise<LiveHold> {
  return { ...live, lines: await heldLines(executor, live.id), places: await placesOf(executor, live) }
}

/** The live checkout, kept from changing until the transaction ends. */
export async function lockLiveCheckout(tx: Transaction, customerId: string): Promise<CheckoutRow | null> {
  const [row] = await liveLocked(tx).execute({ customerId })
  return row ?? null
}

const liveLocked = prepared((tx) =>
  tx
    .select()
    .from(checkouts)
    .where(and(isOfCustomer, isLive))
    .for("no key update")
    .prepare("live_checkout_locked"),
)

/** Any checkout by its id, kept from changing until the transaction ends. */
export async function lockCheckout(tx: Transaction, checkoutId: string): Promise<CheckoutRow | null> {
  const [row] = await locked(tx).execute({ checkoutId })
  return row ?? null
}

const locked = prepared((tx) =>
  tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, sql.placeholder("checkoutId")))
    .for("no key update")
    .prepare("checkout_locked"),
)
