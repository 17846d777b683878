import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router"
import { FilesStep } from "#app/registration/files-step.tsx"
import { LoginOrRegister } from "#app/registration/login-or-register.tsx"
import { MarketAddressStep, MarketHoursStep } from "#app/registration/market-steps.tsx"
import { OwnerAccountStep } from "#app/registration/owner-account-step.tsx"
import { loadPage, type RegistrationWizard, submitPage } from "#app/registration/registration-wizard.ts"
import { marketAddressInput } from "#core/identity/fields.ts"
import { registerSeller } from "#core/registration/register-seller.server.ts"
import { marketHoursInput, SELLER_FILES } from "#core/registration/registration-inputs.ts"
import type { Route } from "./+types/market.ts"

export const meta = () => [{ title: "Sellers — Pushcart" }]

/** A function, so that the server's commands are not bundled for the browser. */
const sellerWizard = (): RegistrationWizard => ({
  kind: "seller",
  forms: [marketAddressInput, marketHoursInput],
  files: SELLER_FILES,
  register: registerSeller,
})

export const loader = (args: LoaderFunctionArgs) => loadPage(args, sellerWizard())
export const action = (args: ActionFunctionArgs) => submitPage(args, sellerWizard())

/** Also revalidates after a rejection, because the page shows next to each file whether it was accepted. */
export const shouldRevalidate = () => true

const STEPS = [
  { name: "Account", Form: OwnerAccountStep },
  { name: "Address", Form: MarketAddressStep },
  { name: "Market", Form: MarketHoursStep },
  { name: "Photos", Form: FilesStep },
]

export default function Market({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LoginOrRegister
      who="seller"
      loginTitle="Sellers"
      registerTitle="Register your market"
      steps={STEPS}
      page={loaderData}
      answer={actionData}
    />
  )
}
