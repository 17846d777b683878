import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router"
import { withNext } from "#core/accounts/own-path.ts"
import { registerDeliverer } from "#core/accounts/register-deliverer.server.ts"
import { DELIVERER_FILES, delivererAddressInput } from "#core/accounts/registration-inputs.ts"
import { zipOfAddress } from "#core/places/find-zip.server.ts"
import { demoContext } from "../../context.ts"
import type { FormAnswer } from "../../forms/submit-form.ts"
import type { PageHandle } from "../../page-handle.ts"
import { nextIn } from "../../sign-in/coming-back.ts"
import { mailedTo } from "../../sign-in/mailed-to.ts"
import { signIn } from "../../sign-in/sign-in-action.ts"
import { SignInForm } from "../../sign-in/sign-in-form.tsx"
import { SignInPage } from "../../sign-in/sign-in-page.tsx"
import { PageToast } from "../../ui/toaster.tsx"
import { ProgressBar } from "../../ui/wayfinding.tsx"
import { DelivererAddressStep } from "../../wizards/deliverer-steps.tsx"
import { FilesStep } from "../../wizards/files-step.tsx"
import { OwnerAccountStep } from "../../wizards/owner-account-step.tsx"
import { PAPERS } from "../../wizards/papers.ts"
import {
  isRegistering,
  loadRegistration,
  type RegistrationWizard,
  submitRegistration,
} from "../../wizards/registration-wizard.ts"
import type { Route } from "./+types/express.ts"

export const handle: PageHandle = { hydrate: "eager" }
export const meta = () => [{ title: "Deliverers — Pushcart" }]

/** A function, so that the server's commands stay out of the browser's copy of this page. */
const delivererWizard = (): RegistrationWizard => ({
  kind: "deliverer",
  path: "/express",
  forms: [delivererAddressInput],
  files: DELIVERER_FILES,
  register: registerDeliverer,
  async check(ctx, { zip, state }) {
    if (zip && state) await zipOfAddress(ctx.db, { zip, state })
  },
})

export async function loader(args: LoaderFunctionArgs) {
  const registration = isRegistering(args.request) ? await loadRegistration(args, delivererWizard()) : null
  return {
    registration,
    next: nextIn(args.request),
    mailedTo: mailedTo(args.request, "deliverer"),
    demo: args.context.get(demoContext),
  }
}

export function action(args: ActionFunctionArgs) {
  return isRegistering(args.request) ? submitRegistration(args, delivererWizard()) : signIn("deliverer", args)
}

/** After a refusal too: whether the photo was good is said next to it. */
export const shouldRevalidate = () => true

export default function Express({ loaderData, actionData }: Route.ComponentProps) {
  const { registration, next, mailedTo, demo } = loaderData
  const tabs = [
    { label: "Login", to: withNext("/express", next), current: !registration },
    { label: "Register", to: withNext("/express?tab=register", next), current: registration !== null },
  ]
  return (
    <SignInPage
      title={registration ? "Deliver with Pushcart" : "Deliverers"}
      tabs={tabs}
      demo={demo && !registration ? "deliverer" : null}
    >
      {registration ? (
        <Register registration={registration} answer={actionData} />
      ) : (
        <SignInForm who="deliverer" answer={actionData} mailedTo={mailedTo} next={next} />
      )}
    </SignInPage>
  )
}

const STEPS = ["Personal information", "Address", "Photo ID"]

type Registration = Awaited<ReturnType<typeof loadRegistration>>

function Register({ registration, answer }: { registration: Registration; answer: FormAnswer | undefined }) {
  const { step, values, files, keepsPassword } = registration
  return (
    <>
      <ProgressBar steps={STEPS} current={step - 1} />
      {step === 1 && <OwnerAccountStep {...{ values, keepsPassword, answer }} />}
      {step === 2 && <DelivererAddressStep {...{ values, answer }} />}
      {step === 3 && <FilesStep files={PAPERS.deliverer} chosen={files} answer={answer} path="/express" />}
      {step > 1 && <PageToast message={answer?.toast} />}
    </>
  )
}
