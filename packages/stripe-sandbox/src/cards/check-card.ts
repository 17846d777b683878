import { StripeError } from "../http/errors.ts"
import { TEST_CARDS, type TestCard } from "./test-cards.ts"

export interface CardInput {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string
}

/** Validates a card form and returns its test card. Throws for any number that is not a test card's. */
export function checkCard(input: CardInput, nowSeconds: number): TestCard {
  const number = input.number.replace(/[\s-]/g, "")
  if (!/^\d{12,19}$/.test(number) || !luhn(number)) {
    throw cardError("incorrect_number", "Your card number is incorrect.", "number")
  }
  const card = TEST_CARDS[number]
  if (!card) {
    throw cardError(
      "card_declined",
      "Your card was declined. This is a sandbox and takes test cards only: use 4242 4242 4242 4242.",
      "number",
      "test_mode_live_card",
    )
  }
  checkExpiry(input, nowSeconds)
  if (input.cvc !== undefined && !/^\d{3,4}$/.test(input.cvc)) {
    throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc")
  }
  return card
}

function checkExpiry({ exp_month, exp_year }: CardInput, nowSeconds: number): void {
  if (exp_month < 1 || exp_month > 12) {
    throw cardError("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month")
  }
  const today = new Date(nowSeconds * 1000)
  const year = exp_year < 100 ? 2000 + exp_year : exp_year
  const past =
    year < today.getUTCFullYear() || (year === today.getUTCFullYear() && exp_month < today.getUTCMonth() + 1)
  if (past || year > today.getUTCFullYear() + 50) {
    throw cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year")
  }
}

function cardError(code: string, message: string, param: string, declineCode?: string): StripeError {
  return new StripeError(402, {
    type: "card_error",
    code,
    message,
    param,
    ...(declineCode ? { decline_code: declineCode } : {}),
  })
}

function luhn(number: string): boolean {
  let sum = 0
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
