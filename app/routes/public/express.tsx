import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router"
import { CourierAddressStep } from "#app/registration/courier-steps.tsx"
import { FilesStep } from "#app/registration/files-step.tsx"
import { LoginOrRegister } from "#app/registration/login-or-register.tsx"
import { OwnerAccountStep } from "#app/registration/owner-account-step.tsx"
import { loadPage, type RegistrationWizard, submitPage } from "#app/registration/registration-wizard.ts"
import { registerCourier } from "#core/registration/register-courier.server.ts"
import { COURIER_FILES, courierAddressInput } from "#core/registration/registration-inputs.ts"
import type { Route } from "./+types/express.ts"

export const meta = () => [{ title: "Couriers — Pushcart" }]

/** A function, so that the server's commands are not bundled for the browser. */
const courierWizard = (): RegistrationWizard => ({
  kind: "deliverer",
  forms: [courierAddressInput],
  files: COURIER_FILES,
  register: registerCourier,
})

export const loader = (args: LoaderFunctionArgs) => loadPage(args, courierWizard())
export const action = (args: ActionFunctionArgs) => submitPage(args, courierWizard())

/** Also revalidates after a rejection, because the page shows next to the photo whether it was accepted. */
export const shouldRevalidate = () => true

const STEPS = [
  { name: "Personal information", Form: OwnerAccountStep },
  { name: "Address", Form: CourierAddressStep },
  { name: "Photo ID", Form: FilesStep },
]

export default function Express({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LoginOrRegister
      who="deliverer"
      loginTitle="Couriers"
      registerTitle="Deliver with Pushcart"
      steps={STEPS}
      page={loaderData}
      answer={actionData}
    />
  )
}
