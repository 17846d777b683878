import { useState } from "react"
import { useLocation } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useTyped } from "#app/forms/use-typed.ts"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Card, Pill } from "#app/ui/card.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { TextArea } from "#app/ui/inputs.tsx"
import { Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import type { PastDecision } from "#core/approvals/applicant-record.server.ts"
import type { ApplicantRole } from "#core/approvals/applicants.ts"
import { decisionInput, NO_DECISION } from "#core/approvals/decision-input.ts"
import { HOUR_SECONDS, MINUTE_SECONDS } from "#core/durations.ts"
import type { Approval } from "#core/identity/states.ts"
import { WhenText } from "./when-text.tsx"

const INTENT = "decide-applicant"
const WORDS = { waiting: "Needs approval", approved: "Approved", denied: "Denied" } as const
const GROUNDS = { waiting: "butter", approved: "sage", denied: "blush" } as const

type Props = {
  who: ApplicantRole
  approval: Approval
  denialReason: string | null
  decisions: PastDecision[]
  emailConfirmed: boolean
  answer: FormAnswer | undefined
}

/**
 * Approve, or deny with a reason for the applicant; before denying an approved person, a dialog lists the consequences.
 * A decision can be made again. If another admin decides while this page is open, the buttons stay but are disabled
 * until the change is acknowledged.
 */
export function DecisionForm(props: Props) {
  const { who, approval, denialReason, decisions, emailConfirmed, answer } = props
  const { search } = useLocation()
  const [form, fields] = useSchemaForm(decisionInput, {
    id: "decision",
    answer,
    // The form for a market's change also has a reason field.
    keepsTyped: useTyped()?.intent === INTENT,
  })
  const latest = decisions[0] ?? null
  const stands = { approval, lastDecision: latest?.id ?? NO_DECISION }
  const [seen, setSeen] = useState(stands)
  const isOvertaken = seen.approval !== stands.approval || seen.lastDecision !== stands.lastDecision
  const overtaken = isOvertaken && (
    <Overtaken
      key={stands.lastDecision}
      approval={approval}
      latest={latest}
      onLooked={() => setSeen(stands)}
    />
  )
  const denial = (
    <>
      <TextArea
        field={fields.reason}
        label="Reason for a denial"
        hint={seen.approval === "approved" ? THEY_READ_IT : APPLICANT_READS_IT}
        rows={3}
      />
      <SubmitButton name="decision" value="deny" kind="danger" wide disabled={isOvertaken}>
        Deny
      </SubmitButton>
    </>
  )
  const hidden = (
    <>
      <input type="hidden" name="intent" value={INTENT} />
      <input type="hidden" name="seen" value={seen.approval} />
      <input type="hidden" name="lastDecision" value={seen.lastDecision} />
    </>
  )
  return (
    <Card className="stack">
      <div className="split">
        <h2 className="admin-h">Decision</h2>
        <ApprovalPill approval={approval} />
      </div>
      {approval === "denied" && <p>{`The applicant sees: “${denialReason ?? ""}”`}</p>}
      {!emailConfirmed && <p className="soft">The email isn't confirmed yet.</p>}
      {seen.approval === "approved" ? (
        <>
          {overtaken}
          <LinkButton kind="danger" wide to={dialogHref(search, "deny")} preventScrollReset>
            Deny
          </LinkButton>
          <Dialog name="deny" title={ENDING[who].title} open={answer !== undefined}>
            <p>{ENDING[who].text}</p>
            <Form form={form}>
              {hidden}
              {overtaken}
              {denial}
              <LinkButton kind="plain" wide to={dialogHref(search, null)} preventScrollReset replace>
                Keep approved
              </LinkButton>
            </Form>
          </Dialog>
        </>
      ) : (
        <Form form={form}>
          {hidden}
          {overtaken}
          <SubmitButton name="decision" value="approve" wide disabled={isOvertaken}>
            Approve
          </SubmitButton>
          {seen.approval === "waiting" && denial}
        </Form>
      )}
      <PastDecisions decisions={decisions} />
      <PageToast message={answer?.toast} />
    </Card>
  )
}

const APPLICANT_READS_IT = "The applicant gets it by email and sees it on their dashboard."
const THEY_READ_IT = "They get it by email and see it on their dashboard."

/** The consequences of denying an approved person. */
const ENDING: Record<ApplicantRole, { title: string; text: string }> = {
  seller: {
    title: "Close this market?",
    text: "Customers can no longer find it or order from it, and its subscription ends at once. Open orders have to be canceled or handed over first. The seller can still have earnings paid out, and can apply again.",
  },
  deliverer: {
    title: "End this courier's approval?",
    text: "They can no longer see or take deliveries. A delivery in progress has to be released or canceled first. They can still have earnings paid out, and can apply again.",
  },
}

export const ApprovalPill = ({ approval }: { approval: Approval }) => (
  <Pill ground={GROUNDS[approval]}>{WORDS[approval]}</Pill>
)

type OvertakenProps = { approval: Approval; latest: PastDecision | null; onLooked: () => void }

/** Shown when another admin has decided in the meantime: this form sends nothing until the admin acknowledges it. */
function Overtaken({ approval, latest, onLooked }: OvertakenProps) {
  const [now] = useState(Date.now)
  const decided = approval !== "waiting" && latest
  const secondsAgo = latest ? Math.max(0, Math.round((now - latest.at.getTime()) / 1000)) : 0
  return (
    <Notice role="alert">
      <p>
        {decided
          ? `${latest.by ?? "An admin"} ${WORDS[approval].toLowerCase()} this ${agoText(secondsAgo)}. Overturn?`
          : "The applicant has sent new photos. Review them before you decide."}
      </p>
      <Button type="button" kind="plain" small onClick={onLooked}>
        {decided ? "Decide again" : "Decide"}
      </Button>
    </Notice>
  )
}

const agoText = (seconds: number) =>
  seconds < MINUTE_SECONDS
    ? `${seconds} s ago`
    : seconds < HOUR_SECONDS
      ? `${Math.floor(seconds / MINUTE_SECONDS)} min ago`
      : "earlier"

function PastDecisions({ decisions }: { decisions: PastDecision[] }) {
  if (decisions.length === 0) return null
  return (
    <ul className="past" aria-label="Past decisions">
      {decisions.map(({ id, at, by, approved, reason }) => (
        <li key={id}>
          <span>{`${approved ? "Approved" : "Denied"} by ${by ?? "a former admin"},`}</span>{" "}
          <WhenText at={at} />
          {reason && <span className="soft">{` “${reason}”`}</span>}
        </li>
      ))}
    </ul>
  )
}
