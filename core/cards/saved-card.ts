import { z } from "zod"
import { payInput } from "#core/checkout/checkout.ts"
import { DAY_MS } from "#core/durations.ts"
import { cardFailureMessage } from "#core/payments/card-failures.ts"
import type { CardRejection } from "#core/ports/payments.ts"
import { cardName } from "#core/purchases/purchase.ts"

/** The most cards that a customer can have saved. */
export const MOST_CARDS = 5

/** What people see of a saved card. */
export type CardFace = { brand: string; lastFour: string; expMonth: number; expYear: number }

/**
 * The instant from which a card is expired. It is valid to the end of its month, wherever its owner is in the United
 * States.
 */
const endOf = ({ expMonth, expYear }: CardFace): number => Date.UTC(expYear, expMonth, 1, 12)

export const isExpired = (card: CardFace, now: Date): boolean => now.getTime() >= endOf(card)

const SOON_MS = 31 * DAY_MS

/** A saved card as pages show it. `expiry`: "Expires 12/29". */
export function viewCard<Shown extends CardFace & { id: string }>({ id, ...card }: Shown, now: Date) {
  const day = `${String(card.expMonth).padStart(2, "0")}/${String(card.expYear % 100).padStart(2, "0")}`
  const isOver = isExpired(card, now)
  const isSoon = !isOver && endOf(card) - now.getTime() <= SOON_MS
  const expiry = isOver ? `Expired ${day}` : isSoon ? `Expires soon, ${day}` : `Expires ${day}`
  return { id, name: cardName(card), expiry, isExpired: isOver, isSoon }
}

export type CardView = ReturnType<typeof viewCard>

/** The value of the card's field for a card that is not saved. */
export const ANOTHER_CARD = "another"

/** The form of /pay with the choice of a card: the id of a saved one, or another, which may be saved. */
export const payFormInput = payInput.extend({
  card: z.string().default(ANOTHER_CARD),
  saveCard: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
})

export const chosenCardInput = z.object({ cardId: z.string() })

export const CARDS_FULL = `You have ${MOST_CARDS} saved cards. Nothing was charged. Clear “Save this card for next time” to pay, or remove a card in your account first.`
export const TOO_MANY_CARDS =
  "You tried to save a card several times. Nothing was charged. Clear “Save this card for next time” to pay."

export const expiredMessage = (card: CardFace): string =>
  `${cardName(card)} has expired. Nothing was charged. Choose another card.`

/** The codes with which a bank asks for the security code, which is never saved. */
const ASKS_FOR_CODE = ["incorrect_cvc", "invalid_cvc"]

/** The message for a saved card that was rejected: what happened and what to do. */
export function savedCardFailureMessage(card: CardFace, rejection: CardRejection | null): string {
  const code = rejection?.declineCode ?? ""
  const name = cardName(card)
  if ([code, rejection?.code ?? ""].some((one) => ASKS_FOR_CODE.includes(one)))
    return `Your bank wants the security code of ${name}. Nothing was charged. Choose “Use another card” and enter this card again.`
  if (rejection?.code === "expired_card") return expiredMessage(card)
  if (code === "insufficient_funds")
    return `${name} has insufficient funds. Nothing was charged. Use another card.`
  if (rejection?.code === "card_declined")
    return `Your bank declined ${name}. Nothing was charged. Use another card, or call your bank.`
  return cardFailureMessage(rejection)
}
