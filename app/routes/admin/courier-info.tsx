import { AccountFacts } from "#app/admin/account-facts.tsx"
import { AddressMap } from "#app/admin/address-map.tsx"
import { AdminPage } from "#app/admin/admin-page.tsx"
import { ApplicantImages } from "#app/admin/applicant-images.tsx"
import { decide } from "#app/admin/decide.ts"
import { DecisionForm } from "#app/admin/decision-form.tsx"
import { Facts } from "#app/admin/facts.tsx"
import { OrdersInHand } from "#app/admin/orders-in-hand.tsx"
import { TermsAgreed } from "#app/admin/terms-agreed.tsx"
import { WhenText } from "#app/admin/when-text.tsx"
import { ask } from "#app/forms/ask.ts"
import { revalidateAfterRejection } from "#app/forms/revalidate-after-rejection.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { changed, useLive } from "#app/ui/use-live.ts"
import { decisionInput } from "#core/approvals/decision-input.ts"
import { viewCourierApplicant } from "#core/approvals/view-applicant.server.ts"
import type { Route } from "./+types/courier-info.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.person.name ?? "Courier"} — Pushcart` },
]

const courierOf = (request: Request) => new URL(request.url).searchParams.get("deliverer") ?? ""

export const loader = ({ request, context }: Route.LoaderArgs) =>
  ask(viewCourierApplicant(requireContext(context, "admin"), courierOf(request)))

export const action = ({ request, context }: Route.ActionArgs) =>
  submitForm(request, decisionInput, (input) =>
    decide(requireContext(context, "admin"), input, { role: "deliverer", userId: courierOf(request) }),
  )

export const shouldRevalidate = revalidateAfterRejection

export default function CourierInfo({ loaderData, actionData }: Route.ComponentProps) {
  const { person, deliverer, images, inHand } = loaderData
  useLive(({ data }) => changed(data, "approvals"))
  const address = [deliverer.address, deliverer.addressOne].filter(Boolean).join(", ")
  return (
    <AdminPage title={`${deliverer.firstName} ${deliverer.lastName}`}>
      <div className="review">
        <div className="stack">
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
        </div>
        <aside className="stack">
          <OrdersInHand
            orders={inHand}
            text="This courier has an order. Release or cancel it before you deny them:"
          />
          <DecisionForm
            who="deliverer"
            approval={deliverer.approval}
            denialReason={deliverer.denialReason}
            decisions={person.decisions}
            emailConfirmed={person.emailConfirmed}
            answer={actionData}
          />
          <AddressMap place={{ ...deliverer, address, title: person.name }} />
        </aside>
      </div>
    </AdminPage>
  )
}
