import { Notice } from "#app/ui/states.tsx"

/** Warns the seller on each page where they could hand the order over. */
export function ChargedBackNotice() {
  return (
    <Notice kind="bad">
      This payment is disputed. Please don't hand the order over until the customer's bank decides; an admin
      responds to the bank.
    </Notice>
  )
}
