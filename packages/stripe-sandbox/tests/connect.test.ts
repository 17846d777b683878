import type Stripe from "stripe"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Receiver, receiveWebhooks } from "./receive-webhooks.ts"
import { type Sandbox, startSandbox } from "./start-sandbox.ts"

let sandbox: Sandbox
let stripe: Stripe
let receiver: Receiver
beforeAll(async () => {
  receiver = receiveWebhooks()
  sandbox = await startSandbox({
    webhookUrl: receiver.url,
    config: { payoutSeconds: 3_600, webhooks: { delayMs: [0, 20] } },
  })
  stripe = sandbox.stripe
})
afterAll(async () => {
  await sandbox.kill()
  receiver.stop()
})

const INDIVIDUAL = {
  first_name: "Maria",
  last_name: "Lopez",
  email: "maria@pushcart.test",
  phone: "+12125550100",
  dob: { day: 1, month: 1, year: 1902 },
  address: {
    line1: "address_full_match",
    city: "New York",
    state: "NY",
    postal_code: "10001",
    country: "US",
  },
}
const OPEN = { "000000000": "verifies", "111111111": "fails" } as const

async function onboard(ssn: keyof typeof OPEN = "000000000", account_number = "000123456789") {
  const token = await stripe.tokens.create({
    account: {
      business_type: "individual",
      individual: { ...INDIVIDUAL, id_number: ssn },
      tos_shown_and_accepted: true,
    },
  })
  const account = await stripe.accounts.create({
    country: "US",
    email: INDIVIDUAL.email,
    account_token: token.id,
    controller: {
      fees: { payer: "application" },
      losses: { payments: "application" },
      requirement_collection: "application",
      stripe_dashboard: { type: "none" },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    business_profile: { product_description: "Vegetables at the market" },
    settings: { payouts: { schedule: { interval: "manual" } } },
  })
  const bank = await stripe.tokens.create({
    bank_account: { country: "US", currency: "usd", routing_number: "110000000", account_number },
  })
  await stripe.accounts.createExternalAccount(account.id, { external_account: bank.id })
  return stripe.accounts.retrieve(account.id)
}

async function charge(amount: number, card = "pm_card_visa") {
  const params = {
    amount,
    currency: "usd",
    confirm: true,
    payment_method: card,
    transfer_group: "checkout_1",
  }
  const intent = await stripe.paymentIntents.create(params)
  return intent.latest_charge as string
}

const available = async (account?: string) => {
  const balance = await stripe.balance.retrieve({}, account ? { stripeAccount: account } : {})
  return balance.available[0]!.amount
}

describe("a connected account", { tags: ["SANDBOX-5"] }, () => {
  it("lists what it owes, and may receive money once everything is given", async () => {
    const blank = await stripe.accounts.create({
      controller: { requirement_collection: "application", stripe_dashboard: { type: "none" } },
      capabilities: { transfers: { requested: true } },
    })
    expect(blank.requirements?.currently_due).toContain("external_account")
    expect(blank.requirements?.currently_due).toContain("individual.dob.day")
    expect(blank).toMatchObject({ payouts_enabled: false, capabilities: { transfers: "inactive" } })
    const account = await onboard()
    expect(account.requirements).toMatchObject({ currently_due: [], disabled_reason: null })
    expect(account).toMatchObject({
      type: "none",
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: "active", card_payments: "active" },
      settings: { payouts: { schedule: { interval: "manual" } } },
      individual: { first_name: "Maria", id_number_provided: true, verification: { status: "verified" } },
      external_accounts: { data: [{ last4: "6789", default_for_currency: true }] },
    })
    const event = await receiver.wait((one) => one.type === "account.updated" && one.account === account.id)
    expect(event.data.object).toMatchObject({ id: account.id, object: "account" })
  })

  it("whose number does not match must send a document, and a document repairs it", async () => {
    const account = await onboard("111111111")
    expect(account).toMatchObject({
      payouts_enabled: false,
      requirements: {
        currently_due: ["individual.verification.document"],
        disabled_reason: "requirements.past_due",
        errors: [{ code: "verification_failed_keyed_identity" }],
      },
    })
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
    const file = await stripe.files.create({
      purpose: "identity_document",
      file: { data: Buffer.from(png), name: "passport.png", type: "image/png" },
    })
    expect(file).toMatchObject({ purpose: "identity_document", size: 8, type: "png" })
    const repaired = await stripe.accounts.update(account.id, {
      individual: { verification: { document: { front: file.id } } },
    })
    expect(repaired).toMatchObject({ payouts_enabled: true, requirements: { currently_due: [] } })
  })

  it("is deleted for good when nothing is in it, and not before", async () => {
    const account = await onboard()
    await charge(5_000, "pm_card_bypassPending")
    await stripe.transfers.create({ amount: 700, currency: "usd", destination: account.id })
    await expect(stripe.accounts.del(account.id)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("Currencies with non-zero balances: usd."),
    })
    await stripe.payouts.create({ amount: 700, currency: "usd" }, { stripeAccount: account.id })
    expect(await stripe.accounts.del(account.id)).toMatchObject({ id: account.id, deleted: true })
    for (const call of [
      stripe.accounts.retrieve(account.id),
      stripe.accounts.del(account.id),
      stripe.balance.retrieve({}, { stripeAccount: account.id }),
    ])
      await expect(call).rejects.toMatchObject({ statusCode: 403, code: "account_invalid" })
  })

  it("can be rejected, and can get new requirements that an update meets", async () => {
    const account = await onboard()
    await sandbox.control("account", { id: account.id, due: ["individual.verification.document"] })
    const owing = await stripe.accounts.retrieve(account.id)
    expect(owing.requirements?.past_due).toEqual(["individual.verification.document"])
    const token = await stripe.tokens.create({
      account: {
        individual: { verification: { document: { front: "file_identity_document_success" } } },
      },
    })
    const met = await stripe.accounts.update(account.id, { account_token: token.id })
    expect(met.payouts_enabled).toBe(true)
    await expect(stripe.accounts.update(account.id, { account_token: token.id })).rejects.toMatchObject({
      code: "token_already_used",
    })
    const rejected = await stripe.accounts.reject(account.id, { reason: "fraud" })
    expect(rejected).toMatchObject({
      payouts_enabled: false,
      requirements: { disabled_reason: "rejected.fraud" },
    })
  })

  it("rejects a wrong routing number, and keeps no identity or bank number in its file", async () => {
    const bad = stripe.tokens.create({
      bank_account: { country: "US", routing_number: "110000001", account_number: "000123456789" },
    })
    await expect(bad).rejects.toMatchObject({ code: "routing_number_invalid" })
    await onboard("111111111", "000111111116")
    const kept = (await Bun.file(sandbox.file).text()) + (await Bun.file(`${sandbox.file}-wal`).text())
    expect(kept).toContain("Lopez")
    expect(kept).not.toContain('111111111"')
    expect(kept).not.toContain("000111111116")
  })
})

