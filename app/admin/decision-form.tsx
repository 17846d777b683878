import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Card, Pill } from "#app/ui/card.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { TextArea } from "#app/ui/inputs.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import type { PastDecision } from "#core/accounts/applicant-record.server.ts"
import { decisionInput } from "#core/accounts/decision-input.ts"
import type { Approval } from "#core/accounts/states.ts"
import { WhenText } from "./when-text.tsx"

const WORDS = { waiting: "Needs approval", approved: "Approved", denied: "Denied" } as const
const GROUNDS = { waiting: "butter", approved: "sage", denied: "blush" } as const

export const ApprovalPill = ({ approval }: { approval: Approval }) => (
  <Pill ground={GROUNDS[approval]}>{WORDS[approval]}</Pill>
)

type Props = {
  approval: Approval
  denialReason: string | null
  decisions: PastDecision[]
  emailConfirmed: boolean
  answer: FormAnswer | undefined
}

/** Approve, or deny with the reason that the applicant reads. What was decided can be decided anew. */
export function DecisionForm({ approval, denialReason, decisions, emailConfirmed, answer }: Props) {
  const [form, fields] = useSchemaForm(decisionInput, { id: "decision", answer })
  return (
    <Card className="stack">
      <div className="split">
        <h2 className="admin-h">Decision</h2>
        <ApprovalPill approval={approval} />
      </div>
      {approval === "denied" && <p>The applicant reads: “{denialReason}”</p>}
      {!emailConfirmed && <p className="soft">The email is not confirmed yet.</p>}
      <Form form={form}>
        <input type="hidden" name="seen" value={approval} />
        {approval !== "approved" && (
          <SubmitButton name="decision" value="approve" wide>
            Approve
          </SubmitButton>
        )}
        {approval !== "denied" && (
          <>
            <TextArea
              field={fields.reason}
              label="Reason for a denial"
              hint="The applicant gets it by email and reads it on their dashboard."
              rows={3}
            />
            <SubmitButton name="decision" value="deny" kind="danger" wide>
              Deny
            </SubmitButton>
          </>
        )}
      </Form>
      <PastDecisions decisions={decisions} />
      <PageToast message={answer?.toast} />
    </Card>
  )
}

function PastDecisions({ decisions }: { decisions: PastDecision[] }) {
  if (decisions.length === 0) return null
  return (
    <ul className="past" aria-label="Decisions so far">
      {decisions.map(({ id, at, by, approved, reason }) => (
        <li key={id}>
          {approved ? "Approved" : "Denied"} by {by ?? "an admin who is gone"}, <WhenText at={at} />
          {reason && <span className="soft"> “{reason}”</span>}
        </li>
      ))}
    </ul>
  )
}
