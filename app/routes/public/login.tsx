import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router"
import { RegisterForm } from "#app/identity/register-form.tsx"
import { signIn } from "#app/identity/sign-in-action.ts"
import { SignInForm } from "#app/identity/sign-in-form.tsx"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { nextPath } from "#app/identity/sign-in-return.ts"
import { setUnconfirmedEmail, unconfirmedEmail } from "#app/identity/unconfirmed-email.ts"
import { registerCustomerInput } from "#core/identity/inputs.ts"
import { withNext } from "#core/identity/own-path.ts"
import { registerCustomer } from "#core/registration/register-customer.server.ts"
import { clientAddressContext, coreContext, siteRulesContext } from "../../context.ts"
import { submitForm } from "../../forms/submit-form.ts"
import { flash } from "../../ui/flash.ts"
import type { Route } from "./+types/login.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.registering ? "Register — Pushcart" : "Login — Pushcart" },
]

const isRegistering = (request: Request) => new URL(request.url).searchParams.get("tab") === "register"

export function loader({ request, context }: LoaderFunctionArgs) {
  return {
    registering: isRegistering(request),
    next: nextPath(request),
    mailedTo: unconfirmedEmail(request, "customer"),
    demo: context.get(siteRulesContext).demoPeople,
  }
}

export function action(args: ActionFunctionArgs) {
  return isRegistering(args.request) ? register(args) : signIn("customer")(args)
}

const register = ({ request, context }: ActionFunctionArgs) =>
  submitForm(request, registerCustomerInput, async (input, { idempotencyKey }) => {
    const address = context.get(clientAddressContext)
    const ctx = context.get(coreContext)
    const next = nextPath(request)
    const { confirmed } = await registerCustomer(ctx, { ...input, address, idempotencyKey, next })
    return redirect(withNext("/login", next), {
      headers: confirmed
        ? flash("Welcome! You can log in as a customer now.")
        : { "Set-Cookie": setUnconfirmedEmail("customer", input.email) },
    })
  })

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { registering, next, mailedTo, demo } = loaderData
  const tabs = [
    { label: "Login", to: withNext("/login", next), current: !registering },
    { label: "Register", to: withNext("/login?tab=register", next), current: registering },
  ]
  return (
    <SignInPage
      title={registering ? "Join your local markets" : "Welcome back"}
      tabs={tabs}
      demo={demo && !registering ? "customer" : null}
    >
      {registering ? (
        <RegisterForm answer={actionData} />
      ) : (
        <SignInForm who="customer" answer={actionData} mailedTo={mailedTo} next={next} />
      )}
    </SignInPage>
  )
}