describe("money", { tags: ["SANDBOX-6"] }, () => {
  it("goes from a charge by transfer to the seller and to the bank, and agrees to the cent at every step", async () => {
    const seller = await onboard()
    const start = await available()
    const source = await charge(10_000)
    expect((await available()) - start).toBe(9_680)
    const transfer = await stripe.transfers.create({
      amount: 9_000,
      currency: "usd",
      destination: seller.id,
      source_transaction: source,
      metadata: { order: "5" },
    })
    expect(transfer).toMatchObject({
      transfer_group: "checkout_1",
      amount_reversed: 0,
      reversals: { data: [] },
    })
    expect((await available()) - start).toBe(680)
    expect(await available(seller.id)).toBe(9_000)
    const tooMuch = stripe.transfers.create({
      amount: 1_001,
      currency: "usd",
      destination: seller.id,
      source_transaction: source,
    })
    await expect(tooMuch).rejects.toMatchObject({ statusCode: 400 })
    const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 1_500 })
    expect(reversal.amount).toBe(1_500)
    const beyond = stripe.transfers.createReversal(transfer.id, { amount: 7_501 })
    await expect(beyond).rejects.toThrow("greater than unreversed amount (7500)")
    expect((await available()) - start).toBe(2_180)
    expect(await available(seller.id)).toBe(7_500)

    const acting = { stripeAccount: seller.id }
    const over = stripe.payouts.create({ amount: 7_501, currency: "usd" }, acting)
    await expect(over).rejects.toMatchObject({ code: "balance_insufficient" })
    const payout = await stripe.payouts.create({ amount: 7_500, currency: "usd" }, acting)
    expect(payout.status).toBe("pending")
    expect(await available(seller.id)).toBe(0)
    await expect(stripe.payouts.retrieve(payout.id)).rejects.toMatchObject({ code: "resource_missing" })
    await sandbox.control("advance", { seconds: 3_601 })
    expect((await stripe.payouts.retrieve(payout.id, {}, acting)).status).toBe("paid")
    const told = await receiver.wait((one) => one.type === "payout.paid" && one.account === seller.id)
    expect((told.data.object as Stripe.Payout).id).toBe(payout.id)
    let sum = 0
    for await (const line of stripe.balanceTransactions.list({}, acting)) sum += line.net
    expect(sum).toBe(0)
  })

  it("comes back to the balance when the bank rejects the payout or it is cancelled", async () => {
    const seller = await onboard("000000000", "000111111116")
    await stripe.transfers.create({
      amount: 2_000,
      currency: "usd",
      destination: seller.id,
      source_transaction: await charge(5_000),
    })
    const acting = { stripeAccount: seller.id }
    const canceled = await stripe.payouts.create({ amount: 500, currency: "usd" }, acting)
    expect((await stripe.payouts.cancel(canceled.id, {}, acting)).status).toBe("canceled")
    const payout = await stripe.payouts.create({ amount: 2_000, currency: "usd" }, acting)
    await sandbox.control("advance", { seconds: 3_601 })
    const failed = await stripe.payouts.retrieve(payout.id, {}, acting)
    expect(failed).toMatchObject({ status: "failed", failure_code: "no_account" })
    expect(await available(seller.id)).toBe(2_000)
  })

  it("waits as pending when the configuration says so, and no transfer without a source can use it", async () => {
    const seller = await onboard()
    await sandbox.control("config", { availabilitySeconds: 7_200 })
    const before = await stripe.balance.retrieve()
    const source = await charge(3_000)
    const after = await stripe.balance.retrieve()
    expect(after.pending[0]!.amount - before.pending[0]!.amount).toBe(3_000 - 117)
    await stripe.transfers.create({
      amount: 2_000,
      currency: "usd",
      destination: seller.id,
      source_transaction: source,
    })
    const waiting = await stripe.balance.retrieve({}, { stripeAccount: seller.id })
    expect([waiting.available[0]!.amount, waiting.pending[0]!.amount]).toEqual([0, 2_000])
    const free = (await available()) + 1
    const uncovered = stripe.transfers.create({ amount: free, currency: "usd", destination: seller.id })
    await expect(uncovered).rejects.toMatchObject({ code: "balance_insufficient" })
    await sandbox.control("advance", { seconds: 7_201 })
    expect(await available(seller.id)).toBe(2_000)
    await sandbox.control("config", { availabilitySeconds: 0 })
  })

  it("is not sent to an account that may not receive it", async () => {
    const unready = await onboard("111111111")
    const source_transaction = await charge(1_000)
    const sent = stripe.transfers.create({
      amount: 500,
      currency: "usd",
      destination: unready.id,
      source_transaction,
    })
    await expect(sent).rejects.toMatchObject({ code: "insufficient_capabilities_for_transfer" })
  })
})
