import type { ReactNode } from "react"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { type ApplicantRole, ENDED_TEXTS, REVIEW_TIME } from "#core/approvals/applicants.ts"
import type { BesideCard } from "#core/approvals/beside-card.ts"

/** What the card says: its heading, a sentence, and the way on. */
export type StatusWords = {
  title: string
  text?: ReactNode
  links?: readonly { to: string; label: string }[]
}

type Props = {
  words: StatusWords
  status: BesideCard
  /** Where what Stripe is missing is handed in. */
  requirementsPage: string
}

/** Where a seller or a courier stands, and the one thing to do next. */
export function StatusCard({ words: { title, text, links = [] }, status, requirementsPage }: Props) {
  return (
    <Card className="stack" aria-label="Status">
      <h2>{title}</h2>
      {text && <p className="soft">{text}</p>}
      {links.length > 0 && (
        <div className="actions">
          {links.map(({ to, label }, index) => (
            <LinkButton key={to} to={to} kind={index === 0 ? "leaf" : "plain"}>
              {label}
            </LinkButton>
          ))}
        </div>
      )}
      {status.isBeingChecked && (
        <p>
          Stripe is reviewing what you sent. This usually takes minutes, at most a few days. This page updates
          when it's done.
        </p>
      )}
      {status.isBeingReviewed && (
        <p>{`Our team is reviewing your application. We'll email you as soon as there's a decision. ${REVIEW_TIME}`}</p>
      )}
      {status.requirementsDue && (
        <p>
          <span>{`Stripe needs more information from you${askedText(status.asked)}.`}</span>{" "}
          <LinkButton kind="plain" small to={requirementsPage}>
            Meet Requirement
          </LinkButton>
        </p>
      )}
    </Card>
  )
}

/** ": your website; and a picture of …", which ends a sentence; nothing where Stripe asks for nothing. */
const askedText = (asked: readonly string[]) => (asked.length > 0 ? `: ${asked.join("; and ")}` : "")

/** The card of a seller or courier whom Stripe rejected. */
export const rejectedByStripe = (requirementsPage: string, asked: readonly string[]): StatusWords => ({
  title: "You have been reject from stripe",
  text: `Stripe could not use what you entered, or wants to know more${askedText(asked)}.`,
  links: [{ to: requirementsPage, label: "Meet Requirement" }],
})

/** The way on for whom our team has denied, seller or courier. */
export const APPLY_AGAIN = { to: "/apply-again", label: "Send New Pictures" } as const

/** Tells a person whose approval has ended why, and what that means. */
export const approvalEnded = (title: string, role: ApplicantRole, reason: string): StatusWords => ({
  title,
  text: `Our team ended your approval: “${reason}” ${ENDED_TEXTS[role]}`,
  links: [APPLY_AGAIN],
})
