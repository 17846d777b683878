import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router"
import { demoContext } from "../../context.ts"
import { signIn } from "../../sign-in/sign-in-action.ts"
import { SignInForm } from "../../sign-in/sign-in-form.tsx"
import { SignInPage } from "../../sign-in/sign-in-page.tsx"
import type { Route } from "./+types/express.ts"

export const meta = () => [{ title: "Deliverers · Pushcart" }]

export const loader = ({ context }: LoaderFunctionArgs) => ({ demo: context.get(demoContext) })

export const action = (args: ActionFunctionArgs) => signIn("deliverer", args)

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInPage title="Deliverers" demo={loaderData.demo ? "deliverer" : null}>
      <SignInForm who="deliverer" answer={actionData} />
    </SignInPage>
  )
}
