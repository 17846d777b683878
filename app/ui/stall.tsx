const GOODS = ["tomato", "bread", "grapes", "dairy", "vegetables", "greens"] as const

/**
 * The image of the first pages: six things on a sage ground. It says nothing that the words do not. Lazy, since
 * narrow screens do not show it and would fetch it all the same.
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
