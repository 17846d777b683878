import { loadRequirements, submitRequirements } from "#app/payouts/requirements.ts"
import { RequirementsPage } from "#app/payouts/requirements-page.tsx"
import type { Route } from "./+types/requirement-express.ts"

export const meta: Route.MetaFunction = () => [{ title: "Meet Requirement — Pushcart" }]

export const loader = (args: Route.LoaderArgs) => loadRequirements(args)
export const action = (args: Route.ActionArgs) => submitRequirements(args)

export default function RequirementExpress({ loaderData, actionData }: Route.ComponentProps) {
  return <RequirementsPage loaded={loaderData} answer={actionData} />
}
