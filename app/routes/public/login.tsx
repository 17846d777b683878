import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router"
import { registerCustomerInput } from "#core/accounts/inputs.ts"
import { registerCustomer } from "#core/accounts/register-customer.server.ts"
import { clientAddressContext, coreContext, demoContext } from "../../context.ts"
import { submitForm } from "../../forms/submit-form.ts"
import { RegisterForm } from "../../sign-in/register-form.tsx"
import { signIn } from "../../sign-in/sign-in-action.ts"
import { SignInForm } from "../../sign-in/sign-in-form.tsx"
import { SignInPage } from "../../sign-in/sign-in-page.tsx"
import { flash } from "../../ui/flash.ts"
import type { Route } from "./+types/login.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.registering ? "Register — Pushcart" : "Login — Pushcart" },
]

const isRegistering = (request: Request) => new URL(request.url).searchParams.get("tab") === "register"

export function loader({ request, context }: LoaderFunctionArgs) {
  return { registering: isRegistering(request), demo: context.get(demoContext) }
}

export function action(args: ActionFunctionArgs) {
  return isRegistering(args.request) ? register(args) : signIn("customer", args)
}

const register = ({ request, context }: ActionFunctionArgs) =>
  submitForm(request, registerCustomerInput, async (input, { idempotencyKey }) => {
    const address = context.get(clientAddressContext)
    const ctx = context.get(coreContext)
    const { confirmed } = await registerCustomer(ctx, { ...input, address, idempotencyKey })
    const next = confirmed
      ? "Welcome! You can log in as a customer now."
      : "Welcome! We sent you a letter: open its link to confirm your email, then log in."
    return redirect("/login", { headers: flash(next) })
  })

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { registering, demo } = loaderData
  const tabs = [
    { label: "Login", to: "/login", current: !registering },
    { label: "Register", to: "/login?tab=register", current: registering },
  ]
  return (
    <SignInPage
      title={registering ? "Join your local markets" : "Welcome back"}
      tabs={tabs}
      demo={demo && !registering ? "customer" : null}
    >
      {registering ? <RegisterForm answer={actionData} /> : <SignInForm who="customer" answer={actionData} />}
    </SignInPage>
  )
}
