import type { LoaderFunctionArgs } from "react-router"
import { signIn } from "#app/identity/sign-in-action.ts"
import { SignInForm } from "#app/identity/sign-in-form.tsx"
import { SignInPage } from "#app/identity/sign-in-page.tsx"
import { coreContext, siteRulesContext } from "../../context.ts"
import type { Route } from "./+types/admin.ts"

export const meta = () => [{ title: "Admin — Pushcart" }, { name: "robots", content: "noindex" }]

export const loader = ({ context }: LoaderFunctionArgs) => ({
  demo: context.get(siteRulesContext).demoPeople,
  asksCode: context.get(coreContext).ports.secondFactor.required,
})

export const action = signIn("admin")

export default function Admin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInPage title="Admin" demo={loaderData.demo ? "admin" : null}>
      <SignInForm who="admin" answer={actionData} asksCode={loaderData.asksCode} />
    </SignInPage>
  )
}
