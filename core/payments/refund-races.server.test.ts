import { eq } from "drizzle-orm"
import { afterEach, describe, expect, it } from "vitest"
import { add, cents } from "#core/money.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { sendTransfer } from "#core/payouts/send-transfers.server.ts"
import { transfers } from "#db/schema/index.ts"
import { portsTo, stockOf } from "#tests/support/checkout.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { refundsIn } from "#tests/support/refunds.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"
import { quoteRefund } from "./quote-refund.server.ts"
import { refundOrder } from "./refund-order.server.ts"

const accounts = usePayoutAccounts({ connections: 6 })
const refunds = refundsIn(accounts)

type Paid = Awaited<ReturnType<typeof refunds.aPaidOrder>>

const oneNotebook = (paid: Paid) =>
  refunds.input(paid.order.id, { lines: [{ lineId: paid.notebooks.id, quantity: 1 }] })

/** Ledger and provider agree to the cent, regardless of which command came first. */
afterEach(async () => {
  expect(await checkLedger(accounts.system())).toEqual([])
  const { provider, books } = await refunds.platformHolds()
  expect(provider).toBe(books)
})

async function sendAllOf(paid: Paid) {
  const rows = await refunds.rowsOf(paid.order.id)
  for (const { id } of rows) await refunds.send(id)
  return add(cents(0), ...rows.map(({ amountCents }) => amountCents))
}

describe("a refund at the same moment as", { tags: ["REFUND-11"] }, () => {
  it("five others of the same line gives no more of it back than was bought", async () => {
    const paid = await refunds.aPaidOrder()
    const admin = await refunds.admin()
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, () => refundOrder(admin, oneNotebook(paid))),
    )
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2)
    for (const one of made)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "invalid" })
    expect(await sendAllOf(paid)).toBe(2 * 468)
  })

  it("is reviewed while the provider is down, without the card's name", {
    tags: ["REFUND-116"],
  }, async () => {
    const paid = await refunds.aPaidOrder()
    const admin = await refunds.admin()
    expect((await quoteRefund(admin, oneNotebook(paid))).card).toMatch(/^Visa/)
    const { payments } = portsTo({ base: "http://127.0.0.1:1" })
    const quote = await quoteRefund({ ...admin, ports: { ...admin.ports, payments } }, oneNotebook(paid))
    expect(quote).toMatchObject({ card: null, amountCents: 468 })
  })

  it("another of the same review is made once, and the other is to be reviewed again", async () => {
    const paid = await refunds.aPaidOrder()
    const admin = await refunds.admin()
    const { amountCents, leftCents } = await quoteRefund(admin, oneNotebook(paid))
    const reviewed = { ...oneNotebook(paid), reviewedCents: amountCents, reviewedLeftCents: leftCents }
    const both = await Promise.allSettled(["k1", "k2"].map((key) => refundOrder(admin, reviewed, key)))
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    const rejected = both.find((one) => one.status === "rejected")
    expect(rejected?.reason).toMatchObject({
      code: "invalid",
      message: "Of this order $11.79 is left now, not what you reviewed. Review it again.",
    })
    const madeKey = both[0]?.status === "fulfilled" ? "k1" : "k2"
    expect(await refundOrder(admin, reviewed, madeKey)).toMatchObject({ amountCents })
    expect(await sendAllOf(paid)).toBe(468)
  })

  it("the order's cancelling gives all of it back once, and the stock that is there", async () => {
    const admin = await refunds.admin()
    for (let round = 0; round < 4; round += 1) {
      const paid = await refunds.aPaidOrder()
      const cancel = () => cancelOrderAsAdmin(admin, { orderId: paid.order.id, reason: "The market closed." })
      const refund = () => refundOrder(admin, oneNotebook(paid))
      const [first, second] = round % 2 ? [cancel, refund] : [refund, cancel]
      const both = await Promise.allSettled<unknown>([first(), second()])
      const isRefunded = both[round % 2]?.status === "fulfilled"
      expect(both[1 - (round % 2)]).toMatchObject({ status: "fulfilled" })
      expect(await sendAllOf(paid)).toBe(paid.order.totalCents)
      expect(await stockOf(accounts.database.db, paid.products.paper.variantId)).toBe(isRefunded ? 9 : 10)
    }
  })

  it("its transfer is sent leaves the account with what is earned", { tags: ["REFUND-14"] }, async () => {
    const admin = await refunds.admin()
    for (let round = 0; round < 4; round += 1) {
      const paid = await refunds.aPaidOrder()
      await refunds.deliver(paid)
      accounts.clock.advance({ hours: 25 })
      const send = async () => sendTransfer(accounts.system(), { transferId: await transferId(paid) })
      await Promise.all([send(), send(), refundOrder(admin, oneNotebook(paid))])
      await expectEarnedOnly(paid)
    }
  })

  it("its transfer is taken to be sent leaves its amount as it is", { tags: ["REFUND-14"] }, async () => {
    const admin = await refunds.admin()
    const paid = await refunds.aPaidOrder()
    await refunds.deliver(paid)
    accounts.clock.advance({ hours: 25 })
    const before = await refunds.transferOf(paid)
    const id = await transferId(paid)
    const { done } = await whileTaken(id, () => refundOrder(admin, oneNotebook(paid)))
    await done
    expect(await refunds.transferOf(paid)).toEqual(before)
    await sendTransfer(accounts.system(), { transferId: id })
    await expectEarnedOnly(paid)
  })

  it("its transfer is under way to the provider is taken back from it", { tags: ["REFUND-14"] }, async () => {
    const admin = await refunds.admin()
    const paid = await refunds.aPaidOrder()
    await refunds.deliver(paid)
    accounts.clock.advance({ hours: 25 })
    const sent = (await refunds.transferOf(paid))?.amountCents
    const system = accounts.system()
    const { payments } = system.ports
    const transfer: typeof payments.transfer = async (asked) => {
      await refundOrder(admin, oneNotebook(paid))
      return payments.transfer(asked)
    }
    const slow = { ...system, ports: { ...system.ports, payments: { ...payments, transfer } } }
    await sendTransfer(slow, { transferId: await transferId(paid) })
    expect(await refunds.accountHolds(paid)).toBe(sent)
    await expectEarnedOnly(paid)
    expect(await refunds.transferOf(paid)).toMatchObject({ amountCents: sent, reversedCents: 450 })
  })
})

async function transferId({ order }: Paid): Promise<string> {
  const [row] = await accounts.database.db
    .select({ id: transfers.id })
    .from(transfers)
    .where(eq(transfers.orderId, order.id))
  return row!.id
}

/**
 * Counts an attempt at a transfer, as its sender does, while `other` waits for the row. Returns the promise of `other`.
 */
async function whileTaken<T>(id: string, other: () => Promise<T>): Promise<{ done: Promise<T> }> {
  const { pool } = accounts.database
  const holder = await pool.connect()
  try {
    await holder.query("begin")
    await holder.query("update transfers set attempts = attempts + 1 where id = $1", [id])
    const done = other()
    await untilWaiting({ pool }, 1)
    return { done }
  } finally {
    await holder.query("commit")
    holder.release()
  }
}

async function expectEarnedOnly(paid: Paid) {
  await refunds.takeBack()
  await sendAllOf(paid)
  expect(await refunds.accountHolds(paid)).toBe(await refunds.earned(paid))
}
