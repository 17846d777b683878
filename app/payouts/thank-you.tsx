import { LinkButton } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"

/** After onboarding or requirements: what happens next, and a link to the dashboard. */
export function ThankYou({ dashboard }: { dashboard: string }) {
  return (
    <div className="stack narrow">
      <Card className="stack">
        <h1>Thank you</h1>
        <p>Stripe has your details. Your dashboard will show whether it needs anything else.</p>
        <LinkButton to={dashboard}>Go to the dashboard</LinkButton>
      </Card>
    </div>
  )
}
