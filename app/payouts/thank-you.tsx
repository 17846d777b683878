import { LinkButton } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"

/** After onboarding or requirements: what happens next, and the way back. */
export function ThankYou({ dashboard }: { dashboard: string }) {
  return (
    <div className="stack narrow">
      <Card className="stack">
        <h1>Thank you</h1>
        <p>Stripe has what you entered. Your dashboard shows at once whether it wants to know more.</p>
        <LinkButton to={dashboard}>Go to the dashboard</LinkButton>
      </Card>
    </div>
  )
}
