import type { Panel } from "#core/payouts/requirements.ts"
import type { FormAnswer } from "../forms/submit-form.ts"
import { Notice } from "../ui/states.tsx"
import { PageToast } from "../ui/toaster.tsx"
import { DetailsWizard } from "./details-wizard.tsx"
import type { loadOnboarding } from "./onboarding.ts"

const PANELS = {
  seller: ["identity", "market", "bank"],
  deliverer: ["identity", "bank"],
} as const satisfies Record<string, readonly Panel[]>

const LABELS = { identity: "About you", market: "Information", bank: "Bank Account", document: "Document" }

type Props = { loaded: Awaited<ReturnType<typeof loadOnboarding>>; answer: FormAnswer | undefined }

export function OnboardingPage({ loaded: { role, person, script }, answer }: Props) {
  return (
    <div className="stack narrow">
      <h1>Connect with Stripe</h1>
      <p className="soft">
        Stripe pays you. What you enter goes from this page straight to Stripe; we never see it.
      </p>
      {person.isConnected && (
        <Notice kind="info">
          You're already connected. What you submit here replaces what Stripe has on file for you and your
          bank.
        </Notice>
      )}
      <DetailsWizard
        first
        panels={PANELS[role]}
        labels={LABELS}
        person={person}
        script={script}
        answer={answer}
      />
      <PageToast message={answer?.toast} />
    </div>
  )
}
