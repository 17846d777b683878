import type Stripe from "stripe"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Receiver, receiveWebhooks } from "./receive-webhooks.ts"
import { type Sandbox, startSandbox } from "./start-sandbox.ts"

let sandbox: Sandbox
let stripe: Stripe
let receiver: Receiver
beforeAll(async () => {
  receiver = receiveWebhooks()
  sandbox = await startSandbox({ webhookUrl: receiver.url, config: { webhooks: { delayMs: [0, 20] } } })
  stripe = sandbox.stripe
})
afterAll(async () => {
  await sandbox.kill()
  receiver.stop()
})

const available = async () => (await stripe.balance.retrieve()).available[0]!.amount
const pay = (payment_method: string) =>
  stripe.paymentIntents.create({ amount: 4_000, currency: "usd", confirm: true, payment_method })

describe("a chargeback", { tags: ["SANDBOX-9"] }, () => {
  it("follows the card that disputes, takes money and fee, and gives the money back when it is won", async () => {
    const before = await available()
    const intent = await pay("pm_card_createDispute")
    const event = await receiver.wait(({ type }) => type === "charge.dispute.created")
    const dispute = event.data.object as Stripe.Dispute
    expect(dispute).toMatchObject({ charge: intent.latest_charge, amount: 4_000, status: "needs_response" })
    expect((await available()) - before).toBe(4_000 - 146 - 4_000 - 1_500)
    const refund = stripe.refunds.create({ payment_intent: intent.id })
    await expect(refund).rejects.toMatchObject({ code: "charge_disputed" })
    const evidence = { uncategorized_text: "winning_evidence" }
    const won = await stripe.disputes.update(dispute.id, { evidence, submit: true })
    expect(won).toMatchObject({ status: "won" })
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-4_000, 4_000])
    expect((await available()) - before).toBe(-146 - 1_500 + 4_000)
  })

  it("can be opened on any charge and lost", async () => {
    const intent = await pay("pm_card_visa")
    const dispute = (await sandbox.control("dispute", {
      charge: intent.latest_charge,
    })) as unknown as Stripe.Dispute
    await sandbox.control("close-dispute", { dispute: dispute.id, outcome: "lost" })
    const closed = await receiver.wait(
      (event) =>
        event.type === "charge.dispute.closed" && (event.data.object as Stripe.Dispute).id === dispute.id,
    )
    expect(closed.data.object).toMatchObject({ status: "lost" })
  })
})

describe("tax", { tags: ["SANDBOX-9"] }, () => {
  const calculate = (state: string) =>
    stripe.tax.calculations.create({
      currency: "usd",
      customer_details: {
        address: { country: "US", state, postal_code: "10001" },
        address_source: "shipping",
      },
      line_items: [
        { amount: 10_000, reference: "shoes", tax_code: "txcd_30011000" },
        { amount: 2_000, reference: "melon", tax_code: "txcd_40040000" },
      ],
      shipping_cost: { amount: 399 },
      expand: ["line_items"],
    })

  it("is zero without a registration, and the state's rate with one", async () => {
    expect((await calculate("NY")).tax_amount_exclusive).toBe(0)
    await stripe.tax.registrations.create({
      country: "US",
      active_from: "now",
      country_options: { us: { state: "NY", type: "state_sales_tax" } },
    })
    const calculation = await calculate("NY")
    expect(calculation).toMatchObject({ tax_amount_exclusive: 400 + 16, amount_total: 12_399 + 416 })
    expect(calculation.line_items?.data.map(({ amount_tax }) => amount_tax)).toEqual([400, 0])
    const recorded = await stripe.tax.transactions.createFromCalculation({
      calculation: calculation.id ?? "",
      reference: "order-1",
    })
    const back = await stripe.tax.transactions.createReversal({
      mode: "full",
      original_transaction: recorded.id,
      reference: "order-1-refund",
    })
    expect(back).toMatchObject({ type: "reversal", reversal: { original_transaction: recorded.id } })
  })

  it("is reversed in part, by amounts below zero, and no more than is left", async () => {
    const calculation = await calculate("NY")
    const { id: original_transaction } = await stripe.tax.transactions.createFromCalculation({
      calculation: calculation.id ?? "",
      reference: "order-2",
    })
    const part = (flat_amount: number) =>
      stripe.tax.transactions.createReversal({
        mode: "partial",
        original_transaction,
        reference: `order-2-${crypto.randomUUID()}`,
        flat_amount,
      })
    expect(await part(-10_400)).toMatchObject({ type: "reversal", reversal: { original_transaction } })
    await expect(part(10)).rejects.toThrow("must be negative")
    await expect(part(-(calculation.amount_total - 10_400) - 1)).rejects.toThrow("is left to be reversed")
    await part(-(calculation.amount_total - 10_400))
    await expect(part(-1)).rejects.toThrow("Only 0 is left")
  })
})
