import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { mayAddCard, providerCustomer } from "#core/cards/card-use.server.ts"
import { detachCard, sweepRemovedCards } from "#core/cards/detach-card.server.ts"
import { payWithSavedCard } from "#core/cards/pay-with-saved-card.server.ts"
import { MOST_CARDS } from "#core/cards/saved-card.ts"
import { listCards, removeCard, writeCard } from "#core/cards/saved-cards.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { startHostedCheckout } from "#core/checkout/start-hosted-checkout.server.ts"
import { viewCheckout } from "#core/checkout/view-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { KeptCard } from "#core/ports/payments.ts"
import { customers, outbox, savedCards, users } from "#db/schema/index.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, useCheckout } from "#tests/support/checkout.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"

const checkout = useCheckout({ connections: 4 })
const { database, clock, system, shopper, aVegetable } = checkout
const RETURN = "https://p.example/pay/return"
const stripe = () => checkout.sandbox.stripe

async function aCheckout(ctx: CustomerContext) {
  const melon = await aVegetable({ stock: 9 })
  return goToCheckout(ctx, [{ productId: melon.id }])
}

/** Pays by card as the browser does, with the box ticked or not. */
async function pay(ctx: CustomerContext, card = "pm_card_visa", { isTicked = true } = {}) {
  const { checkoutId } = await aCheckout(ctx)
  const { paymentId } = await beginPayment(ctx, BILLING, { use: isTicked ? "save" : undefined })
  await stripe().paymentIntents.confirm(paymentId, { payment_method: card })
  await completeCheckout(ctx, { checkoutId })
  return { checkoutId, paymentId }
}

async function withSavedCard(card?: string) {
  const ctx = await shopper()
  await pay(ctx, card)
  const [saved] = await listCards(ctx)
  return { ctx, cardId: saved!.id }
}

async function payAgain(ctx: CustomerContext, cardId: string) {
  const { checkoutId } = await aCheckout(ctx)
  return { checkoutId, paid: payWithSavedCard(ctx, { cardId, billing: BILLING, returnUrl: RETURN }) }
}

const methodsOf = async (ctx: CustomerContext) =>
  (await stripe().customers.listPaymentMethods(await providerCustomer(ctx))).data

const chargesOf = async (checkoutId: string) =>
  (await stripe().charges.list({ limit: 100 })).data.filter(
    ({ transfer_group, paid }) => paid && transfer_group === checkoutId,
  )

const rowsOf = (ctx: CustomerContext) =>
  database.db.select().from(savedCards).where(eq(savedCards.customerId, ctx.actor.userId))

describe("a card is saved", { tags: ["CARD-1"] }, () => {
  it("only if the person asked for it, once, whoever reports the payment", async () => {
    const ctx = await shopper()
    await pay(ctx, "pm_card_visa", { isTicked: false })
    expect(await listCards(ctx)).toEqual([])
    expect(await methodsOf(ctx)).toEqual([])
    const { checkoutId, paymentId } = await pay(ctx, "pm_card_mastercard")
    await Promise.all([
      completeCheckout(system(), { checkoutId, paymentId }),
      completeCheckout(ctx, { checkoutId }),
    ])
    expect(await listCards(ctx)).toMatchObject([{ brand: "mastercard", lastFour: "4444", expMonth: 12 }])
    expect(await methodsOf(ctx)).toHaveLength(1)
  })

  it("not by a payment whose earlier attempt asked for it, when the last one did not", async () => {
    const ctx = await shopper()
    const { checkoutId } = await aCheckout(ctx)
    await beginPayment(ctx, BILLING, { use: "save" })
    const { paymentId } = await beginPayment(ctx, BILLING)
    await stripe().paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" })
    await completeCheckout(ctx, { checkoutId })
    expect(await listCards(ctx)).toEqual([])
    expect(await methodsOf(ctx)).toEqual([])
  })

  it("once if it is saved again: the newer one replaces it", async () => {
    const { ctx, cardId } = await withSavedCard()
    await pay(ctx)
    const [saved, ...others] = await listCards(ctx)
    expect(others).toEqual([])
    expect(saved!.id).not.toBe(cardId)
  })

  it("not again by its own payment's page, after it was removed", async () => {
    const ctx = await shopper()
    const { checkoutId } = await pay(ctx)
    const [card] = await listCards(ctx)
    await removeCard(ctx, { cardId: card!.id })
    await completeCheckout(ctx, { checkoutId })
    expect(await listCards(ctx)).toEqual([])
  })

  it("on the provider's own page, which also shows the saved ones", async () => {
    const { ctx } = await withSavedCard()
    const hosted = { billing: BILLING, successUrl: RETURN, cancelUrl: RETURN, address: "192.0.2.7" }
    const { checkoutId } = await aCheckout(ctx)
    const { url } = await startHostedCheckout(ctx, hosted)
    const page = await (await fetch(url)).text()
    expect(page).toContain("visa •••• 4242")
    const form = {
      email: "a@b.test",
      saved: "",
      number: "5555555555554444",
      expiry: "12 / 34",
      cvc: "123",
      save: "on",
    }
    await fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" })
    await completeCheckout(ctx, { checkoutId })
    expect((await listCards(ctx)).map(({ lastFour }) => lastFour)).toEqual(["4444", "4242"])
  })
})

