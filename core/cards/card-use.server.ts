import { and, eq, isNull } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { countTry } from "#core/identity/rate-limit.server.ts"
import type { CardPayment } from "#core/ports/payments.ts"
import { customers, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { CARDS_FULL, TOO_MANY_CARDS } from "./saved-card.ts"
import { hasRoomForCard } from "./saved-cards.server.ts"

/** How a payment uses saved cards: it saves the card that pays it, or is paid with a saved one. */
export type CardUse = "save" | "saved"

/** Sets at the provider whose cards may pay this payment, and whether the card that pays it is saved. */
export async function setCardUse(
  ctx: CustomerContext,
  payment: CardPayment,
  use: CardUse | undefined,
): Promise<CardPayment> {
  if (payment.state === "paid" || payment.state === "processing") return payment
  // An earlier attempt may have asked to save its card.
  if (!use && !payment.savesCard) return payment
  return ctx.ports.payments.setCardUse(payment.id, {
    customerId: use ? await providerCustomer(ctx) : null,
    savesCard: use === "save",
  })
}

/**
 * Counts a try to save a card. Throws `not_allowed` if the customer has all the cards they may have, and `rate_limited`
 * after too many tries of the person or from the address.
 */
export async function mayAddCard(ctx: CustomerContext, address: string): Promise<void> {
  if (!(await hasRoomForCard(ctx))) throw new DomainError("not_allowed", CARDS_FULL, "saveCard")
  try {
    await countTry(ctx, "add a card", ctx.actor.userId)
    await countTry(ctx, "add a card from an address", address)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "rate_limited") throw error
    throw new DomainError("rate_limited", TOO_MANY_CARDS, "saveCard", error.details)
  }
}

/** Whether the provider's own page offers to save the card: each page counts as a try. */
export const offersSaving = (ctx: CustomerContext, address: string): Promise<boolean> =>
  mayAddCard(ctx, address).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false
      throw error
    },
  )

/**
 * The id of the customer's account at the provider, which holds their saved cards and is created when it is first
 * needed. It belongs to our user id, whatever the email. Throws `not_found` for a deleted account.
 */
export async function providerCustomer(ctx: CustomerContext): Promise<string> {
  const { userId } = ctx.actor
  const [known] = await ctx.db
    .select({ id: customers.stripeCustomerId })
    .from(customers)
    .where(eq(customers.userId, userId))
  if (known?.id) return known.id
  const created = await ctx.ports.payments.createCustomer(userId)
  if (await recordCustomer(ctx, created)) return created
  // The account was deleted while the provider responded.
  await ctx.ports.payments.deleteCustomer(created)
  throw notFound("Your account")
}

/** Returns false for a deleted account. Two tabs get the same customer from the provider. */
function recordCustomer(ctx: CustomerContext, stripeCustomerId: string): Promise<boolean> {
  const { userId } = ctx.actor
  return transaction(ctx.db, async (tx) => {
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for("no key update")
    if (!person) return false
    await tx.update(customers).set({ stripeCustomerId }).where(eq(customers.userId, userId))
    return true
  })
}
