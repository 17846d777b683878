import { and, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { sellerStatus } from "#core/approvals/seller-card.ts"
import { processEvent } from "#core/payments/process-event.server.ts"
import { receiveEvent } from "#core/payments/receive-event.server.ts"
import { connectAccount } from "#core/payouts/connect-account.server.ts"
import { meetRequirements, missingRequirements } from "#core/payouts/meet-requirements.server.ts"
import { panelsFor } from "#core/payouts/requirements.ts"
import { sweepStaleAccounts } from "#core/payouts/sweep-stale-accounts.server.ts"
import { syncAccount } from "#core/payouts/sync-account.server.ts"
import { outbox } from "#db/schema/index.ts"
import { heardAlarms } from "#tests/support/alarms.ts"
import { hearLog } from "#tests/support/log.ts"
import { BAD_SSN, tokensFor, usePayoutAccounts } from "#tests/support/payout-accounts.ts"

const payoutAccounts = usePayoutAccounts()
const DOCUMENT = "individual.verification.document"

const details = async (changes: Parameters<typeof tokensFor>[1] = {}) => ({
  ...(await tokensFor(payoutAccounts.sandbox, changes)),
  productDescription: "Vegetables and fruit",
  schedule: "weekly" as const,
  agree: true as const,
})

async function aDocument(): Promise<string> {
  const { stripe } = payoutAccounts.sandbox
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
  const file = await stripe.files.create({
    purpose: "identity_document",
    file: { data: Buffer.from(png), name: "passport.png", type: "image/png" },
  })
  const token = await stripe.tokens.create({
    account: { individual: { verification: { document: { front: file.id } } } },
  })
  return token.id
}

describe("connecting an account", () => {
  it("opens one account on manual payouts, whose holder may be paid", { tags: ["ONBOARD-11"] }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller()
    await connectAccount(ctx, await details())
    const row = await payoutAccounts.marketRow(market.id)
    expect(row).toMatchObject({ onboarded: true, requirements: [], payoutSchedule: "weekly" })
    const account = await payoutAccounts.sandbox.stripe.accounts.retrieve(row.stripeAccountId!)
    expect(account.settings?.payouts?.schedule.interval).toBe("manual")
    expect(account.controller?.requirement_collection).toBe("application")
    expect(account.metadata).toMatchObject({ user_id: market.sellerId, role: "seller" })
  })

  it("keeps neither identity nor bank numbers", { tags: ["ONBOARD-10"] }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller()
    await connectAccount(ctx, await details())
    const { rows } = await payoutAccounts.database.pool.query(
      "select row_to_json(m)::text as text from markets m where id = $1",
      [market.id],
    )
    expect(rows[0].text).not.toMatch(/000000000|000123456789|110000000/)
  })

  it("makes one account of a form that is sent twice at once", { tags: ["ONBOARD-11"] }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller()
    const input = await details()
    await Promise.all([connectAccount(ctx, input), connectAccount(ctx, input)])
    const all = await payoutAccounts.sandbox.stripe.accounts.list({ limit: 100 })
    expect(all.data.filter(({ metadata }) => metadata?.user_id === market.sellerId)).toHaveLength(1)
  })

  it("asks a seller for a website or a description", { tags: ["ONBOARD-4"] }, async () => {
    const { ctx } = await payoutAccounts.aSeller()
    await expect(
      connectAccount(ctx, { ...(await details()), productDescription: undefined }),
    ).rejects.toMatchObject({ code: "invalid", field: "question" })
  })
})

describe("a rejected account", () => {
  it("shows Meet Requirement, and is repaired by a document", { tags: ["ONBOARD-12"] }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller()
    await connectAccount(ctx, await details({ ssn: BAD_SSN }))
    const rejected = await payoutAccounts.marketRow(market.id)
    expect(rejected).toMatchObject({ onboarded: false, requirements: [DOCUMENT] })
    const facts = { ...rejected, hasAccount: true, productCount: 0 }
    expect(sellerStatus(facts).card.kind).toBe("rejected-by-stripe")
    const told = await payoutAccounts.database.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.event, "account.requirementsDue")))
    expect(told.some(({ payload }) => (payload as { userId: string }).userId === market.sellerId)).toBe(true)

    expect(await missingRequirements(ctx)).toEqual([DOCUMENT])
    await meetRequirements(ctx, { accountToken: await aDocument() })
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({ onboarded: true, requirements: [] })
  })

  it("that Stripe rejected for good shows Meet Requirement too, with the rejection, until it is taken back", {
    tags: ["ONBOARD-14"],
  }, async () => {
    const { market } = await payoutAccounts.anOnboardedSeller()
    const { stripeAccountId } = await payoutAccounts.marketRow(market.id)
    const stands = async (reject: string | null) => {
      await payoutAccounts.sandbox.control("account", { id: stripeAccountId, reject })
      payoutAccounts.clock.advance({ seconds: 1 })
      await syncAccount(payoutAccounts.system(), stripeAccountId!)
      const row = await payoutAccounts.marketRow(market.id)
      const { card } = sellerStatus({ ...row, hasAccount: true, productCount: 0 })
      return [card.kind, row.requirements, row.canSell]
    }
    expect(await stands("fraud")).toEqual(["rejected-by-stripe", ["rejected.fraud"], false])
    expect(panelsFor(["rejected.fraud"])).toEqual([])
    expect(panelsFor(["rejected.fraud", DOCUMENT])).toEqual(["document"])
    expect((await stands(null))[0]).toBe("subscribe")
  })

  it("says what to enter when nothing was", { tags: ["ONBOARD-13"] }, async () => {
    const { ctx } = await payoutAccounts.anOnboardedSeller()
    await expect(meetRequirements(ctx, {})).rejects.toThrow("Please enter details, Thank you!")
  })
})

