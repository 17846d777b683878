import { LinkButton } from "#app/ui/button.tsx"
import { NextStep, type NextStepProps } from "./next-step.tsx"
import { placeInList } from "./place-in-list.ts"

type Props = NextStepProps & {
  /** "Start packing", "Keep packing · 5 of 7"; null if there is nothing to pack. */
  packing: string | null
  /** The list to which the order's pages lead back. */
  list: string | null
}

/** The one next step of an order: a link to pack it, then `NextStep`. */
export function OrderStep({ packing, list, ...next }: Props) {
  const { id, number } = next.order
  if (!packing) return <NextStep {...next} />
  return (
    <LinkButton
      to={`/pack-order?OrderDetails=${id}${placeInList(list)}`}
      aria-label={`${packing}, order ${number}`}
    >
      {packing}
    </LinkButton>
  )
}
