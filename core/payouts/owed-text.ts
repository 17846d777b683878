import { type Cents, formatMoney, negate } from "#core/money.ts"

/** The message about a negative balance, whether a refund or a dispute took the money back. */
export const owedText = (balanceCents: Cents): string =>
  `${formatMoney(negate(balanceCents))} of your payouts was refunded to customers. We'll deduct it from your next sales.`