describe("at most five cards", { tags: ["CARD-2"] }, () => {
  const kept = (customerId: string, lastFour: string): KeptCard => ({
    methodId: `pm_${customerId}_${lastFour}`,
    customerId,
    brand: "visa",
    lastFour,
    expMonth: 12,
    expYear: 2034,
  })
  const write = (ctx: CustomerContext, card: KeptCard) =>
    database.db.transaction((tx) => writeCard(ctx, tx, ctx.actor.userId, card))

  async function withCards(count: number) {
    const ctx = await shopper()
    const customerId = await providerCustomer(ctx)
    for (let at = 0; at < count; at += 1) await write(ctx, kept(customerId, `000${at}`))
    return { ctx, customerId }
  }

  it("are kept: a sixth is not offered, and one that was paid with anyway is removed at the provider", async () => {
    const { ctx, customerId } = await withCards(MOST_CARDS)
    await expect(mayAddCard(ctx, "192.0.2.1")).rejects.toThrow("You have 5 saved cards. Nothing was charged.")
    await write(ctx, kept(customerId, "0009"))
    expect(await listCards(ctx)).toHaveLength(MOST_CARDS)
    const [sixth] = (await rowsOf(ctx)).filter(({ removedAt }) => removedAt)
    expect(sixth).toMatchObject({ lastFour: "0009" })
    const told = await database.db.select().from(outbox).where(eq(outbox.event, "card.removed"))
    expect(told.map(({ payload }) => payload)).toContainEqual({ cardId: sixth!.id })
  })

  it("are kept when two payments are reported at once", async () => {
    const { ctx, customerId } = await withCards(MOST_CARDS - 1)
    let other: Promise<void> | undefined
    await database.db.transaction(async (tx) => {
      await writeCard(ctx, tx, ctx.actor.userId, kept(customerId, "0007"))
      other = write(ctx, kept(customerId, "0008"))
      await untilWaiting(database, 1)
    })
    await other
    expect(await listCards(ctx)).toHaveLength(MOST_CARDS)
  })
})

