import { EmptyState, Notice } from "#app/ui/states.tsx"

/** What the address asks for and the list does not have. */
export const PickProblems = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <Notice role="status">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </Notice>
  )

type Asked = { day: string | null; window: string | null; title: string }

/** In place of a list, slips or labels without an order. */
export function NothingToPick({ day, window, title }: Asked) {
  const orders = { label: "All orders", to: "/marketOrders" }
  if (!title) return <EmptyState text="You have no open orders to pack." button={orders} />
  const text = window
    ? "No open orders for this time."
    : day
      ? "No open orders for this day."
      : "None of these orders is open."
  return <EmptyState text={text} button={orders} />
}
