import type { ComponentType } from "react"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { SignInForm } from "#app/identity/sign-in-form.tsx"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { ProgressBar } from "#app/ui/wayfinding.tsx"
import { withNext } from "#core/identity/own-path.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { LoadedPage, Registration } from "./registration-wizard.ts"

export type StepProps = Registration & { who: "seller" | "deliverer"; answer: FormAnswer | undefined }

type Props = Pick<StepProps, "who" | "answer"> & {
  loginTitle: string
  registerTitle: string
  steps: readonly { name: string; Form: ComponentType<StepProps> }[]
  page: LoadedPage
}

/** The page of sellers or couriers: login, and the registration in steps in a second tab. */
export function LoginOrRegister({ who, loginTitle, registerTitle, steps, page, answer }: Props) {
  const { registration, next, mailedTo, demo } = page
  const path = ROLE_PAGES[who].signIn
  const tabs = [
    { label: "Login", to: withNext(path, next), current: !registration },
    { label: "Register", to: withNext(`${path}?tab=register`, next), current: registration !== null },
  ]
  const step = registration && steps[registration.step - 1]
  return (
    <SignInPage
      title={registration ? registerTitle : loginTitle}
      tabs={tabs}
      demo={demo && !registration ? who : null}
    >
      {step ? (
        <>
          <ProgressBar steps={steps.map(({ name }) => name)} current={registration.step - 1} />
          <step.Form {...registration} who={who} answer={answer} />
          {registration.step > 1 && <PageToast message={answer?.toast} />}
        </>
      ) : (
        <SignInForm who={who} answer={answer} mailedTo={mailedTo} next={next} />
      )}
    </SignInPage>
  )
}