describe("paying with a saved card", { tags: ["CARD-3"] }, () => {
  it("takes nothing but the card, and charges once when it is sent twice", async () => {
    const { ctx, cardId } = await withSavedCard()
    const { checkoutId } = await aCheckout(ctx)
    const press = () => payWithSavedCard(ctx, { cardId, billing: BILLING, returnUrl: RETURN })
    const pressed = await Promise.all([press(), press()])
    expect(pressed).toEqual(Array(2).fill({ checkoutId, url: `${RETURN}?checkout=${checkoutId}` }))
    expect(await completeCheckout(ctx, { checkoutId })).toMatchObject({ outcome: "completed" })
    expect(await chargesOf(checkoutId)).toHaveLength(1)
    expect(await listCards(ctx)).toHaveLength(1)
  })

  it("is not possible with another's card, with a removed one, or with one that is unknown", async () => {
    const { cardId } = await withSavedCard()
    const { ctx: other, cardId: removed } = await withSavedCard()
    await removeCard(other, { cardId: removed })
    const { checkoutId } = await aCheckout(other)
    for (const card of [cardId, removed, "0"])
      await expect(
        payWithSavedCard(other, { cardId: card, billing: BILLING, returnUrl: RETURN }),
      ).rejects.toMatchObject({ code: "not_found" })
    await expect(removeCard(other, { cardId })).rejects.toMatchObject({ code: "not_found" })
    expect(await chargesOf(checkoutId)).toEqual([])
  })

  it.each([
    [
      "pm_card_chargeDeclined",
      "Your bank declined Visa ending in 4242. Nothing was charged. Use another card, or call your bank.",
    ],
    [
      "pm_card_chargeDeclinedInsufficientFunds",
      "Visa ending in 4242 has insufficient funds. Nothing was charged. Use another card.",
    ],
    [
      "pm_card_chargeDeclinedIncorrectCvc",
      "Your bank wants the security code of Visa ending in 4242. Nothing was charged. Choose “Use another card” and enter this card again.",
    ],
    [
      "pm_card_chargeDeclinedExpiredCard",
      "Visa ending in 4242 has expired. Nothing was charged. Choose another card.",
    ],
    [
      "pm_card_chargeDeclinedProcessingError",
      "Your bank couldn't process the payment right now. Nothing was charged. Please try again in a minute.",
    ],
  ])("says what to do when the bank declines %s, and the hold stays", async (method, message) => {
    const { ctx, cardId } = await withSavedCard()
    // At the sandbox, this id is a new card that the bank rejects.
    await database.db
      .update(savedCards)
      .set({ stripePaymentMethodId: method })
      .where(eq(savedCards.id, cardId))
    const { checkoutId, paid } = await payAgain(ctx, cardId)
    await expect(paid).rejects.toMatchObject({ code: "payment_failed", message })
    expect(await chargesOf(checkoutId)).toEqual([])
    expect(await viewCheckout(ctx)).toMatchObject({ id: checkoutId, status: "paying" })
    const { paymentId } = await beginPayment(ctx, BILLING)
    await stripe().paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" })
    expect(await completeCheckout(ctx, { checkoutId })).toMatchObject({ outcome: "completed" })
  })

  it("leads to the bank that asks for 3-D Secure; another card can be used instead", async () => {
    const ctx = await shopper()
    const cardId = await withBankCheck(ctx)
    const { checkoutId, paid } = await payAgain(ctx, cardId)
    const bank = new URL((await paid).url)
    const { client_secret = "", return_url = "" } = Object.fromEntries(bank.searchParams)
    expect(return_url).toBe(`${RETURN}?checkout=${checkoutId}`)
    expect(await completeCheckout(ctx, { checkoutId })).toMatchObject({ outcome: "unpaid" })
    const { paymentId } = await beginPayment(ctx, BILLING, { use: "save" })
    const late = new URLSearchParams({ client_secret, return_url, outcome: "pass" })
    await fetch(bank, { method: "POST", body: late, redirect: "manual" })
    await stripe().paymentIntents.confirm(paymentId, { payment_method: "pm_card_mastercard" })
    expect(await completeCheckout(ctx, { checkoutId })).toMatchObject({ outcome: "completed" })
    expect(await chargesOf(checkoutId)).toHaveLength(1)
  })

  it("is paid once the bank agreed", async () => {
    const ctx = await shopper()
    const { checkoutId, paid } = await payAgain(ctx, await withBankCheck(ctx))
    const bank = new URL((await paid).url)
    const { client_secret = "", return_url = "" } = Object.fromEntries(bank.searchParams)
    const agreed = new URLSearchParams({ client_secret, return_url, outcome: "pass" })
    await fetch(bank, { method: "POST", body: agreed, redirect: "manual" })
    expect(await completeCheckout(ctx, { checkoutId })).toMatchObject({ outcome: "completed" })
  })

  it("tells of an expired card before anything is sent", async () => {
    const { ctx, cardId } = await withSavedCard()
    await database.db.update(savedCards).set({ expYear: 2020 }).where(eq(savedCards.id, cardId))
    const { paid } = await payAgain(ctx, cardId)
    await expect(paid).rejects.toThrow(
      "Visa ending in 4242 has expired. Nothing was charged. Choose another card.",
    )
  })

  it("asks the provider again when its response is lost", async () => {
    const { ctx, cardId } = await withSavedCard()
    const { payments } = ctx.ports
    const payWithCard: typeof payments.payWithCard = async (...card) => {
      await payments.payWithCard(...card)
      throw new DomainError("provider_down", "No answer.")
    }
    const losing = { ...ctx, ports: { ...ctx.ports, payments: { ...payments, payWithCard } } }
    const { checkoutId, paid } = await payAgain(losing, cardId)
    expect((await paid).url).toBe(`${RETURN}?checkout=${checkoutId}`)
    expect(await completeCheckout(ctx, { checkoutId })).toMatchObject({ outcome: "completed" })
  })

  async function withBankCheck(ctx: CustomerContext) {
    await pay(ctx)
    const [card] = await listCards(ctx)
    const customer = await providerCustomer(ctx)
    const { id } = await stripe().paymentMethods.attach("pm_card_authenticationRequired", { customer })
    await database.db.update(savedCards).set({ stripePaymentMethodId: id }).where(eq(savedCards.id, card!.id))
    return card!.id
  }
})

