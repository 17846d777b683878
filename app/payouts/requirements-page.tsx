import { isRejection, rejectionReason } from "#core/payouts/rejections.ts"
import { isAskedByNoPage, panelsFor, requirementWords } from "#core/payouts/requirements.ts"
import type { FormAnswer } from "../forms/submit-form.ts"
import { LinkButton } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Notice } from "../ui/states.tsx"
import { PageToast } from "../ui/toaster.tsx"
import { DetailsWizard } from "./details-wizard.tsx"
import type { loadRequirements } from "./requirements.ts"

const LABELS = { identity: "About you", market: "Information", bank: "Bank Account", document: "Document" }

type Props = { loaded: Awaited<ReturnType<typeof loadRequirements>>; answer: FormAnswer | undefined }

export function RequirementsPage({ loaded, answer }: Props) {
  const { missing, person, script, dashboard } = loaded
  const panels = panelsFor(missing)
  const others = missing.filter(isAskedByNoPage)
  const rejection = missing.find(isRejection)
  return (
    <div className="stack narrow">
      <h1>Meet Requirement</h1>
      {rejection && <Rejected reason={rejectionReason(rejection)} />}
      {others.length > 0 && (
        <Notice kind="info">
          {`Stripe also needs ${requirementWords(others).join("; and ")}, which you can't enter here. We've notified our team, who will email you a link to Stripe's own form.`}
        </Notice>
      )}
      {panels.length > 0 && (
        <>
          <p className="soft">
            Stripe needs this before it can pay you. It goes from this page straight to Stripe.
          </p>
          <DetailsWizard
            first={false}
            panels={panels}
            labels={LABELS}
            person={person}
            script={script}
            answer={answer}
          />
        </>
      )}
      {missing.length === 0 && (
        <Card className="stack">
          <p>Nothing is missing. Stripe has everything it asked for.</p>
          <LinkButton to={dashboard}>Go to the dashboard</LinkButton>
        </Card>
      )}
      {panels.length === 0 && missing.length > 0 && (
        <LinkButton to={dashboard}>Go to the dashboard</LinkButton>
      )}
      <PageToast message={answer?.toast} />
    </div>
  )
}

function Rejected({ reason }: { reason: string | null }) {
  return (
    <Notice kind="bad">
      {`Stripe, which pays you, has rejected your account${reason ? ` because ${reason}` : ""}. Until that changes, you can't be paid, and nothing you enter here can change it. We review every rejection with Stripe; if it's reversed, your dashboard will show it right away.`}
    </Notice>
  )
}
