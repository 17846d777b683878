import type { ApplicantPerson } from "#core/approvals/applicant-record.server.ts"
import { WhenText } from "./when-text.tsx"

/** The version of the terms that a person agreed to, and when. */
export function TermsAgreed({ terms }: Pick<ApplicantPerson, "terms">) {
  if (!terms?.agreedAt) return <span className="soft">Not recorded</span>
  return (
    <>
      <span>{`Version ${terms.version ?? ""},`}</span> <WhenText at={terms.agreedAt} />
    </>
  )
}
