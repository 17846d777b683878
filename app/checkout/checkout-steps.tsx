import { Link } from "#app/ui/link.tsx"

const STEPS = { cart: "/shopping-cart", address: "/ship-to", pay: "/pay" }
const NAMES = { cart: "Cart", address: "Address", pay: "Pay" }
type Step = keyof typeof STEPS

type Props = {
  now: Step
  /** A pickup has no address. */
  isPickup?: boolean
}

/** "Cart – Address – Pay": where the customer is in the checkout, with links to the steps before. */
export function CheckoutSteps({ now, isPickup }: Props) {
  const steps = (["cart", "address", "pay"] as const).filter((step) => !(isPickup && step === "address"))
  return (
    <nav aria-label="Checkout">
      <ol className="checkout-steps">
        {steps.map((step, at) => (
          <li key={step} aria-current={step === now ? "step" : undefined}>
            {at < steps.indexOf(now) ? <Link to={STEPS[step]}>{NAMES[step]}</Link> : NAMES[step]}
          </li>
        ))}
      </ol>
    </nav>
  )
}
