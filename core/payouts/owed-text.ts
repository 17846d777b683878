import { type Cents, formatMoney, negate } from "#core/money.ts"

/** The message about a negative balance, whether a refund or a dispute took the money back. */
export const owedText = (balanceCents: Cents): string =>
  `${formatMoney(negate(balanceCents))} of what was paid out to you went back to customers. Your next sales settle it first.`
