import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router"
import { withNext } from "#core/accounts/own-path.ts"
import { registerSeller } from "#core/accounts/register-seller.server.ts"
import { marketAddressInput, marketHoursInput, SELLER_FILES } from "#core/accounts/registration-inputs.ts"
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
import { FilesStep } from "../../wizards/files-step.tsx"
import { MarketAddressStep, MarketHoursStep } from "../../wizards/market-steps.tsx"
import { OwnerAccountStep } from "../../wizards/owner-account-step.tsx"
import { PAPERS } from "../../wizards/papers.ts"
import {
  isRegistering,
  loadRegistration,
  type RegistrationWizard,
  submitRegistration,
} from "../../wizards/registration-wizard.ts"
import type { Route } from "./+types/market.ts"

export const handle: PageHandle = { hydrate: "eager" }
export const meta = () => [{ title: "Sellers — Pushcart" }]

/** A function, so that the server's commands stay out of the browser's copy of this page. */
const sellerWizard = (): RegistrationWizard => ({
  kind: "seller",
  path: "/market",
  forms: [marketAddressInput, marketHoursInput],
  files: SELLER_FILES,
  register: registerSeller,
  async check(ctx, { zip, state }) {
    if (zip && state) await zipOfAddress(ctx.db, { zip, state })
  },
})

export async function loader(args: LoaderFunctionArgs) {
  const registration = isRegistering(args.request) ? await loadRegistration(args, sellerWizard()) : null
  return {
    registration,
    next: nextIn(args.request),
    mailedTo: mailedTo(args.request, "seller"),
    demo: args.context.get(demoContext),
  }
}

export function action(args: ActionFunctionArgs) {
  return isRegistering(args.request) ? submitRegistration(args, sellerWizard()) : signIn("seller", args)
}

/** After a refusal too: which files were good is said next to them. */
export const shouldRevalidate = () => true

export default function Market({ loaderData, actionData }: Route.ComponentProps) {
  const { registration, next, mailedTo, demo } = loaderData
  const tabs = [
    { label: "Login", to: withNext("/market", next), current: !registration },
    { label: "Register", to: withNext("/market?tab=register", next), current: registration !== null },
  ]
  return (
    <SignInPage
      title={registration ? "Register your market" : "Sellers"}
      tabs={tabs}
      demo={demo && !registration ? "seller" : null}
    >
      {registration ? (
        <Register registration={registration} answer={actionData} />
      ) : (
        <SignInForm who="seller" answer={actionData} mailedTo={mailedTo} next={next} />
      )}
    </SignInPage>
  )
}

const STEPS = ["Account", "Address", "Market", "Pictures"]

type Registration = Awaited<ReturnType<typeof loadRegistration>>

function Register({ registration, answer }: { registration: Registration; answer: FormAnswer | undefined }) {
  const { step, values, files, keepsPassword } = registration
  return (
    <>
      <ProgressBar steps={STEPS} current={step - 1} />
      {step === 1 && <OwnerAccountStep {...{ values, keepsPassword, answer }} />}
      {step === 2 && <MarketAddressStep {...{ values, answer }} />}
      {step === 3 && <MarketHoursStep {...{ values, answer }} />}
      {step === 4 && <FilesStep files={PAPERS.seller} chosen={files} answer={answer} path="/market" />}
      {step > 1 && <PageToast message={answer?.toast} />}
    </>
  )
}
