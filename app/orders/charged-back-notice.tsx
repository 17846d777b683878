import { Notice } from "#app/ui/states.tsx"

/** To the seller, on each page from which they may hand an order over. */
export function ChargedBackNotice() {
  return (
    <Notice kind="bad">
      The customer's bank took this payment back. Please don't hand the order over until it is decided; an
      admin answers the bank.
    </Notice>
  )
}