describe("webhooks of accounts", () => {
  it("keep the provider's truth, whatever came first, and however often", {
    tags: ["ONBOARD-18"],
  }, async () => {
    const { market } = await payoutAccounts.anOnboardedSeller()
    const { stripeAccountId } = await payoutAccounts.marketRow(market.id)
    await payoutAccounts.sandbox.control("account", { id: stripeAccountId, due: [DOCUMENT] })
    const system = payoutAccounts.system()
    for (const id of ["evt_new", "evt_old", "evt_new"]) {
      payoutAccounts.clock.advance({ seconds: 1 })
      await receiveEvent(system, {
        id: `${id}_${market.id}`,
        type: "account.updated",
        accountId: stripeAccountId,
        objectId: stripeAccountId,
        createdAt: new Date(id === "evt_old" ? 0 : Date.now()),
      })
      await processEvent(system, { eventId: `${id}_${market.id}` })
    }
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      onboarded: false,
      requirements: [DOCUMENT],
    })
  })

  it("keep the truth of an account that carries no mark of ours at the provider, and name one that is nobody's", {
    tags: ["ONBOARD-120"],
  }, async () => {
    const { market } = await payoutAccounts.anOnboardedSeller()
    const { stripeAccountId } = await payoutAccounts.marketRow(market.id)
    const { stripe } = payoutAccounts.sandbox
    await stripe.accounts.update(stripeAccountId!, { metadata: { user_id: "", role: "" } })
    await payoutAccounts.sandbox.control("account", { id: stripeAccountId, due: [DOCUMENT] })
    payoutAccounts.clock.advance({ seconds: 1 })
    await syncAccount(payoutAccounts.system(), stripeAccountId!)
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      onboarded: false,
      requirements: [DOCUMENT],
    })
    const stray = await stripe.accounts.create({
      country: "US",
      metadata: { user_id: market.sellerId, role: "seller" },
    })
    const lines = hearLog("warn")
    await syncAccount(payoutAccounts.system(), stray.id)
    expect(lines).toMatchObject([{ event: "payouts.account_unknown", accountId: stray.id }])
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({ stripeAccountId })
  })

  it("ring once for what no page of ours can ask a person for", { tags: ["ONBOARD-119"] }, async () => {
    const { market } = await payoutAccounts.anOnboardedSeller()
    const { stripeAccountId } = await payoutAccounts.marketRow(market.id)
    const { alarms, heard } = heardAlarms()
    const system = payoutAccounts.system()
    const ctx = { ...system, ports: { ...system.ports, alarms } }
    const other = "individual.verification.additional_document"
    for (const due of [[DOCUMENT], [DOCUMENT, other], [DOCUMENT, other]]) {
      await payoutAccounts.sandbox.control("account", { id: stripeAccountId, due })
      payoutAccounts.clock.advance({ seconds: 1 })
      await syncAccount(ctx, stripeAccountId!)
    }
    expect(heard).toEqual([["requirement_unasked", { accountId: stripeAccountId, requirements: other }]])
  })

  it("do not let an answer from before overwrite a later one", { tags: ["ONBOARD-18"] }, async () => {
    const { market } = await payoutAccounts.anOnboardedSeller()
    const { stripeAccountId } = await payoutAccounts.marketRow(market.id)
    payoutAccounts.clock.advance({ seconds: -3600 })
    await payoutAccounts.sandbox.control("account", { id: stripeAccountId, due: [DOCUMENT] })
    await syncAccount(payoutAccounts.system(), stripeAccountId!)
    payoutAccounts.clock.advance({ seconds: 3600 })
    expect((await payoutAccounts.marketRow(market.id)).onboarded).toBe(true)
  })
})

describe("an account's event that never came", () => {
  it("is made up for within a day by asking, once, and of nobody who is closed or was heard of", {
    tags: ["ONBOARD-18"],
  }, async () => {
    const { market } = await payoutAccounts.anOnboardedSeller()
    const { stripeAccountId } = await payoutAccounts.marketRow(market.id)
    payoutAccounts.clock.advance({ hours: 23 })
    await payoutAccounts.sandbox.control("account", { id: stripeAccountId, due: [DOCUMENT] })
    await sweepStaleAccounts(payoutAccounts.system())
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({ onboarded: true, requirements: [] })
    payoutAccounts.clock.advance({ hours: 2 })
    await sweepStaleAccounts(payoutAccounts.system())
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      onboarded: false,
      requirements: [DOCUMENT],
      accountCheckedAt: payoutAccounts.clock.now(),
    })
    const told = await payoutAccounts.database.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.event, "account.requirementsDue")))
    const mine = told.filter(({ payload }) => (payload as { userId: string }).userId === market.sellerId)
    expect(mine).toHaveLength(1)
    let asked = 0
    const { connectedAccounts } = payoutAccounts.parts().ports
    const find = (id: string) => {
      asked += 1
      return connectedAccounts!.find(id)
    }
    const ports = { ...payoutAccounts.parts().ports, connectedAccounts: { ...connectedAccounts!, find } }
    await sweepStaleAccounts({ ...payoutAccounts.system(), ports: ports as never })
    expect(asked).toBe(0)
  })
})
