import type { FormAnswer } from "../forms/submit-form.ts"
import { LinkButton } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { PageToast } from "../ui/toaster.tsx"
import { DetailsWizard } from "./details-wizard.tsx"
import { panelsFor } from "./panels.ts"
import type { loadRequirements } from "./requirements.ts"

const LABELS = { identity: "About you", market: "Information", bank: "Bank Account", document: "Document" }

type Props = { loaded: Awaited<ReturnType<typeof loadRequirements>>; answer: FormAnswer | undefined }

export function RequirementsPage({ loaded, answer }: Props) {
  const { missing, person, script, dashboard } = loaded
  return (
    <div className="stack narrow">
      <h1>Meet Requirement</h1>
      {missing.length > 0 ? (
        <>
          <p className="soft">
            Stripe asks for this before it pays you. It goes from this page straight to Stripe.
          </p>
          <DetailsWizard
            first={false}
            panels={panelsFor(missing)}
            labels={LABELS}
            {...{ person, script, answer }}
          />
        </>
      ) : (
        <Card className="stack">
          <p>Nothing is missing: Stripe has all that it asked for.</p>
          <LinkButton to={dashboard}>Go to the dashboard</LinkButton>
        </Card>
      )}
      <PageToast message={answer?.toast} />
    </div>
  )
}
