import { retryRefund } from "#core/payments/retry-refund.server.ts"
import { decideDispute, openDisputes, refundsAt, runSweep, SWEEP_NAMES } from "./actions/background.ts"
import { handOver } from "./opening.ts"
import type { Town } from "./town.ts"
import { Violation } from "./violation.ts"

type Deliveries = ReturnType<Town["site"]["deliverer"]["all"]>

const HOURS = 8
/** Four days: long enough for holds to end, deliveries to be paid out by transfer, and payouts to arrive. */
const ROUNDS = 12
/** A webhook that was rejected this many times will never be accepted. */
const MOST_TRIES = 20

/** Stops all failures and all people, and brings everything that was started to an end. */
export async function finish(town: Town): Promise<void> {
  const { site } = town
  site.setTroubles(0)
  for (const send of site.bank.late.splice(0)) await send()
  openDisputes(site).forEach((id, index) => {
    decideDispute(site, id, index % 2 === 0 ? "won" : "lost")
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    await settleRefunds(town)
    await site.advance(HOURS * 3_600)
    for (const name of SWEEP_NAMES) await runSweep(town, name)
    await deliver(town)
  }
  // Orders for later windows are canceled in any round, including the last one.
  await settleRefunds(town)
  await deliver(town)
  await handOver(town)
  while ((await site.publishEvents()).next !== undefined);
}

/** The bank settles all pending refunds, and an admin retries those that we gave up. */
async function settleRefunds(town: Town): Promise<void> {
  for (const { id } of refundsAt(town.site, "pending"))
    town.site.world.controls["settle-refund"]?.({ refund: id, outcome: "succeeded" })
  await retryGivenUp(town)
}

/** Dispatches all messages, and all webhooks that follow from them. */
async function deliver(town: Town): Promise<void> {
  const { deliverer } = town.site
  await handOver(town)
  for (let tries = 0; deliverer.all("pending").length > 0; tries += 1) {
    const waiting = deliverer.all("pending")
    if (tries === MOST_TRIES) throw new Violation(rejectionOf(waiting))
    for (const delivery of waiting) await deliverer.send(delivery)
    await handOver(town)
  }
}

/** An admin retries refunds that are no longer retried automatically. */
async function retryGivenUp(town: Town): Promise<void> {
  const [admin] = town.of("admin")
  const givenUp = await town.site.rows<{ id: string }>(
    "select id from refunds where status = 'failed' and next_try_at is null and order_id is not null",
  )
  for (const { id } of givenUp)
    if (admin)
      await town.command(admin as typeof admin & { role: "admin" }, (ctx) =>
        retryRefund(ctx, { refundId: id }),
      )
}

const rejectionOf = (waiting: Deliveries): string =>
  waiting
    .map(
      (delivery) =>
        `The webhook ${delivery.event} is not taken: ${delivery.last_status} ${delivery.last_error}`,
    )
    .join("\n")
