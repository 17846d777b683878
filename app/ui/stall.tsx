const GOODS = ["tomato", "bread", "grapes", "dairy", "vegetables", "greens"] as const

/**
 * The illustration of the first pages: six things on a sage background. It is decorative. Lazy, since narrow screens do
 * not show it but would load it.
 */
export function Stall() {
  return (
    <div className="stall" aria-hidden="true">
      {GOODS.map((name) => (
        <img key={name} src={`/drawings/${name}.svg`} alt="" width="120" height="120" loading="lazy" />
      ))}
    </div>
  )
}
