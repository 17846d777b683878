import { useSearchParams } from "react-router"
import { LinkButton } from "#app/ui/button.tsx"
import { listOfOrder } from "./place-in-list.ts"

/** Leads from an order's page back to the list, at the place from which it was opened. */
export function BackToList({ orderNumber }: { orderNumber: number }) {
  const { to, label } = listOfOrder(useSearchParams()[0].get("list"), orderNumber)
  return (
    <LinkButton kind="plain" to={to}>
      {label}
    </LinkButton>
  )
}
