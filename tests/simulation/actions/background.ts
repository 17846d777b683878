import { PLATFORM } from "@pushcart/stripe-sandbox/store"
import { z } from "zod"
import { pickByWeight } from "#tests/simulation/dice.ts"
import type { Site } from "#tests/simulation/site/site.ts"
import type { Action, Town } from "#tests/simulation/town.ts"
import { Violation } from "#tests/simulation/violation.ts"
import { SWEEPS, type SweepName } from "#workers/sweeps.ts"

/** How many times in a row a job may fail while no outside service fails. */
const MOST_TRIES_IN_CALM = 6
/** Lengths of the clock's jumps, with their weights. */
export const SPANS = [
  ...[30, 60, 120, 300, 600, 900, 1_800].map((seconds) => ({ weight: 6, seconds })),
  ...[3_600, 4 * 3_600, 12 * 3_600].map((seconds) => ({ weight: 1.5, seconds })),
  ...[86_400, 3 * 86_400].map((seconds) => ({ weight: 0.5, seconds })),
  { weight: 0.1, seconds: 20 * 86_400 },
]

const messageOf = (error: unknown): string =>
  error instanceof Error
    ? error.cause instanceof Error
      ? `${error.message}: ${error.cause.message}`
      : error.message
    : String(error)

export async function runJob(town: Town, id: string): Promise<string> {
  const { site } = town
  const job = site.jobs.waiting.get(id)
  if (!job) return `${id} is gone`
  const before = site.troubles()
  const failure = await site.jobs.run(site.systemContext(), job)
  if (!failure) return `${id} done`
  if (site.troubles() > before) job.tries = 0
  if (job.tries >= MOST_TRIES_IN_CALM)
    throw new Violation(`The job ${job.name} fails again and again: ${messageOf(failure.error)}`)
  return `${id} failed`
}

export async function runSweep(town: Town, name: SweepName): Promise<string> {
  const { site } = town
  const before = site.troubles()
  try {
    await SWEEPS[name].run(site.systemContext())
    return `${name}: done`
  } catch (error) {
    if (site.troubles() === before) throw new Violation(`The sweep ${name} failed: ${messageOf(error)}`)
    return `${name}: failed`
  }
}

export const openDisputes = (site: Site): string[] =>
  site.world.store
    .where("dispute", PLATFORM, {})
    .filter(({ status }) => status === "needs_response" || status === "under_review")
    .map(({ id }) => z.string().parse(id))

export function decideDispute(site: Site, id: string, outcome: "won" | "lost"): void {
  site.world.controls["close-dispute"]?.({ dispute: id, outcome })
}

/** Whether a refund belongs to a checkout or to a refund of ours. Refunds of sellers' subscriptions do not. */
export async function isOurs(site: Site, refundId: string): Promise<boolean> {
  const refund = site.world.store.find("refund", refundId)
  const [row] = await site.rows<{ known: boolean }>(
    `select exists (select from checkouts where stripe_payment_intent_id = $1)
      or exists (select from refunds where stripe_payment_intent_id = $1) as known`,
    [String(refund?.payment_intent)],
  )
  return row?.known ?? false
}

const completedPayments = (site: Site) =>
  site.rows<{ payment: string }>(
    "select stripe_payment_intent_id as payment from checkouts where status = 'completed' order by id",
  )

export const refundsAt = ({ world }: Site, status: "pending" | "succeeded") =>
  world.store.where("refund", PLATFORM, { status })

export const SWEEP_NAMES = Object.keys(SWEEPS) as SweepName[]

