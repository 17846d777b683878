import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { providerCustomer } from "#core/cards/card-use.server.ts"
import { listCards } from "#core/cards/saved-cards.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { finishDeletion } from "#core/privacy/finish-deletion.server.ts"
import { accountDeletions, orders, savedCards } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor, systemCtx } from "#tests/support/database.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"

const checkout = useCheckout({ connections: 4 })
const { database } = checkout

/** What the deletion needs beside the payments. */
const withDoors = () => {
  const { ports, now } = checkout.parts()
  const mail = { siteUrl: "http://shop.test", send: async () => {} }
  const doors = { ...ports, passwords, deletionList: { note: async () => {} }, mail, images: {} as never }
  return { ports: doors, now }
}

async function aPersonWithCard() {
  const person = await aPersonWithPassword(database.db, ["customer"])
  const actor = { role: "customer" as const, userId: person.userId }
  const ctx: CustomerContext = ctxFor(database, actor, withDoors())
  const melon = await checkout.aVegetable({ stock: 9 })
  const { checkoutId } = await goToCheckout(ctx, [{ productId: melon.id }])
  const { paymentId } = await beginPayment(ctx, BILLING, { use: "save" })
  await checkout.sandbox.stripe.paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" })
  await completeCheckout(ctx, { checkoutId })
  await database.db.update(orders).set({ status: "picked up" }).where(eq(orders.checkoutId, checkoutId))
  return { ...person, ctx, customerId: await providerCustomer(ctx) }
}

const retrieve = (id: string) =>
  checkout.sandbox.stripe.customers.retrieve(id).then(
    () => "there",
    (error: { code?: string }) => error.code,
  )

it("deletes their customer and cards at the provider, also when the provider does not respond at first", {
  tags: ["CARD-5"],
}, async () => {
  const { ctx, userId, password, customerId } = await aPersonWithCard()
  const [card] = await database.db.select().from(savedCards).where(eq(savedCards.customerId, userId))
  await deleteAccount(ctx, { password })
  expect(await listCards(ctx)).toEqual([])
  const { ports, now } = withDoors()
  const deleteCustomer = () => Promise.reject(new DomainError("provider_down", "No answer."))
  const silent = { ports: { ...ports, payments: { ...ports.payments, deleteCustomer } }, now }
  await expect(finishDeletion(systemCtx(database, silent), userId)).rejects.toThrow("No answer.")
  expect(await retrieve(customerId)).toBe("there")
  await finishDeletion(systemCtx(database, { ports, now }), userId)
  expect(await retrieve(customerId)).toBe("resource_missing")
  const { stripe } = checkout.sandbox
  expect((await stripe.paymentMethods.retrieve(card!.stripePaymentMethodId)).customer).toBeNull()
  const [deletion] = await database.db
    .select()
    .from(accountDeletions)
    .where(eq(accountDeletions.userId, userId))
  expect(deletion!.finishedAt).not.toBeNull()
  await expect(providerCustomer(ctx)).rejects.toMatchObject({ code: "not_found" })
})

it("leaves the cards of everybody else", { tags: ["CARD-5"] }, async () => {
  const [deleted, other] = [await aPersonWithCard(), await aPersonWithCard()]
  await deleteAccount(deleted.ctx, deleted)
  await finishDeletion(systemCtx(database, withDoors()), deleted.userId)
  expect(await listCards(other.ctx)).toHaveLength(1)
  expect(await retrieve(other.customerId)).toBe("there")
})
