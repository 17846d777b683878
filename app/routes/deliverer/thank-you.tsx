import { ThankYou } from "#app/payouts/thank-you.tsx"

export const meta = () => [{ title: "Thank you — Pushcart" }]

export default function DelivererThankYou() {
  return <ThankYou dashboard="/express-dashboard" />
}
