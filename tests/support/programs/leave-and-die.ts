import type { Context, SystemContext } from "#core/context.ts"
import type { Ports } from "#core/ports/index.ts"
import { closeAccounts } from "#core/privacy/close-accounts.server.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { finishDeletion } from "#core/privacy/finish-deletion.server.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { openDatabase } from "#db/client.ts"
import { outsideOf } from "#tests/support/outside-services.ts"

/**
 * A web process that deletes an account, and a worker that notifies outside services; killed at the step in the
 * arguments.
 */
const [url = "", sandbox = "", folder = "", userId = "", password = "", step = "", nth = "0"] =
  process.argv.slice(2)
const die = () => process.kill(process.pid, "SIGKILL")
const { db } = openDatabase({ connectionString: url, max: 2, applicationName: "killed", onError: () => {} })
const outside = outsideOf({ sandbox, folder })

/** Calls the real port, then exits right after the call has returned, before the row records it. */
const thenDie =
  <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    const done = await call(...args)
    die()
    return done
  }
const { subscriptions, images, mail, connectedAccounts } = outside
const ports = {
  ...outside,
  ...(step === "plan" ? { subscriptions: { ...subscriptions, cancel: thenDie(subscriptions.cancel) } } : {}),
  ...(step === "picture" ? { images: { ...images, remove: thenDie(images.remove) } } : {}),
  ...(step === "letter" ? { mail: { ...mail, send: thenDie(mail.send) } } : {}),
  ...(step === "account"
    ? { connectedAccounts: { ...connectedAccounts, close: thenDie(connectedAccounts.close) } }
    : {}),
} as unknown as Ports

let readings = 0
const now = () => {
  readings += 1
  // Each reading of the clock marks another point in the middle of the work.
  if (step === "transaction" && readings === Number(nth)) die()
  return new Date()
}
const ctx = <A extends Context["actor"]>(actor: A): Context<A> => ({
  actor,
  db,
  ports,
  now,
  rates: DEFAULT_RATES,
})
await deleteAccount(ctx({ role: "seller" as const, userId, marketId: "" }), { password })
if (step === "transaction") process.exit(0)
if (step === "erased") die()
const system: SystemContext = ctx({ role: "system" as const })
await finishDeletion(system, userId)
if (step === "finished") die()
await closeAccounts(system, userId)
