import type { ReactNode } from "react"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { type ApplicantRole, ENDED_TEXTS, REVIEW_TIME } from "#core/approvals/applicants.ts"
import type { BesideCard } from "#core/approvals/beside-card.ts"

/** The card's heading, text and links. */
export type StatusWords = {
  title: string
  text?: ReactNode
  links?: readonly { to: string; label: string }[]
}

type Props = {
  words: StatusWords
  status: BesideCard
  /** The page to submit what Stripe requires. */
  requirementsPage: string
}

/** The status of a seller or a courier, and the one next step. */
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

/** ": your website; and a picture of …", to end a sentence; empty if Stripe requires nothing. */
const askedText = (asked: readonly string[]) => (asked.length > 0 ? `: ${asked.join("; and ")}` : "")

/** The card of a seller or courier whom Stripe rejected. */
export const rejectedByStripe = (requirementsPage: string, asked: readonly string[]): StatusWords => ({
  title: "You have been reject from stripe",
  text: `Stripe couldn't use what you entered, or needs more information${askedText(asked)}.`,
  links: [{ to: requirementsPage, label: "Meet Requirement" }],
})

/** The link for a seller or courier whom our team has denied. */
export const APPLY_AGAIN = { to: "/apply-again", label: "Send New Photos" } as const

/** The card of a person whose approval has ended: the reason, and what it means. */
export const approvalEnded = (title: string, role: ApplicantRole, reason: string): StatusWords => ({
  title,
  text: `Our team ended your approval: “${reason}” ${ENDED_TEXTS[role]}`,
  links: [APPLY_AGAIN],
})