describe("removing a card", { tags: ["CARD-4"] }, () => {
  it("ends it here at once, and at the provider with retries", async () => {
    const { ctx, cardId } = await withSavedCard()
    await removeCard(ctx, { cardId })
    expect(await listCards(ctx)).toEqual([])
    const { payments } = ctx.ports
    const forgetCard = () => Promise.reject(new DomainError("provider_down", "No answer."))
    const silent = { ...system(), ports: { ...ctx.ports, payments: { ...payments, forgetCard } } }
    await expect(detachCard(silent, { cardId })).rejects.toThrow("No answer.")
    expect(await methodsOf(ctx)).toHaveLength(1)
    clock.advance({ minutes: 16 })
    await sweepRemovedCards(system())
    await detachCard(system(), { cardId })
    expect(await methodsOf(ctx)).toEqual([])
    expect(await rowsOf(ctx)).toEqual([])
  })

  it("leaves cards that were not removed", async () => {
    const { ctx, cardId } = await withSavedCard()
    clock.advance({ minutes: 16 })
    await detachCard(system(), { cardId })
    await sweepRemovedCards(system())
    expect(await methodsOf(ctx)).toHaveLength(1)
    expect(await listCards(ctx)).toHaveLength(1)
  })
})

describe("a person's cards", { tags: ["CARD-5"] }, () => {
  it("stay theirs when their email changes hands", async () => {
    const { ctx, cardId } = await withSavedCard()
    const other = await shopper()
    const mail = async (userId: string) =>
      (await database.db.select({ email: users.email }).from(users).where(eq(users.id, userId)))[0]!.email
    const email = await mail(ctx.actor.userId)
    await database.db
      .update(users)
      .set({ email: `left-${email}` })
      .where(eq(users.id, ctx.actor.userId))
    await database.db.update(users).set({ email }).where(eq(users.id, other.actor.userId))
    await pay(other, "pm_card_mastercard")
    expect((await listCards(other)).map(({ lastFour }) => lastFour)).toEqual(["4444"])
    expect((await listCards(ctx)).map(({ id }) => id)).toEqual([cardId])
    expect(await providerCustomer(other)).not.toBe(await providerCustomer(ctx))
  })

  it("belong to one customer at the provider, created once", async () => {
    const ctx = await shopper()
    const [first, second] = await Promise.all([providerCustomer(ctx), providerCustomer(ctx)])
    expect(second).toBe(first)
    const customer = await stripe().customers.retrieve(first)
    expect(customer).toMatchObject({ email: null, metadata: { user_id: ctx.actor.userId } })
  })

  it("are not written for an account that was deleted before its payment was reported", async () => {
    const ctx = await shopper()
    const { checkoutId } = await aCheckout(ctx)
    const { paymentId } = await beginPayment(ctx, BILLING, { use: "save" })
    await stripe().paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" })
    await database.db
      .update(customers)
      .set({ stripeCustomerId: null })
      .where(eq(customers.userId, ctx.actor.userId))
    await completeCheckout(system(), { checkoutId })
    expect(await rowsOf(ctx)).toEqual([])
  })
})

describe("tries to save a card", { tags: ["CARD-6"] }, () => {
  const ASK = "You tried to save a card several times. Nothing was charged."

  it("are counted for the provider's own page, which then does not offer to save", async () => {
    const ctx = await shopper()
    for (let at = 0; at < 5; at += 1) await mayAddCard(ctx, `203.0.113.${at}`)
    await aCheckout(ctx)
    const hosted = { billing: BILLING, successUrl: RETURN, cancelUrl: RETURN, address: "203.0.113.9" }
    const page = await (await fetch((await startHostedCheckout(ctx, hosted)).url)).text()
    expect(page).not.toContain("Save my card")
  })

  it("are five a day for a person", async () => {
    const ctx = await shopper()
    for (let at = 0; at < 5; at += 1) await mayAddCard(ctx, `192.0.2.${10 + at}`)
    await expect(mayAddCard(ctx, "192.0.2.20")).rejects.toThrow(ASK)
    clock.advance({ minutes: 24 * 60 + 1 })
    await mayAddCard(ctx, "192.0.2.20")
  })

  it("are ten an hour from an address", async () => {
    const address = "198.51.100.7"
    const people = await Promise.all(Array.from({ length: 11 }, shopper))
    const results = []
    for (const ctx of people)
      results.push(
        await mayAddCard(ctx, address).then(
          () => "yes",
          () => "no",
        ),
      )
    expect(results).toEqual([...Array(10).fill("yes"), "no"])
    await expect(mayAddCard(await shopper(), address)).rejects.toThrow(ASK)
    clock.advance({ minutes: 61 })
    await mayAddCard(await shopper(), address)
  })
})
