import { loadOnboarding, submitOnboarding } from "#app/payouts/onboarding.ts"
import { OnboardingPage } from "#app/payouts/onboarding-page.tsx"
import type { Route } from "./+types/stripe.ts"

export const meta: Route.MetaFunction = () => [{ title: "Connect with Stripe — Pushcart" }]

export const loader = (args: Route.LoaderArgs) => loadOnboarding(args)
export const action = (args: Route.ActionArgs) => submitOnboarding(args)

export default function CourierStripe({ loaderData, actionData }: Route.ComponentProps) {
  return <OnboardingPage loaded={loaderData} answer={actionData} />
}