/** Everything that runs without a person. What happens sooner or later in reality happens as a step here. */
export const MACHINERY: Action[] = [
  {
    name: "relay of jobs",
    weight: 18,
    async run({ site }) {
      const before = site.jobs.waiting.size
      await site.queueEvents()
      return `${site.jobs.waiting.size - before} new`
    },
  },
  {
    name: "relay of messages",
    weight: 6,
    async run({ site }) {
      const { taken } = await site.publishEvents()
      return `${taken} told`
    },
  },
  {
    name: "job",
    weight: 40,
    async run(town, dice) {
      const waiting = [...town.site.jobs.waiting.values()]
      if (waiting.length === 0) return null
      // Mostly the oldest first, as real queues do.
      const job = waiting[dice.chance(0.8) ? 0 : dice.between(0, waiting.length - 1)]!
      return runJob(town, job.id)
    },
  },
  {
    name: "sweep",
    weight: 14,
    run: (town, dice) => runSweep(town, dice.pick(SWEEP_NAMES)),
  },
  {
    name: "webhook",
    weight: 16,
    async run({ site }, dice) {
      const waiting = site.deliverer.all("pending")
      if (waiting.length === 0) return null
      const delivery = dice.chance(0.7) ? waiting[0]! : dice.pick(waiting)
      const isTaken = await site.deliverer.send(delivery)
      return `${delivery.event} ${isTaken ? "taken" : "not taken"}`
    },
  },
  {
    name: "webhook that came before",
    weight: 1,
    async run({ site }, dice) {
      const sent = site.deliverer.all("sent").slice(-20)
      if (sent.length === 0) return null
      const delivery = dice.pick(sent)
      return `${delivery.event} ${(await site.deliverer.send(delivery)) ? "taken" : "not taken"}`
    },
  },
  {
    name: "request that was late",
    weight: 3,
    async run({ site }) {
      const send = site.bank.late.shift()
      return send ? `${(await send()).status}` : null
    },
  },
  {
    name: "clock",
    weight: 8,
    alone: true,
    async run({ site }, dice) {
      const { seconds } = pickByWeight(dice, SPANS)
      await site.advance(seconds)
      return `+${seconds} s`
    },
  },
  {
    name: "restart",
    weight: 0.3,
    async run({ site }) {
      site.restart()
      return "everything in memory is gone"
    },
  },
  {
    name: "bank decides a dispute",
    weight: 0.6,
    async run({ site }, dice) {
      const open = openDisputes(site)
      if (open.length === 0) return null
      const [id, outcome] = [dice.pick(open), dice.pick(["won", "lost"] as const)]
      decideDispute(site, id, outcome)
      return `${id} ${outcome}`
    },
  },
  {
    name: "cardholder disputes",
    weight: 0.15,
    async run({ site }, dice) {
      const pending = new Set(refundsAt(site, "pending").map(({ charge }) => charge))
      const charges = site.world.store
        .where("charge", PLATFORM, {})
        .filter(({ id, paid, disputed, refunded }) => paid && !disputed && !refunded && !pending.has(id))
      if (charges.length === 0) return null
      const { id } = dice.pick(charges)
      site.world.controls.dispute?.({ charge: id })
      return id
    },
  },
  {
    name: "bank takes a refund, or not",
    weight: 3,
    async run({ site }, dice) {
      const pending = refundsAt(site, "pending")
      if (pending.length === 0) return null
      const { id } = dice.pick(pending)
      const outcome = (await isOurs(site, id)) && dice.chance(0.2) ? "failed" : "succeeded"
      site.world.controls["settle-refund"]?.({ refund: id, outcome })
      return `${id} ${outcome}`
    },
  },
  {
    name: "bank sends a refund back",
    weight: 0.1,
    async run({ site }, dice) {
      const done = refundsAt(site, "succeeded").slice(-10)
      if (done.length === 0) return null
      const { id, charge } = dice.pick(done)
      if (!(await isOurs(site, id)) || site.world.store.find("charge", charge ?? "")?.disputed) return null
      site.world.controls["settle-refund"]?.({ refund: id, outcome: "failed" })
      return id
    },
  },
  {
    name: "refund in the dashboard",
    weight: 0.2,
    async run({ site }, dice) {
      const payments = new Set((await completedPayments(site)).map(({ payment }) => payment))
      const charges = site.world.store
        .where("charge", PLATFORM, {})
        .filter(
          ({ payment_intent, paid, disputed, refunded }) =>
            payments.has(String(payment_intent)) && paid && !disputed && !refunded,
        )
      if (charges.length === 0) return null
      const { id, amount, amount_refunded } = dice.pick(charges)
      const left = amount - amount_refunded
      const some = dice.chance(0.3) ? left : dice.between(1, left)
      site.world.controls.refund?.({ charge: id, amount: some })
      return `${id}: ${some} of ${left}`
    },
  },
]
