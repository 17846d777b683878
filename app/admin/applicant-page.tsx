import type { ComponentProps } from "react"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import type { Elements } from "#app/ui/elements.ts"
import { changed, useLive } from "#app/ui/use-live.ts"
import type { ApplicantPerson } from "#core/approvals/applicant-record.server.ts"
import type { ApplicantRole } from "#core/approvals/applicants.ts"
import type { OrderInHand } from "#core/approvals/orders-in-hand.server.ts"
import type { Approval } from "#core/identity/states.ts"
import { AddressMap } from "./address-map.tsx"
import { AdminPage } from "./admin-page.tsx"
import { DecisionForm } from "./decision-form.tsx"
import { OrdersInHand } from "./orders-in-hand.tsx"

type Props = {
  who: ApplicantRole
  title: string
  person: ApplicantPerson
  applicant: { approval: Approval; denialReason: string | null }
  inHand: readonly OrderInHand[]
  place: ComponentProps<typeof AddressMap>["place"]
  answer: FormAnswer | undefined
  /** The facts for the decision. */
  children: Elements
}

/** A seller or a courier: their details, their images, and the form of the decision. */
export function ApplicantPage({ who, title, person, applicant, inHand, place, answer, children }: Props) {
  useLive(({ data }) => changed(data, "approvals"))
  return (
    <AdminPage title={title}>
      <div className="review">
        <div className="stack">{children}</div>
        <aside className="stack">
          <OrdersInHand orders={inHand} who={who} />
          <DecisionForm
            who={who}
            approval={applicant.approval}
            denialReason={applicant.denialReason}
            decisions={person.decisions}
            emailConfirmed={person.emailConfirmed}
            answer={answer}
          />
          <AddressMap place={place} />
        </aside>
      </div>
    </AdminPage>
  )
}
