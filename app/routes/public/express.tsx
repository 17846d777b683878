import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router"
import { registerDeliverer } from "#core/accounts/register-deliverer.server.ts"
import { DELIVERER_FILES, delivererAddressInput } from "#core/accounts/registration-inputs.ts"
import { DelivererAddressStep } from "../../wizards/deliverer-steps.tsx"
import { FilesStep } from "../../wizards/files-step.tsx"
import { LoginOrRegister } from "../../wizards/login-or-register.tsx"
import { OwnerAccountStep } from "../../wizards/owner-account-step.tsx"
import { loadPage, type RegistrationWizard, submitPage } from "../../wizards/registration-wizard.ts"
import type { Route } from "./+types/express.ts"

export const meta = () => [{ title: "Deliverers — Pushcart" }]

/** A function, so that the server's commands stay out of the browser's copy of this page. */
const delivererWizard = (): RegistrationWizard => ({
  kind: "deliverer",
  forms: [delivererAddressInput],
  files: DELIVERER_FILES,
  register: registerDeliverer,
})

export const loader = (args: LoaderFunctionArgs) => loadPage(args, delivererWizard())
export const action = (args: ActionFunctionArgs) => submitPage(args, delivererWizard())

/** After a refusal too: whether the photo was good is said next to it. */
export const shouldRevalidate = () => true

const STEPS = [
  { name: "Personal information", Form: OwnerAccountStep },
  { name: "Address", Form: DelivererAddressStep },
  { name: "Photo ID", Form: FilesStep },
]

export default function Express({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LoginOrRegister
      who="deliverer"
      loginTitle="Deliverers"
      registerTitle="Deliver with Pushcart"
      steps={STEPS}
      page={loaderData}
      answer={actionData}
    />
  )
}
