const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

/** Whole cents as "$1,234.50"; a minus stands before the dollar sign. */
export const moneyText = (cents: number) => dollars.format(cents / 100)

export function Money({ cents, className = "" }: { cents: number; className?: string }) {
  return <span className={`num ${className}`}>{moneyText(cents)}</span>
}

/** A price on its little tag. `from` where several sizes have several prices. */
export function PriceTag({ cents, from = false }: { cents: number; from?: boolean }) {
  return (
    <span className="tag">
      {from && <small>from </small>}
      {moneyText(cents)}
    </span>
  )
}
