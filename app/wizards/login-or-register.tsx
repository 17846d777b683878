import type { ComponentType } from "react"
import { withNext } from "#core/accounts/own-path.ts"
import { ROLE_PAGES } from "#core/accounts/role-pages.ts"
import type { FormAnswer } from "../forms/submit-form.ts"
import { SignInForm } from "../sign-in/sign-in-form.tsx"
import { SignInPage } from "../sign-in/sign-in-page.tsx"
import { PageToast } from "../ui/toaster.tsx"
import { ProgressBar } from "../ui/wayfinding.tsx"
import type { LoadedPage, Registration } from "./registration-wizard.ts"

export type StepProps = Registration & { who: "seller" | "deliverer"; answer: FormAnswer | undefined }

type Props = Pick<StepProps, "who" | "answer"> & {
  loginTitle: string
  registerTitle: string
  steps: readonly { name: string; Form: ComponentType<StepProps> }[]
  page: LoadedPage
}

/** The page of sellers, and of deliverers: login, and beside it the registration in steps. */
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
