import { answerOf } from "@pushcart/api-client"
import { eq, sql } from "drizzle-orm"
import type { Role } from "#core/identity/roles.ts"
import { waitsForItsTime } from "#core/outbox/due-events.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { EVENTS, type EventName, type JobName, type Payload } from "#core/outbox/events.ts"
import { checkouts } from "#db/schema/index.ts"
import { createClient } from "#tests/e2e/api-journey/client.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import type { Normalizer } from "../normalize.ts"
import type { SandboxedServer } from "../sandboxed-server.ts"
import { untilSettled } from "../settled.ts"
import { describeEmail, type startInbox } from "./inbox.ts"

const LOGINS = {
  customer: "/auth/login",
  seller: "/seller/LoginSeller",
  deliverer: "/pushcartexpress/login",
  admin: "/admin/loginAdmin",
} as const satisfies Record<Role, string>

export type World = Awaited<ReturnType<typeof makeWorld>>
/** An action, after which emails may or may not be sent. */
export type Step = readonly [title: string, happen: (world: World) => Promise<unknown>]

type Parts = {
  readonly running: SandboxedServer
  readonly inbox: Awaited<ReturnType<typeof startInbox>>
  readonly normalizer: Normalizer
}

/** The people of one market, signed in at a running server, and their actions. */
export async function makeWorld({ running, inbox, normalizer }: Parts) {
  const { server, sandbox } = running
  const { db } = server.database
  const [market, customer] = [await aMarket(db, { name: "Dot & Sons <Fruit>" }), await aCustomer(db)]
  const [courier, admin] = [await aCourier(db), await anAdmin(db)]
  const product = await aProduct(db, market, { name: "Melon", priceCents: 350, stock: 1000 })
  const shoes = { name: "Rubber boots", category: "Shoes", section: "Boots", sizes: { "9": 100 } } as const
  const boots = await aProduct(db, market, { ...shoes, priceCents: 2500 })

  async function signedIn({ userId, role }: { userId: string; role: Role }, email: string) {
    await givePassword(db, userId)
    const client = createClient(server.url)
    await answerOf(client.POST(LOGINS[role], { body: { email, password: PASSWORD } }))
    return client
  }

  const emailOf = async (userId: string) =>
    (await db.execute<{ email: string }>(sql`select email from users where id = ${userId}`)).rows[0]!.email

  /** An order whose payment exists at the sandbox, so that it can be refunded. */
  async function order(sold: Partial<Parameters<typeof anOrder>[1]> = {}) {
    const made = await anOrder(db, { customer, market, product, quantity: 2, ...sold })
    normalizer.name(made.confirmation, "confirmation")
    normalizer.name(String(made.number), "order number")
    const payment = await sandbox.stripe.paymentIntents.create({
      amount: made.totalCents,
      currency: "usd",
      confirm: true,
      payment_method: "pm_card_visa",
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    })
    await db
      .update(checkouts)
      .set({ stripePaymentIntentId: payment.id, stripeChargeId: payment.latest_charge as string })
      .where(eq(checkouts.id, made.checkoutId))
    return { ...made, ids: { orderId: made.id, customerId: customer.userId, sellerId: market.userId } }
  }

  for (const [who, { userId }] of Object.entries({ customer, seller: market, courier, admin }))
    normalizer.name(await emailOf(userId), `the ${who}'s email`)
  return {
    server,
    db,
    market,
    customer,
    courier,
    admin,
    product,
    boots,
    order,
    signedIn,
    emailOf,
    clients: {
      customer: await signedIn(customer.actor, customer.email),
      seller: await signedIn(market.actor, await emailOf(market.userId)),
      courier: await signedIn(courier.actor, courier.email),
      admin: await signedIn(admin.actor, admin.email),
    },
    /** A visitor who is not signed in. */
    visitor: createClient(server.url),
    happen: <E extends EventName>(event: E, payload: Payload<E>) =>
      db.transaction((tx) => emit(tx, event, payload)),
    receive: () => inbox.take(),
    settle: () => settle(server),
  }
}

/** Waits until all emails are sent. Those of a seller's step, which can be undone for ten seconds, are due now. */
async function settle(server: SandboxedServer["server"]): Promise<void> {
  await server.database.db.execute(
    sql`update outbox set queued_at = null where ${waitsForItsTime} and event = 'order.statusChanged'`,
  )
  await untilSettled(server)
}

export const sendsEmail = (job: string) => /^send-.*-email$/.test(job) || job === "finish-account-deletion"

/** Runs every step and describes the emails that followed. Also returns the jobs that sent them. */
export async function describeSteps(
  world: World,
  steps: readonly Step[],
  { normalize, section }: Normalizer,
) {
  const lines: string[] = []
  const covered = new Set<JobName>()
  for (const [title, happen] of steps) {
    const before = await newestEvent(world)
    await happen(world)
    await world.settle()
    const jobs = await emailJobsSince(world, before)
    const emails = world.receive()
    if (emails.length > 0) for (const job of jobs) covered.add(job)
    section()
    const described = emails.map((email) => normalize(describeEmail(email)))
    lines.push(`==== ${title}`, ...(described.length > 0 ? described : ["No email."]))
  }
  return { text: lines.join("\n\n"), covered }
}

const newestEvent = async ({ db }: World) =>
  (await db.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from outbox`)).rows[0]!.id

/** Leaves out jobs that are not due yet, because their emails have not been sent. */
async function emailJobsSince({ db }: World, before: string): Promise<JobName[]> {
  const { rows } = await db.execute<{ event: EventName }>(
    sql`select distinct event from outbox where id > ${before} and due_at is null order by event`,
  )
  return rows.flatMap(({ event }) => Object.keys(EVENTS[event].jobs) as JobName[]).filter(sendsEmail)
}
