import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router"
import { demoContext } from "../../context.ts"
import { signIn } from "../../sign-in/sign-in-action.ts"
import { SignInForm } from "../../sign-in/sign-in-form.tsx"
import { SignInPage } from "../../sign-in/sign-in-page.tsx"
import type { Route } from "./+types/market.ts"

export const meta = () => [{ title: "Sellers · Pushcart" }]

export const loader = ({ context }: LoaderFunctionArgs) => ({ demo: context.get(demoContext) })

export const action = (args: ActionFunctionArgs) => signIn("seller", args)

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInPage title="Sellers" demo={loaderData.demo ? "seller" : null}>
      <SignInForm who="seller" answer={actionData} />
    </SignInPage>
  )
}
