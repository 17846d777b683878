import { cents, formatMoney, times } from "#core/money.ts"

export function Money({ cents: amount, className = "" }: { cents: number; className?: string }) {
  return <span className={`num ${className}`}>{moneyText(amount)}</span>
}

/** Formats whole cents as "$1,234.50"; a minus sign goes before the dollar sign. */
export const moneyText = (amount: number) => formatMoney(cents(amount))

/** A price tag. `from`: the price is the lowest of several sizes. */
export function PriceTag({ cents: amount, from = false }: { cents: number; from?: boolean }) {
  return (
    <span className="tag">
      {from && <small>from </small>}
      <span>{moneyText(amount)}</span>
    </span>
  )
}

/** "2 × $4.50 = $9.00", the total of one line. `cents` is the price of a single item. */
export function LineTotal({ quantity, cents: price }: { quantity: number; cents: number }) {
  return (
    <span className="num line-total">
      <span className="soft">{`${quantity} × ${moneyText(price)} = `}</span>
      <b>{moneyText(times(cents(price), quantity))}</b>
    </span>
  )
}
