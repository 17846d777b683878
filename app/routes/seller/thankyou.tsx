import { ThankYou } from "#app/payouts/thank-you.tsx"

export const meta = () => [{ title: "Thank you — Pushcart" }]

export default function SellerThankYou() {
  return <ThankYou dashboard="/market-dashboard" />
}
