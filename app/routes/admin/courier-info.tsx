import { AccountFacts } from "#app/admin/account-facts.tsx"
import { ApplicantImages } from "#app/admin/applicant-images.tsx"
import { ApplicantPage } from "#app/admin/applicant-page.tsx"
import { decide } from "#app/admin/decide.ts"
import { Facts } from "#app/admin/facts.tsx"
import { TermsAgreed } from "#app/admin/terms-agreed.tsx"
import { WhenText } from "#app/admin/when-text.tsx"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { revalidateAfterRejection } from "#app/forms/revalidate-after-rejection.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { decisionInput } from "#core/approvals/decision-input.ts"
import { viewCourierApplicant } from "#core/approvals/view-applicant.server.ts"
import type { Route } from "./+types/courier-info.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.person.name ?? "Courier"} — Pushcart` },
]

const courierOf = (request: Request) => new URL(request.url).searchParams.get("deliverer") ?? ""

export const loader = ({ request, context }: Route.LoaderArgs) =>
  orNotFound(viewCourierApplicant(requireContext(context, "admin"), courierOf(request)))

export const action = ({ request, context }: Route.ActionArgs) =>
  submitForm(request, decisionInput, (input) =>
    decide(requireContext(context, "admin"), input, { role: "deliverer", userId: courierOf(request) }),
  )

export const shouldRevalidate = revalidateAfterRejection

export default function CourierInfo({ loaderData, actionData }: Route.ComponentProps) {
  const { person, deliverer, images, inHand } = loaderData
  const address = [deliverer.address, deliverer.addressOne].filter(Boolean).join(", ")
  return (
    <ApplicantPage
      who="deliverer"
      title={`${deliverer.firstName} ${deliverer.lastName}`}
      person={person}
      applicant={deliverer}
      inHand={inHand}
      place={{ ...deliverer, address, title: person.name }}
      answer={actionData}
    >
      <ApplicantImages images={images} />
      <Facts
        title="Contact"
        facts={[
          { label: "Email", value: person.email },
          { label: "Phone", value: deliverer.phone },
          { label: "Applied", value: <WhenText at={deliverer.createdAt} /> },
          { label: "Terms agreed", value: <TermsAgreed terms={person.terms} /> },
        ]}
      />
      <AccountFacts account={deliverer} />
    </ApplicantPage>
  )
}
