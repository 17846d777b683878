import { amountText } from "#core/catalog/product.ts"
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

type LineTotalProps = {
  quantity: number
  /** The price of a single item. */
  cents: number
  /** The item is priced by final weight. */
  isAtMost: boolean
}

/** "2 × $4.50 = $9.00", the total of one line. */
export function LineTotal({ quantity, cents: price, isAtMost }: LineTotalProps) {
  return (
    <span className="num line-total">
      <span className="soft">{`${quantity} × ${moneyText(price)} = `}</span>
      <b>{amountText(times(cents(price), quantity), { byWeight: isAtMost })}</b>
    </span>
  )
}
