import { ThankYou } from "#app/payouts/thank-you.tsx"

export const meta = () => [{ title: "Thank you — Pushcart" }]

export default function CourierThankYou() {
  return <ThankYou dashboard="/express-dashboard" />
}
