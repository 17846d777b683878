import { Pill } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import type { TodayOrder } from "#core/orders/list-seller-today.server.ts"

/** How the order reaches its customer: "Pickup", "You deliver", "Courier", or "Delivery" while it is undecided. */
export function HandoverPill({ order }: { order: Pick<TodayOrder, "fulfilment" | "hasDeliverer"> }) {
  const { ground, icon, text } = kindOf(order)
  return (
    <Pill ground={ground}>
      <Icon name={icon} width="16" height="16" />
      <span>{text}</span>
    </Pill>
  )
}

function kindOf({ fulfilment, hasDeliverer }: Pick<TodayOrder, "fulfilment" | "hasDeliverer">) {
  if (fulfilment === "pickup") return { ground: "sage", icon: "bag", text: "Pickup" } as const
  if (hasDeliverer) return { ground: "butter", icon: "cart", text: "You deliver" } as const
  return { ground: "sky", icon: "bike", text: hasDeliverer === null ? "Delivery" : "Courier" } as const
}
